import { describeScoring } from '../support/suites/scoring.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeScoring('one Redis', startUnhurriedNight);
