import { consumerSuite } from '../support/pact/consumer.ts';

consumerSuite('metrics-feed');
