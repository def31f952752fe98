import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { didYouMean } from '../../contracts/command-line/did-you-mean.ts';
import { answersIn, sendRaw } from '../support/http/raw.ts';
import { useForeignPacts, type Written } from '../support/pact/foreign-pacts.ts';

const fighter = '/api/v3/mobile/fighters/3112';

/** Pacts as other teams may write them. */
describe('the mock: pacts of other teams', () => {
  const { write, withMock, readPacts, refusal, own, file } = useForeignPacts();

  it('get the members that they leave out from the record with the same id, in any contract', async () => {
    const request = { method: 'GET', path: '/api/v3/mobile/media' };
    const type = { '$.body[*].id': { match: 'type' } };
    const rows = [{ id: 51007 }, { id: 51002, title: 'Otro' }, { id: 51003 }];
    write('2.0.0', [{ request, response: { status: 200, body: rows, matchingRules: type } }]);
    const titles = (await withMock(async (mock) => (await own(mock, request.path)).json())) as Record<
      string,
      unknown
    >[];
    expect(titles.map(({ id, title, url_name }) => [id, title, url_name])).to.deep.equal([
      [51007, 'Careo', 'careo'],
      [51002, 'Otro', 'momentos-noche-40'],
      [51003, 'Fotos del pesaje', 'fotos-del-pesaje'],
    ]);
  });

  it('get them from the list of another record too, and for an unknown id from the row at its place', async () => {
    const request = { method: 'GET', path: '/api/v3/mobile/fighters/3101/media' };
    write('2.0.0', [{ request, response: { status: 200, body: [{ id: 51007 }, { id: 99 }] } }]);
    const rows = (await withMock(async (mock) => (await own(mock, request.path)).json())) as Record<string, unknown>[];
    // The list of 3101 is 51004, 51002, …
    expect(rows.map(({ id, title }) => [id, title])).to.deep.equal([
      [51007, 'Careo'],
      [99, 'Momentos de la Noche 40'],
    ]);
  });

  it('may be about a reply without a body', async () => {
    const request = { method: 'GET', path: fighter, headers: { 'If-None-Match': '"a"' } };
    write('2.0.0', [{ request, response: { status: 304 } }]);
    expect((await readPacts()).conflicts).to.deep.equal([]);
  });

  it('may have examples that no provider sends, where a matcher allows other values', async () => {
    const type = { match: 'type' };
    write('2.0.0', [
      {
        request: { method: 'GET', path: '/api/v3/mobile/media/51007' },
        response: {
          status: 200,
          body: { id: 0, type: 'string', title: 'string', created: 'a date', keyword_ids: [1] },
          matchingRules: {
            '$.body.id': type,
            '$.body.type': type,
            '$.body.title': type,
            '$.body.created': type,
            '$.body.keyword_ids': type,
          },
        },
      },
    ]);
    const [item, { conflicts }] = await withMock(async (mock) => [
      (await (await own(mock, '/api/v3/mobile/media/51007')).json()) as object,
      mock.pacts(),
    ]);
    // Valid examples stay.
    expect(item).to.include({ id: 51007, type: 'EMBEDDEDVIDEO', title: 'string', created: '2031-04-04T20:00:00Z' });
    expect(conflicts).to.deep.equal([]);
  });

  it('that the mock cannot serve are reported, and our own contracts answer their requests', async () => {
    write('2.0.0', [
      { request: { method: 'GET', path: fighter }, response: { status: 200, body: { id: 3112, wins: 'many' } } },
      { request: { method: 'GET', path: fighter }, response: { status: 200, body: { id: 3112, unheard_of: 1 } } },
    ]);
    await withMock(async (mock) => {
      const { conflicts } = mock.pacts();
      expect(conflicts).to.have.length(2);
      expect(conflicts[0]).to.match(/corner-tv\.json:\d+: "what the app asks 1": the reply does not fit: #\/wins: /);
      expect(conflicts[1]).to.match(/"what the app asks 2": the reply does not fit: #\/unheard_of: /);
      expect(((await (await fetch(mock.url + fighter)).json()) as { wins: number }).wins).to.equal(18);
    });
  });

  it('may be about the rules: no route, another method, OPTIONS, HEAD, a page', async () => {
    const problem = (key: string, status: number) => ({ type: `urn:problem-type:${key}`, status });
    write('2.0.0', [
      { request: { path: '/api/v3/mobile/boxers' }, response: { status: 404, body: problem('route-not-found', 404) } },
      { request: { method: 'PUT', path: '/boxers' }, response: { status: 404 } },
      {
        request: { method: 'DELETE', path: fighter },
        response: { status: 405, body: problem('method-not-allowed', 405) },
      },
      { request: { method: 'OPTIONS', path: fighter }, response: { status: 204 } },
      { request: { method: 'HEAD', path: fighter }, response: { status: 200 } },
      { request: { method: 'GET', path: '/openapi.json' }, response: { status: 200, body: { openapi: '3.1.1' } } },
      { request: { method: 'GET', path: '/board' }, response: { status: 200 } },
    ]);
    await withMock(async (mock) => {
      expect([mock.pacts().conflicts, mock.pacts().notes]).to.deep.equal([[], []]);
      expect((await fetch(`${mock.url}/api/v3/mobile/boxers`)).status).to.equal(404);
      expect((await fetch(mock.url + fighter, { method: 'DELETE' })).status).to.equal(405);
    });
  });

  for (const [title, interaction, sentence] of [
    [
      'an invented problem type',
      { path: fighter, status: 404, type: 'urn:problem-type:fihgter-not-found' },
      'no provider answers 404 of the type "urn:problem-type:fihgter-not-found" here, only "urn:problem-type:fighter-not-found". Did you mean "urn:problem-type:fighter-not-found"?',
    ],
    [
      'the problem type of another status',
      { path: '/api/v3/mobile/boxers', status: 404, type: 'urn:problem-type:fighter-not-found' },
      'no provider answers 404 of the type "urn:problem-type:fighter-not-found" here, only "urn:problem-type:route-not-found".',
    ],
    ['another method of a route', { path: fighter, status: 200, method: 'PUT' }, `${fighter} does not know PUT`],
    ['an unknown route', { path: '/api/v3/mobile/boxers', status: 200 }, 'no route has the path /api/v3/mobile/boxers'],
    ['a status that the route never has', { path: fighter, status: 302 }, 'v3.fighter never answers 302'],
  ] as const) {
    it(`with ${title} are refused with a sentence`, async () => {
      const { path, status, ...more } = interaction;
      const body = 'type' in more ? { type: more.type, status } : undefined;
      const method = 'method' in more ? more.method : 'GET';
      write('2.0.0', [{ request: { method, path }, response: { status, ...(body && { body }) } }]);
      expect(await refusal())
        .to.match(/corner-tv\.json:\d+: "what the app asks 1": /)
        .and.contain(sentence);
    });
  }

  it('that are nested too deeply are refused where they are, however the depth is written', async () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const advice = 'nested more than 100 levels deep, and no reply needs so many; take the inner lists and objects out';
    const request = { path: fighter };

    write('2.0.0', [], { extra: nested(99) });
    expect((await readPacts()).conflicts).to.deep.equal([]);
    write('2.0.0', [], { extra: nested(100) });
    expect(await refusal())
      .to.match(/corner-tv\.json:\d+:\d+: it is nested/)
      .and.to.contain(advice);

    // On one line, as other languages write a pact.
    write('2.0.0', [{ request, response: { status: 200, body: 'deep' } }]);
    const text = readFileSync(file(), 'utf8').split('\n');
    const line = text.findIndex((one) => one.includes('"body": "deep"'));
    text[line] = text[line]?.replace('"deep"', '['.repeat(3_000) + ']'.repeat(3_000)) ?? '';
    writeFileSync(file(), text.join('\n'));
    expect(await refusal())
      .to.match(new RegExp(`corner-tv\\.json:${line + 1}:\\d+: it is nested`))
      .and.to.contain(advice);

    const content = Buffer.from('['.repeat(3_000) + ']'.repeat(3_000)).toString('base64');
    const body = { contentType: 'application/json', encoded: 'base64', content };
    write('4.0', [{ request, response: { status: 200, body } }]);
    expect(await refusal())
      .to.match(/corner-tv\.json:\d+: "what the app asks 1" has a body that is nested/)
      .and.to.contain(advice);
  });

  it('may leave the problem type to a matcher', async () => {
    const body = { type: 'string', status: 404 };
    const matchingRules = { '$.body.type': { match: 'regex', regex: '^urn:problem-type:[a-z-]+$' } };
    write('2.0.0', [{ request: { path: fighter }, response: { status: 404, body, matchingRules } }]);
    expect((await readPacts()).conflicts).to.deep.equal([]);
  });

  it('are reported when their states are wrong', async () => {
    const state = (name: string, params?: object): Written => ({
      providerStates: [{ name, ...(params && { params }) }],
      request: { path: fighter },
      response: { status: 200 },
    });
    write('3.0.0', [
      state('a figther exists', { id: 3112 }),
      state('a fighter exists'),
      state('voting on the round is open', { figth_id: 88005, round_num: 2 }),
      state('the moon is full'),
      state('a fighter exists', { id: 3112, name: 'and more' }),
    ]);
    const { conflicts } = await readPacts();
    expect(conflicts.map((line) => line.replace(/^.*?"what the app asks /, ''))).to.deep.equal([
      '1": no provider sets up the state "a figther exists" (contracts/states.ts). Did you mean "a fighter exists"?',
      '2": the state "a fighter exists" needs the parameters id: id is missing.',
      '3": the state "voting on the round is open" needs the parameters fight_id, round_num: fight_id is missing. Did you mean "fight_id"?',
      '4": no provider sets up the state "the moon is full" (contracts/states.ts).',
    ]);
  });

  it('of version 2, which has no state parameters, get those of their request and of the sample world', async () => {
    const ask = (description: string, providerState: string, path: string, status: number, body?: object): Written => ({
      ...{ description, providerState, response: { status } },
      request: { method: body ? 'POST' : 'GET', path, ...(body && { body }) },
    });
    const vote = { round_num: 2, fighter_statid: 1803, client_id: 'corner-tv-client-1' };
    const requests = [
      ask('one', 'a fighter exists', fighter, 200),
      ask('two', 'there is no such fighter', '/api/v3/mobile/fighters/5', 404),
      ask('three', 'voting on the round has closed', '/api/v3/mobile/fights/88006/vote', 409, {
        ...vote,
        round_num: 3,
      }),
      ask('four', 'an event is live', '/api/v3/mobile/live', 200),
      // No contract of this route has the state, so its parameters are of the sample world.
      ask('five', 'an article exists', '/api/v3/mobile/events', 200),
    ];
    // The first tools wrote no version.
    write('2.0.0', requests, { metadata: undefined });
    await withMock(async (mock) => {
      expect(mock.pacts().conflicts).to.deep.equal([]);
      const state = async (example: string, path: string, body?: object) => {
        const reply = await fetch(mock.url + path, {
          method: body ? 'POST' : 'GET',
          headers: { Prefer: `example="${example}"`, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        return `${reply.status} ${reply.headers.get('contract-state')}`;
      };
      expect([
        await state('one', fighter),
        await state('two', '/api/v3/mobile/fighters/5'),
        await state('three', '/api/v3/mobile/fights/88006/vote', vote),
        await state('four', '/api/v3/mobile/live'),
        await state('five', '/api/v3/mobile/events'),
      ]).to.deep.equal([
        '200 a fighter exists (id 3112)',
        '404 there is no such fighter (id 5)',
        '409 voting on the round has closed (fight_id 88006, round_num 3)',
        '200 an event is live (statid 811)',
        '200 an article exists (id 90211)',
      ]);
    });
  });

  it('of version 4 may be pending or contain messages, which are reported and stop nothing', async () => {
    write('4.0', [
      {
        type: 'Synchronous/HTTP',
        pending: true,
        request: { path: '/api/v3/mobile/boxers' },
        response: { status: 200 },
      },
      {
        type: 'Synchronous/HTTP',
        pending: true,
        request: { path: fighter },
        response: { status: 404, body: { content: { type: 'x' } } },
      },
      { type: 'Asynchronous/Messages', description: 'a message', contents: {} } as unknown as Written,
      { type: 'Synchronous/HTTP', request: { path: fighter }, response: { status: 200 } },
    ]);
    writeFileSync(
      file('messages.json'),
      JSON.stringify({
        ...{
          consumer: { name: 'corner-tv' },
          provider: { name: 'fight-sports-api' },
          messages: [{ description: 'm' }],
        },
        metadata: { pactSpecification: { version: '3.0.0' } },
      }),
    );
    writeFileSync(
      file('other.json'),
      JSON.stringify({ consumer: { name: 'corner-tv' }, provider: { name: 'ticket-shop' }, interactions: [{}] }),
    );
    const { conflicts, notes, contracts } = await readPacts();
    expect(conflicts).to.deep.equal([]);
    expect([...contracts.values()].flat()).to.have.length(1);
    expect(notes).to.have.length(5);
    expect(notes.join('\n'))
      .to.contain('messages.json: a pact of messages, which are no requests: skipped')
      .and.contain('other.json: a pact with "ticket-shop" and not with "fight-sports-api": skipped');
    expect(notes.filter((line) => line.endsWith(' (pending)'))).to.have.length(2);
    const lines = readFileSync(file(), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"a message"')) + 1;
    expect(at).to.be.greaterThan(1);
    expect(notes.join('\n')).to.contain(`:${at}: "a message" is no request but Asynchronous/Messages: skipped`);
  });

  it('of an earlier version have no types, whatever a member of that name says', async () => {
    const other = 'Asynchronous/Messages';
    write('3.0.0', [{ type: other, request: { path: fighter }, response: { status: 200 } }]);
    const { notes, contracts } = await readPacts();
    expect([notes, [...contracts.values()].flat().length]).to.deep.equal([[], 1]);
  });

  it('conflict with a contract only where no reply fits both', async () => {
    const either = { combine: 'OR', matchers: [{ match: 'null' }, { match: 'type' }] };
    const contains = (title: string) => ({
      combine: 'AND',
      matchers: [
        {
          match: 'arrayContains',
          variants: [{ index: 0, rules: { '$.title': { matchers: [{ match: 'regex', regex: title }] } } }],
        },
      ],
    });
    const lists = (title: string): Written => ({
      ...{ type: 'Synchronous/HTTP', providerStates: [{ name: 'the sample content is published' }] },
      request: { method: 'GET', path: '/api/v3/mobile/media' },
      response: {
        status: 200,
        body: { contentType: 'application/json', encoded: false, content: [{ title: 'Careo' }] },
        matchingRules: { body: { $: contains(title) } },
      },
    });
    const nullable = (path: string, rule: object): Written => ({
      ...{ type: 'Synchronous/HTTP', providerStates: [{ name: 'a fighter exists', params: { id: 3112 } }] },
      request: { method: 'GET', path },
      response: {
        status: 200,
        body: { contentType: 'application/json', encoded: false, content: { nickname: 'A nickname', last_name: 'x' } },
        matchingRules: {
          body: { '$.nickname': rule, '$.last_name': { matchers: [{ match: 'regex', regex: '(?i)^.*$' }] } },
        },
      },
    });
    write('4.0', [
      nullable('/api/v3/mobile/fighters/3104', either),
      nullable('/api/v3/mobile/fighters/3112', either),
      lists('^Careo$'),
      // Controls: these conflict.
      nullable('/api/v3/mobile/fighters/3104', { matchers: [{ match: 'type' }] }),
      lists('^Nothing has this title$'),
    ]);
    const { conflicts } = await readPacts();
    expect(conflicts.map((line) => line.replace(/^.*?"what the app asks (\d)".*: /, '$1 '))).to.deep.equal([
      '4 $.nickname',
      '5 $',
    ]);
  });
});

describe('response headers of a pact', () => {
  const { write, withMock, readPacts } = useForeignPacts();
  const path = '/api/v3/mobile/fighters/4000';
  const writeHeaders = (...all: object[]) =>
    write(
      '2.0.0',
      all.map((headers) => ({
        providerState: 'a fighter exists',
        request: { method: 'GET', path },
        response: { status: 200, headers, body: { id: 4000 } },
      })),
    );
  const ofTransport = {
    ...{ Connection: 'close', 'Keep-Alive': 'timeout=900', 'Proxy-Connection': 'close', TE: 'trailers' },
    ...{ Trailer: 'X-Stream-Error', 'Transfer-Encoding': 'chunked', Upgrade: 'h2c', 'HTTP2-Settings': 'AA' },
    ...{ 'content-LENGTH': '3', 'Content-Encoding': 'gzip', Date: 'Sat, 05 Apr 2031 20:00:00 GMT' },
    ...{ 'Strict-Transport-Security': 'max-age=9', 'X-Corner': 'red' },
  };

  it('leaves those of the transport to the mock over HTTP/1.1', async () => {
    writeHeaders(ofTransport);
    await withMock(async (mock) => {
      const get = `GET ${path} HTTP/1.1\r\nHost: mock\r\n\r\n`;
      const [first, second] = answersIn((await sendRaw(mock.url, [get + get], { answers: 2 })).text);
      expect(JSON.parse(first?.body ?? '')).to.have.property('id', 4000);
      expect(first?.headers).to.include({
        'x-corner': 'red',
        'content-length': `${Buffer.byteLength(first?.body ?? '')}`,
      });
      expect(first?.headers.date).not.to.equal(ofTransport.Date);
      expect(first?.headers.connection).not.to.equal('close');
      for (const name of ['trailer', 'transfer-encoding', 'content-encoding', 'upgrade', 'te', 'http2-settings']) {
        expect(first?.headers, name).not.to.have.property(name);
      }
      expect(first?.headers).not.to.have.property('strict-transport-security');
      expect(second?.status, 'on the same connection').to.equal(200);
    });
  });

  it('leaves those of the transport to the mock over HTTP/2', async () => {
    writeHeaders(ofTransport);
    await withMock(
      async (mock) => {
        const session = connect(mock.url, { ca: mock.certificate?.root as string });
        const stream = session.request({ ':path': path }).end();
        const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
        const body = await text(stream);
        session.close();
        expect(JSON.parse(body)).to.have.property('id', 4000);
        expect(headers).to.include({
          ':status': 200,
          'x-corner': 'red',
          'content-length': `${Buffer.byteLength(body)}`,
        });
        for (const name of ['trailer', 'transfer-encoding', 'content-encoding', 'strict-transport-security']) {
          expect(headers, name).not.to.have.property(name);
        }
      },
      { https: {} },
    );
  });

  it('are a conflict where HTTP allows no such header', async () => {
    const wrong = [
      { 'X Corner': '1' },
      { ':status': '200' },
      { 'X-Corner': 'a\r\nb' },
      { 'X-Corner': 'a\u0000' },
      { 'X-Corner': '🥊' },
    ];
    writeHeaders(...wrong, { 'X-Corner': 'rincón' });
    const { conflicts } = await readPacts();
    expect(
      conflicts.map((line) => line.replace(/^.*corner-tv\.json:\d+: "what the app asks (\d)": (.*?);.*$/, '$1 $2')),
    ).to.deep.equal([
      '1 the response header "X Corner" is not a header name',
      '2 the response header ":status" is not a header name',
      '3 the response header X-Corner is "a\\r\\nb"',
      '4 the response header X-Corner is "a\\u0000"',
      '5 the response header X-Corner is "🥊"',
    ]);
  });
});

/** The verdicts are those of Pact's verifier. */
describe('a pact', () => {
  const { write, withMock, readPacts, refusal, own, file } = useForeignPacts();
  const request = { method: 'GET', path: fighter };
  const json = { 'Content-Type': 'application/json' };
  const reasons = async () =>
    (await readPacts()).conflicts.map((line) => line.replace(/^.*"what the app asks (\d+)"[ :]*/, '$1 '));

  it('is served with the status that its rule allows', async () => {
    const rule = (status: unknown) => ({ status: { matchers: [{ match: 'statusCode', status }] } });
    const v4 = (path: string, status: number, wanted: unknown): Written => ({
      type: 'Synchronous/HTTP',
      request: { method: 'GET', path },
      response: { status, matchingRules: rule(wanted) },
    });
    write('4.0', [
      v4(fighter, 201, 'success'),
      v4('/api/v3/mobile/fighters/3999', 400, 'clientError'),
      v4(fighter, 302, [200, 201]),
      v4(fighter, 500, 'nonError'),
      v4('/api/v3/mobile/boxers', 400, 'error'),
    ]);
    await withMock(async (mock) => {
      expect(mock.pacts().conflicts).to.deep.equal([]);
      const statusOf = async (nth: number, path: string) =>
        (await fetch(mock.url + path, { headers: { Prefer: `example="what the app asks ${nth}"` } })).status;
      expect(await statusOf(1, fighter)).to.equal(200);
      expect(await statusOf(2, '/api/v3/mobile/fighters/3999')).to.equal(404);
      expect(await statusOf(3, fighter)).to.equal(200);
      expect(await statusOf(4, fighter)).to.equal(200);
    });
    write('4.0', [v4(fighter, 200, 'redirect'), v4(fighter, 200, 'info')]);
    expect(await refusal()).to.contain('"what the app asks 2": v3.fighter never answers with a status that');
  });

  it('may have its JSON as a text, in requests too', async () => {
    const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
    write('2.0.0', [
      { request, response: { status: 200, headers: json, body: '{"id":3112}' } },
      { request, response: { status: 200, body: '{"id":3112}' } },
      {
        providerState: 'voting on the round is open',
        request: {
          method: 'POST',
          path: '/api/v3/mobile/fights/88005/vote',
          headers: json,
          body: JSON.stringify(vote),
        },
        response: { status: 201, headers: json, body: '{"voted":"perhaps"}' },
      },
      { request, response: { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '{"id":3112}' } },
    ]);
    await withMock(async (mock) => {
      expect(await (await own(mock, fighter)).json()).to.include({ id: 3112, wins: 18 });
    });
    const found = await reasons();
    expect(found).to.have.length(2);
    expect(found[0]).to.match(/^3 the reply does not fit: #\/voted: /);
    expect(found[1]).to.match(/^4 the reply does not fit: #: /);
  });

  it('is a conflict where it expects an empty body', async () => {
    write('2.0.0', [
      { request, response: { status: 200, body: null } },
      { request, response: { status: 200, body: '' } },
      { request: { path: '/api/v3/mobile/boxers' }, response: { status: 404, body: null } },
      { request: { ...request, headers: { 'If-None-Match': '"a"' } }, response: { status: 304, body: null } },
      { request: { ...request, method: 'HEAD' }, response: { status: 200, body: null } },
      { request, response: { status: 200 } },
    ]);
    const sentence = (status: number) =>
      `the pact expects an empty body, but the reply ${status} has one; leave out "body" where the app does not read it`;
    expect(await reasons()).to.deep.equal([`1 ${sentence(200)}`, `2 ${sentence(200)}`, `3 ${sentence(404)}`]);
  });

  it('is a conflict where it contradicts a contract, whatever the states', async () => {
    const wrong = { status: 200, body: { id: 3112, last_name: 'Wrong' } };
    write('2.0.0', [
      { providerState: 'the sample content is published', request, response: wrong },
      { request, response: wrong },
      { providerState: 'a fighter exists', request, response: { status: 404 } },
      // Nothing is known of votes in other states.
      {
        providerState: 'a fight exists',
        request: { method: 'GET', path: '/api/v3/mobile/fights/88005/votes' },
        response: { status: 200, body: { fight_id: 88005, total_votes: 77 } },
      },
    ]);
    const odds = 'is at odds with contract 716d500040f1 "a request for fighter 3112", which answers the same request:';
    expect(await reasons()).to.deep.equal([`1 ${odds} $.last_name`, `2 ${odds} $.last_name`, `3 ${odds} status`]);
  });

  it('is a conflict where its matcher forbids the value of the contract', async () => {
    const of = (path: string, member: string, example: unknown, match: string): Written => ({
      request: { method: 'GET', path },
      response: {
        status: 200,
        body: { [member]: example },
        matchingRules: { body: { [`$.${member}`]: { combine: 'AND', matchers: [{ match }] } } },
      },
    });
    const item = '/api/v3/mobile/media/51007';
    write('3.0.0', [
      of(fighter, 'height', 70.5, 'decimal'),
      of(fighter, 'last_name', '1.0.0', 'semver'),
      of(item, 'title', '2031-01-01', 'date'),
      of(item, 'title', '10:00:00', 'time'),
      of(item, 'created', '2031-01-01T10:00:00Z', 'timestamp'),
    ]);
    const found = await reasons();
    expect(found[0]).to.match(/^1 the reply does not fit: #\/height: /);
    expect(found.slice(1).map((line) => line.replace(/ is at odds .*: /, ' '))).to.deep.equal([
      '2 $.last_name',
      '3 $.title',
      '4 $.title',
    ]);
  });

  it('that begins with a byte order mark is named with what to do', async () => {
    write('2.0.0', [{ request, response: { status: 200 } }]);
    const plain = readFileSync(file(), 'utf8');
    for (const [encoding, bytes] of [
      ['UTF-8', Buffer.from(`\uFEFF${plain}`)],
      ['UTF-16', Buffer.from(`\uFEFF${plain}`, 'utf16le')],
      ['UTF-16, big endian', Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16()],
    ] as const) {
      writeFileSync(file(), bytes);
      expect(await refusal())
        .to.match(/corner-tv\.json:1: /)
        .and.to.contain(`it begins with a byte order mark (${encoding}); save it as UTF-8 without a byte order mark`);
    }
  });

  it('of version 1 is named, and the others are served', async () => {
    write('2.0.0', [{ request, response: { status: 200 } }], { metadata: { pactSpecificationVersion: '1.0.0' } });
    renameSync(file(), file('old.json'));
    write('2.0.0', [{ request, response: { status: 200, body: { id: 3112 } } }]);
    await withMock(async (mock) => {
      const { notes, conflicts } = mock.pacts();
      expect(notes).to.have.length(1);
      expect(notes[0]).to.match(/old\.json:\d+: a pact of version 1, and only versions 2 to 4 .* are read: skipped; /);
      expect(conflicts).to.deep.equal([]);
      expect((await own(mock, fighter)).status).to.equal(200);
    });
  });

  it('is completed in nested lists, also where the known list is empty', async () => {
    const type = { match: 'type' };
    write('2.0.0', [
      {
        request: { method: 'GET', path: '/api/v3/mobile/events/4000/fights' },
        response: {
          status: 200,
          body: [{ id: 1, result: { Scores: [{ JudgeID: '9' }, { JudgeID: '8' }] } }],
          matchingRules: { '$.body': type },
        },
      },
      {
        request: { method: 'GET', path: '/api/v3/mobile/octagon_girls/42' },
        response: { status: 200, body: { gallery: [{ id: 1 }, { id: 2 }] }, matchingRules: { '$.body': type } },
      },
    ]);
    await withMock(async (mock) => {
      expect(mock.pacts().conflicts).to.deep.equal([]);
      const [fight] = (await (await own(mock, '/api/v3/mobile/events/4000/fights')).json()) as {
        result: { Scores: object[] };
      }[];
      expect(fight?.result.Scores).to.have.length(2);
      expect(fight?.result.Scores[1])
        .to.include.all.keys('JudgeLastName', 'WinnerScore')
        .and.to.include({ JudgeID: '8' });
      const headers = { Prefer: 'example="what the app asks 2"' };
      const item = (await (await fetch(`${mock.url}/api/v3/mobile/octagon_girls/42`, { headers })).json()) as {
        gallery: object[];
      };
      expect(item.gallery).to.have.length(2);
      expect(item.gallery[1]).to.include.all.keys('caption', 'path').and.to.include({ id: 2 });
    });
  });

  it('does not answer for another id than the path names, in a named state', async () => {
    const type = { '$.body': { match: 'type' } };
    write('2.0.0', [
      {
        providerState: 'the sample content is published',
        request: { method: 'GET', path: '/api/v3/mobile/events/7001/fights' },
        response: { status: 200, body: [{ id: 1 }, { id: 2 }], matchingRules: type },
      },
    ]);
    await withMock(async (mock) => {
      const ask = async (path: string, state = 'the sample content is published') => {
        const reply = await fetch(`${mock.url}/api/v3/mobile${path}`, { headers: { Prefer: `state="${state}"` } });
        return { status: reply.status, link: reply.headers.get('link'), body: await reply.json() };
      };
      const eventsOf = ({ body }: { body: unknown }) =>
        (body as { event_id: number }[]).map(({ event_id }) => event_id);
      expect(eventsOf(await ask('/events/7000/fights?limit=1'))).to.deep.equal([7000]);
      expect(eventsOf(await ask('/events/7000/fights')))
        .to.have.length(6)
        .and.to.include(7000)
        .and.not.include(7001);
      expect((await ask('/events/7000/fights?limit=1')).link).to.contain('rel="next"');
      expect((await ask('/events/7001/fights?limit=1')).body).to.have.length(1);
      expect((await ask('/events/4711/fights')).status).to.equal(404);
      expect((await ask('/fighters/3101', 'a fighter exists')).body).to.include({ id: 3101 });
      expect((await ask('/events/7001/fights', 'an event without fights or media exists')).body).to.deep.equal([]);
      expect((await ask('/fighters/3101/news?limit=1', 'there is no content')).body).to.deep.equal([]);
    });
  });

  it('does not suffer from dot files in its folder', async () => {
    write('2.0.0', [{ request, response: { status: 200 } }]);
    writeFileSync(file('._corner-tv.json'), Buffer.from([0, 5, 22, 7, 0, 2]));
    const { files } = await readPacts();
    expect(files).to.deep.equal([file()]);
  });
});

describe('didYouMean', () => {
  for (const [word, sentence] of [
    ['a fihgter exists', ' Did you mean "a fighter exists"?'],
    ['A Fighter Exists', ' Did you mean "a fighter exists"?'],
    ['an event exist', ' Did you mean "an event exists"?'],
    ['nothing of the kind', ''],
    ['x'.repeat(10_000), ''],
  ] as const) {
    it(`${word.slice(0, 30)}${sentence}`, () => {
      expect(didYouMean(word, ['an event exists', 'a fighter exists'])).to.equal(sentence);
    });
  }
});
