import { expect } from 'chai';
import type { KnownState } from '../../../common/pages/control-wire.ts';
import { states } from '../../../contracts/states.ts';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

let mock: Mock;
before(async () => {
  mock = await startMock({ port: 0 });
});
after(() => mock.close());

describe('GET /__mock', () => {
  it('lists its paths with methods and summaries', async () => {
    const answer = await send(mock.url, 'GET', '/__session/ana/__mock', { Origin: mock.url });
    expect(answer.headers.vary).to.equal('Origin, Accept');
    const { session, paths } = json(answer);
    expect(session).to.equal('ana');
    expect(paths['/__mock/state']).to.deep.equal({
      methods: ['DELETE', 'GET', 'PUT'],
      summary: 'the state of the session',
    });
    for (const [path, { methods }] of Object.entries<{ methods: string[] }>(paths)) {
      const { headers } = await send(mock.url, 'OPTIONS', path);
      expect(headers.allow, path).to.equal(methods.join(', '));
    }
  });
});

describe('GET /__mock/states', () => {
  it('lists states in order, by group', async () => {
    const listed: KnownState[] = json(await send(mock.url, 'GET', '/__mock/states'));
    expect(listed.map(({ name }) => name)).to.deep.equal(Object.keys(states));
    expect([...new Set(listed.map(({ group }) => group))]).to.deep.equal(['content', 'live', 'voting', 'outages']);
  });

  it('lists states that can be set with their samples', async () => {
    const listed: KnownState[] = json(await send(mock.url, 'GET', '/__mock/states'));
    for (const { name, parameters, operations } of listed) {
      expect(operations, name).not.to.deep.equal([]);
      const params = Object.fromEntries(parameters.map((one) => [one.name, one.sample]));
      const body = JSON.stringify({ state: name, params });
      const answer = await send(mock.url, 'PUT', '/__mock/state', { 'Content-Type': 'application/json' }, body);
      expect(answer.status, `${name}: ${answer.body}`).to.equal(200);
    }
    await send(mock.url, 'DELETE', '/__mock/state');
  });
});
