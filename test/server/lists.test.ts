import { describeLists } from '../support/suites/lists.ts';
import { startUnhurriedNight } from '../support/unhurried.ts';

describeLists('one Redis', startUnhurriedNight);
