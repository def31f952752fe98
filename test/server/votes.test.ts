import { exact } from '../support/server.ts';
import { describeVotes } from '../support/suites/votes.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeVotes('one Redis', () => startUnhurriedNight(exact));
