import { startFightNight } from '../../support/server/fight-night.ts';
import { pagesSuite } from '../../support/suites/pages.ts';

pagesSuite('server', startFightNight, () => startFightNight({ offersWrites: false }));
