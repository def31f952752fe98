import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { prefixes } from '../support/expected/headers.ts';
import { send } from '../support/http/send.ts';

/** Routes whose replies contain links to the service. */
const linking = { v3: '/events', v1: '/fight_metrics' };

/** Behaviour of the mock beyond the rules that it shares with the server (`rules.test.ts`). */
describe('the mock as HTTP server', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  for (const family of ['v3', 'v1'] as const) {
    const prefix = prefixes[family];

    it(`${family}: links to the host of the client`, async () => {
      const path = prefix + linking[family];
      const emulator = (await send(mock.url, 'GET', path, { Host: '10.0.2.2:4010' })).body.toString();
      expect(emulator).to.contain('http://10.0.2.2:4010/api/v1/us/fight_metrics/');
      expect(emulator).to.not.contain('https://api.example.com');
      expect((await send(mock.url, 'GET', path)).body.toString()).to.contain(`${mock.url}/api/v1/us/fight_metrics/`);
    });
  }
});
