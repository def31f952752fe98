import { consumerSuite } from '../support/consumer.ts';

consumerSuite('mobile-us');
