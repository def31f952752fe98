import { messageSuite } from '../support/messages.ts';

messageSuite('mobile-us');
