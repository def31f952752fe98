import { describeMetrics } from '../support/suites/metrics.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeMetrics('one Redis', startUnhurriedNight);
