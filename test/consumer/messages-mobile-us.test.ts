import { messageSuite } from '../support/pact/messages.ts';

messageSuite('mobile-us');
