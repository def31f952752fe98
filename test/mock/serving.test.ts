import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import { syncBuiltinESMExports } from 'node:module';
import { mock as testMock } from 'node:test';
import { createInstance } from '@stoplight/prism-http';
import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operations } from '../../contracts/operations.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import { listen } from '../../mock/http/listen.ts';
import { createContractSet } from '../../mock/reply/contract-set.ts';
import type { PrismPackage } from '../../mock/reply/prism.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { makeCertificate } from '../../mock/tls/certificate.ts';
import { json, send } from '../support/http/send.ts';

/** What the mock serves, how often it asks Prism about it, and with which settings it listens. */

const v3 = '/api/v3/mobile';
const documentFile = new URL('../../contracts/generated/openapi.json', import.meta.url);
const operationOf = (id: string) => operations.find((one) => one.id === id) as (typeof operations)[number];

describe('a contract with headers of its own', () => {
  let mock: Mock;
  /** Which replies Prism has checked that are no examples. */
  let checked = 0;
  before(async () => {
    const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;
    // biome-ignore lint/suspicious/noExplicitAny: a test edits any part of the document.
    const { responses } = (document as any).paths[`${v3}/octagon_girls/{id}`].get;
    const own = {
      ...{ 'Cache-Control': 'a', 'content-type': 'b', 'Content-Language': 'c', ETAG: '"d"', Vary: 'e' },
      ...{ 'Content-Length': '1', 'X-Own': 'https://api.example.com/f', Location: '/api/g' },
      Link: '<https://api.example.com/h>; rel="next"',
    };
    for (const [status, type] of [
      [200, 'application/json'],
      [404, 'application/problem+json'],
    ] as const) {
      const examples = Object.values(responses[status].content[type].examples) as Record<string, object>[];
      for (const example of examples) example['x-contract-headers'] = own;
    }
    const loadPrism = (): PrismPackage => ({
      createInstance(config, components) {
        const { request } = createInstance(config, components);
        return {
          request(input, resources, more) {
            if ('mock' in components && more?.validateResponse) checked++;
            return request(input, resources, more);
          },
        };
      },
    });
    mock = await startMock({ port: 0, host: '127.0.0.1', document, loadPrism });
  });
  after(() => mock.close());

  it('is sent with them, but for those that the mock sets on every reply', async () => {
    const { headers, status } = await send(mock.url, 'GET', `/__session/s${v3}/octagon_girls/42`, { Host: 'a.test' });
    expect(status).to.equal(200);
    expect(headers).to.include({
      ...{ 'x-own': 'http://a.test/__session/s/f', location: '/__session/s/api/g' },
      ...{ link: '<http://a.test/__session/s/h>; rel="next"', vary: 'Accept-Encoding', 'content-language': 'es-US' },
      'cache-control': 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers.etag).to.match(/^"[\w-]{27}"$/);
    expect(Number(headers['content-length'])).to.be.above(100);
    const held = await send(mock.url, 'GET', `${v3}/octagon_girls/42`, { 'If-None-Match': '*' });
    expect(held.status).to.equal(304);
    expect(held.headers).to.not.have.any.keys('content-type', 'content-length');
    const missing = await send(mock.url, 'GET', `${v3}/octagon_girls/4711`, { Host: 'a.test' });
    expect(missing.headers).to.include({
      'x-own': 'http://a.test/f',
      'content-type': 'application/problem+json; charset=utf-8',
    });
    expect(missing.headers).to.not.have.any.keys('vary', 'etag');
  });

  it('does not pass its headers on to the problem when it fails', async () => {
    const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;
    // biome-ignore lint/suspicious/noExplicitAny: a test edits any part of the document.
    const { responses } = (document as any).paths[`${v3}/alerts`].get;
    const examples = Object.values(responses[200].content['application/json'].examples) as Record<string, object>[];
    for (const example of examples) example['x-contract-headers'] = { 'X-First': 'a', Link: '</b>', 'X-Bad': 'a\nb' };
    const broken = await startMock({ port: 0, host: '127.0.0.1', document });
    try {
      const { status, headers } = await send(broken.url, 'GET', `${v3}/alerts`);
      expect(status).to.equal(500);
      expect(headers).not.to.have.any.keys('x-first', 'link', 'contract-id', 'contract-match', 'vary');
      expect(headers).to.include({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' });
    } finally {
      await broken.close();
    }
  });

  it('is not cut again where it was cut before, and each fault comes again', async () => {
    for (let time = 0; time < 2; time++) {
      const failed = await send(mock.url, 'GET', `${v3}/octagon_girls/41`, { Prefer: 'fault=reset' }).catch(
        ({ code }: NodeJS.ErrnoException) => code,
      );
      expect(failed).to.equal('ECONNRESET');
    }
    const Prefer = 'code=418, delay=1, jitter=0, fault=drip, rate=429';
    const { headers } = await send(mock.url, 'HEAD', `${v3}/alerts`, { Prefer });
    expect(headers['preference-applied']).to.equal('delay=1, jitter=0, fault=drip, rate=429');
    const unknown = await send(mock.url, 'HEAD', `${v3}/alerts`, { Prefer: 'code=418, delay=1, jitter=0, fault=drip' });
    expect(unknown.headers['preference-applied']).to.equal('delay=1, jitter=0, fault=drip');
  });

  it('is checked once for all unknown ids, and each time for what the session says', async () => {
    const count = async (path: string) => {
      const before = checked;
      expect((await send(mock.url, 'GET', path)).status).to.be.oneOf([200, 404]);
      return checked - before;
    };
    const unknown = [`${v3}/fighters/4711`, `${v3}/fighters/4712`, `${v3}/fighters/4711`];
    expect([
      await count(unknown[0] as string),
      await count(unknown[1] as string),
      await count(unknown[2] as string),
    ]).to.deep.equal([1, 0, 0]);
    const vote = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });
    const type = { 'Content-Type': 'application/json' };
    expect((await send(mock.url, 'POST', `/__session/v${v3}/fights/88005/vote`, type, vote)).status).to.equal(201);
    const tally = `/__session/v${v3}/fights/88005/votes`;
    expect([await count(tally), await count(tally)]).to.deep.equal([1, 1]);
    expect(json(await send(mock.url, 'GET', tally))).to.include({ fight_id: 88005 });
  });
});

describe('the contracts of a document', () => {
  const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;
  const odd = { name: 'odd', in: 'query', schema: { $ref: '#/components/nothing/odd' } };
  const described = document.paths as unknown as Record<string, { get: { parameters: object[] } }>;
  described[`${v3}/alerts`]?.get.parameters.push(odd);
  const added = { id: 'added' } as Contract;
  const set = createContractSet(document, {
    added: new Map([
      ['v3 health', [added]],
      ['v3 elsewhere', [added]],
    ]),
  });

  it('come before those that are derived from them, and both before those of pacts', () => {
    const ids = (key: string) => set.contracts.get(key)?.map(({ id, isDerived }) => [id, isDerived ?? false]);
    const health = ids('v3 health') ?? [];
    expect(health.map(([, isDerived]) => isDerived)).to.deep.equal([false, false, false, true, false]);
    expect([health.at(-1), ids('v3 elsewhere')]).to.deep.equal([['added', false], [['added', false]]]);
    expect([set.document, set.version.document()]).to.deep.equal([document, document]);
    expect(set.version.text).to.equal(JSON.stringify(document));
  });

  it('have these schemas of bodies and parameters, with nothing left to look up', () => {
    const schema = set.bodySchema(operationOf('v3.fight_vote_cast'));
    expect(set.bodySchema(operationOf('v3.fight_vote_cast'))).to.equal(schema);
    const { properties, ...rest } = schema as unknown as { properties: Record<string, { type: string }> };
    expect(rest).to.deep.equal({
      ...{ type: 'object', required: ['round_num', 'fighter_statid', 'client_id'] },
      description: 'A vote for who wins a round.',
    });
    expect(Object.entries(properties).map(([name, { type }]) => [name, type])).to.deep.equal([
      ...[
        ['round_num', 'integer'],
        ['fighter_statid', 'integer'],
        ['client_id', 'string'],
      ],
    ]);
    const update = set.bodySchema(operationOf('v1.fight_metrics_update_live_event'));
    expect(JSON.stringify(update)).to.not.include('$ref');
    expect(JSON.stringify(update).length).to.be.above(10_000);
    const alerts = operationOf('v3.alerts');
    expect([set.bodySchema(alerts), set.bodySchema(alerts)]).to.deep.equal([undefined, undefined]);
    expect(set.parameterSchema(alerts, 'limit')).to.deep.equal({
      ...{ type: 'string', pattern: '^([1-9][0-9]?|[1-4][0-9]{2}|500)$' },
    });
    for (const name of ['limits', 'odd']) expect(set.parameterSchema(alerts, name), name).to.equal(undefined);
    expect(set.parameterSchema(operationOf('v3.root'), 'limit')).to.equal(undefined);
    expect(set.parameterSchema({ ...alerts, path: '/nowhere' }, 'limit')).to.equal(undefined);
    expect(set.bodySchema({ ...alerts, id: 'nowhere', path: '/nowhere' })).to.equal(undefined);
  });
});

describe('a mock listens', () => {
  const created: unknown[][] = [];
  before(() => {
    const { createServer } = http;
    const { createSecureServer } = http2;
    testMock.method(http, 'createServer', (...args: unknown[]) => {
      created.push(args);
      return createServer(...(args as Parameters<typeof createServer>));
    });
    testMock.method(http2, 'createSecureServer', (...args: unknown[]) => {
      created.push(args);
      return createSecureServer(...(args as Parameters<typeof createSecureServer>));
    });
    syncBuiltinESMExports();
  });
  after(() => {
    testMock.reset();
    syncBuiltinESMExports();
  });

  it('with these limits of time, over TLS too, until it is closed', async () => {
    const certificate = await makeCertificate(['localhost']);
    const listener: http.RequestListener = (_, res) => void res.end('here');
    const times = {
      ...{ headersTimeout: 60_000, requestTimeout: 120_000, connectionsCheckingInterval: 1_000 },
      ...{ keepAliveTimeout: 65_000, requireHostHeader: false },
    };
    const settings = { port: 0, host: '127.0.0.1', regionSegments: false };
    const plain = await listen(listener, { ...settings, certificate: undefined });
    const secure = await listen(listener, { ...settings, certificate });
    const { chain: cert, key } = certificate;
    expect(created).to.deep.equal([[times], [times], [{ ...times, cert, key, allowHTTP1: true }]]);
    expect([plain.port, secure.port].every((port) => port > 0) && plain.port !== secure.port).to.equal(true);
    const agent = new http.Agent({ keepAlive: true });
    const answer = await send(`http://127.0.0.1:${plain.port}`, 'GET', '/api/v1/us/news', {}, undefined, agent);
    expect(answer.body.toString()).to.equal('here');
    const taken = await listen(listener, { ...settings, port: plain.port, certificate: undefined }).catch(
      ({ code }: NodeJS.ErrnoException) => code,
    );
    expect(taken).to.equal('EADDRINUSE');
    await Promise.all([plain.close(), secure.close()]);
    const gone = await send(`http://127.0.0.1:${plain.port}`, 'GET', '/').catch(
      ({ code }: NodeJS.ErrnoException) => code,
    );
    expect(gone).to.equal('ECONNREFUSED');
    agent.destroy();
  });
});
