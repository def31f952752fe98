import { startFightNight } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';
import { describeScoring } from '../../support/suites/scoring.ts';

describeScoring('one Redis', () => startFightNight(uncached));
