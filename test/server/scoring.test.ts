import { startFightNight } from '../support/fight-night.ts';
import { exact } from '../support/server.ts';
import { describeScoring } from '../support/suites/scoring.ts';

describeScoring('one Redis', () => startFightNight(exact));
