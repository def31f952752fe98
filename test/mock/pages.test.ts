import { startMock } from '../../mock/start.ts';
import { pagesSuite } from '../support/suites/pages.ts';

pagesSuite('mock', () => startMock({ port: 0, host: '127.0.0.1' }));
