import { startFightNight } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';
import { describeVotes } from '../../support/suites/votes.ts';

describeVotes('one Redis', () => startFightNight(uncached));
