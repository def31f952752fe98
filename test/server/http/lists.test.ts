import { startFightNight } from '../../support/server/fight-night.ts';
import { describeLists } from '../../support/suites/lists.ts';

describeLists('one Redis', startFightNight);
