import { consumerSuite } from '../support/pact/consumer.ts';

consumerSuite('mobile-us');
