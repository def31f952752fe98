import { describeVotes } from '../support/suites/votes.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeVotes('one Redis', startUnhurriedNight);
