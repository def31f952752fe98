import { consumerSuite } from '../support/consumer.ts';

consumerSuite('mobile-es-us');
