import { startFightNight } from '../support/fight-night.ts';
import { exact } from '../support/server.ts';
import { describeVotes } from '../support/suites/votes.ts';

describeVotes('one Redis', () => startFightNight(exact));
