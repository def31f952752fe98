import { type Mock, startMock } from '../../mock/start.ts';
import { describeRules } from '../support/suites/rules.ts';

describe('the mock', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());
  describeRules('mock', () => mock.url);
});
