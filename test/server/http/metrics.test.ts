import { startFightNight } from '../../support/server/fight-night.ts';
import { describeMetrics } from '../../support/suites/metrics.ts';

describeMetrics('one Redis', startFightNight);
