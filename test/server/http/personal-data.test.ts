import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { broken, damage, type Logged, refusesAll, startLogged } from '../../support/server/logged-night.ts';
import type { TestServerOptions } from '../../support/server/server.ts';

const events = '/api/v1/us/events';

/** Texts that would show who someone is, or with which anyone could act as them. */
const plants = {
  name: 'planted-Ana-Perez',
  mail: 'planted@example.com',
  client: 'planted-client-00001',
  key: 'planted-feed-key-0123456789-0123456789-0123456789',
  address: '203.0.113.77',
  phone: '34600123456',
};
const planted = new RegExp(`planted|${plants.address.replaceAll('.', '\\.')}|${plants.phone}`, 'i');

const plantedHeaders: Record<string, string> = {
  'X-Request-Id': plants.client,
  traceparent: `00-${plants.phone}-${plants.name}-01`,
  'X-Forwarded-For': plants.address,
  Forwarded: `for=${plants.address}`,
  'If-None-Match': `"${plants.name}"`,
  ...Object.fromEntries(
    ['tracestate', 'baggage', 'User-Agent', 'Referer', 'Origin', 'Cookie', 'Last-Event-ID', 'Idempotency-Key'].map(
      (name) => [name, plants.mail],
    ),
  ),
};

const body = JSON.stringify({
  ...{ client_id: plants.client, comment: plants.mail, name: plants.name, phone: plants.phone },
  ...{ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, [plants.name]: plants.mail },
});

/** Requests of all kinds, each with a plant wherever it can have one. */
const plantedRequests: readonly (readonly [method: string, path: string, headers?: Record<string, string>])[] = [
  ...expectedOperations.flatMap((operation) => {
    const { method, path } = operation;
    const sample = samplePath(operation);
    const others = [`${sample}?mail=${plants.mail}&limit=${plants.phone}`];
    if (path.includes(':')) others.push(path.replace(/:\w+/g, plants.name), path.replace(/:\w+/g, plants.phone));
    return [sample, ...others].map((target) => [method, target] as const);
  }),
  ['GET', `/${plants.mail}?${plants.name}`],
  ['GET', `http://${plants.mail}/api/v1/us/events`],
  ['GET', `/api/v1/us/events?cursor=${Buffer.from(plants.mail).toString('base64url')}`],
  ['GET', `/api/v3/mobile/fighters/stats/weight_class/lw/born_country/${plants.name.replaceAll('-', '_')}`],
  ['GET', `/api/v3/mobile/fights/${ids.fightInProgress}/round/2/fighter/1/vote/${plants.client}`],
  ['POST', `/api/v3/mobile/fights/${ids.fightInProgress}/vote`],
  ['POST', `/api/v3/mobile/fights/${ids.fightInProgress}/vote`, { 'Content-Type': `text/${plants.name}` }],
  ['GET', events, { Accept: `application/${plants.name}` }],
  ['PUT', `${events}/${plants.name}`],
  ['OPTIONS', events, { 'Access-Control-Request-Headers': plants.name }],
];

describe('K04: the log has no personal data', () => {
  let logged: Logged;
  let said: string[];
  /** A log of every request, behind a proxy that names the client. */
  const start = async (options: TestServerOptions = {}) => {
    said = [];
    const onRequest = (target: string) => void said.push(target);
    logged = await startLogged('trace', { logSample: 1, trustedProxies: 1, onRequest, ...options });
  };
  afterEach(() => logged.night.close());

  const askAll = async () => {
    const counts: Record<number, number> = {};
    for (const [method, path, headers] of plantedRequests) {
      const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${plants.key}` };
      const own = { ...plantedHeaders, ...(method === 'POST' && json), ...headers };
      const { status } = await send(logged.night.url, method, path, own, method === 'POST' ? body : undefined);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  const expectClean = () => expect(logged.text.filter((line) => planted.test(line))).to.deep.equal([]);

  /** @param statuses that some of the answers had, or the test would show little. */
  const expectNone = (counts: Record<number, number>, ...statuses: number[]) => {
    expect(Object.keys(counts)).to.include.members(statuses.map(String));
    expect(said.filter((target) => planted.test(target)).length).to.be.above(20);
    expectClean();
  };

  it('of answered and refused requests', async () => {
    await start();
    const counts = await askAll();
    await eventually(() => logged.lines().length >= plantedRequests.length - 1, 'a line for each');
    expectNone(counts, 200, 204, 400, 403, 404, 405, 406, 415, 422);
  });

  it('of requests while Redis is unreachable', async () => {
    await start({ cacheBytes: 0 });
    logged.night.useProductionTimeouts();
    await logged.night.redis.close();
    expectNone(await askAll(), 400, 403, 404, 503);
  });

  it('of requests refused by limits and overload', async () => {
    await start({ requestLimit: 1 });
    expectNone(await askAll(), 429);
    await logged.night.close();
    await start({ overload: refusesAll });
    expectNone(await askAll(), 503);
  });

  it('of a record that is not valid JSON', async () => {
    await start({ cacheBytes: 0 });
    await damage(logged.night, `{"nickname": ${plants.name}}`);
    expect((await send(logged.night.url, 'GET', broken)).status).to.equal(500);
    expect(() => JSON.parse(`{"nickname": ${plants.name}}`)).to.throw(planted);
    const found = () => logged.lines().find(({ msg }) => msg === 'internal-error');
    await eventually(() => found() !== undefined, 'a line');
    expect(found())
      .to.have.nested.property('err.message')
      .that.matches(/is not valid JSON/);
    expectClean();
  });

  it('of requests that are not HTTP/1.1', async () => {
    await start();
    const header = `Cookie: ${plants.key}\r\nUser-Agent: ${plants.mail}\r\n`;
    for (const bytes of [
      `GET /${plants.name} HTTP/1.1\r\nHost: ${plants.mail}\r\nHost: b\r\n${header}\r\n`,
      `${plants.name} ${plants.mail}\r\n\r\n`,
      `GET /${plants.name} HTTP/1.1\r\nHost: a\r\n${header}${plants.name}\r\n\r\n`,
      `POST /${plants.name} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${plants.name}\r\n${header}\r\n`,
      `GET /${plants.name} HTTP/1.1\r\nHost: a\r\nExpect: ${plants.name}\r\n${header}\r\n`,
    ]) {
      await sendRaw(logged.night.url, bytes);
    }
    expect(logged.lines()).to.have.length(5);
    expectClean();
  });
});
