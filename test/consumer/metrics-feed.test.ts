import { consumerSuite } from '../support/consumer.ts';

consumerSuite('metrics-feed');
