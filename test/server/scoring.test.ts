import { exact } from '../support/server.ts';
import { describeScoring } from '../support/suites/scoring.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeScoring('one Redis', () => startUnhurriedNight(exact));
