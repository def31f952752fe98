import { expect } from 'chai';
import type { Family } from '../../contracts/families.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { contractId, currentEtag, type Interaction, urlOf } from '../../contracts/interactions/interaction.ts';
import { operations } from '../../contracts/operations.ts';
import type { ProblemKey } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { states } from '../../contracts/states.ts';
import { classify } from '../../mock/contracts/contract.ts';
import { containsPart } from '../../mock/contracts/matcher.ts';
import { noPreferences, parsePrefer } from '../../mock/contracts/preferences.ts';
import { MockProblem } from '../../mock/contracts/problems.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { prefixes } from '../support/expected/headers.ts';

const exampleBase = 'https://api.example.com';

function find(of: Partial<Interaction> & { state?: string; status?: number }): Interaction {
  const found = interactions.find(
    ({ route, family, given, reply }) =>
      (!of.route || route === of.route) &&
      (!of.family || family === of.family) &&
      (!of.state || given.some(({ name }) => name === of.state)) &&
      (!of.status || reply.status === of.status),
  );
  if (!found) throw new Error(`no contract ${JSON.stringify(of)}`);
  return found;
}

describe('the contract that answers', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (family: Family, path: string, prefer?: string) =>
    fetch(mock.url + prefixes[family] + path, prefer ? { headers: { Prefer: prefer } } : {});

  function send({ route, request, ...rest }: Interaction, more: Record<string, string> = {}) {
    const { body } = request;
    return fetch(mock.url + urlOf({ route, request, ...rest }), {
      method: routeOf(route).method,
      headers: { ...request.headers, ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  it('is each contract when a request names its states', async () => {
    const wrong: string[] = [];
    for (const interaction of interactions) {
      const Prefer = interaction.given.map(({ name }) => `state="${name}"`).join(', ');
      const headers: Record<string, string> = { Prefer };
      if (interaction.request.headers?.['If-None-Match'] === currentEtag) {
        const { 'If-None-Match': _, ...rest } = interaction.request.headers;
        const first = await send({ ...interaction, request: { ...interaction.request, headers: rest } }, headers);
        headers['If-None-Match'] = first.headers.get('etag') as string;
      }
      const reply = await send(interaction, headers);
      const text = (await reply.text()).replaceAll(mock.url, exampleBase);
      const { status, body, headers: expected = {} } = interaction.reply;
      const id = reply.headers.get('contract-id');
      const isSame =
        reply.status === status &&
        text === (body === undefined ? '' : JSON.stringify(body)) &&
        (id === null || id === contractId(interaction)) &&
        Object.entries(expected).every(
          ([name, value]) => reply.headers.get(name)?.replaceAll(mock.url, exampleBase) === value,
        );
      if (!isSame) wrong.push(`${interaction.family} ${interaction.receiving}: ${reply.status} ${id}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('is the contract written for the request', async () => {
    // Without their states this event and this vote do not exist.
    const besides = /^(an event without fights or media exists|the client has voted)$/;
    const ofSample = interactions.filter(({ given }) => !given.some(({ name }) => besides.test(name)));
    for (const interaction of ofSample.filter(({ reply }) => reply.status < 300)) {
      const reply = await send(interaction);
      expect(reply.status, interaction.receiving).to.be.oneOf([200, 201]);
      // Votes and scorecards are stored, and decide the replies to the client's later posts.
      expect(reply.headers.get('contract-match'), interaction.receiving).to.be.oneOf(['exact', 'remembered']);
      await reply.arrayBuffer();
    }
  });

  it('is named with its states', async () => {
    const interaction = find({ route: 'fighter', family: 'v3', status: 200 });
    const { headers } = await send(interaction);
    expect(headers.get('contract-id')).to.equal(contractId(interaction));
    expect(headers.get('contract-state')).to.match(/^a fighter exists \(id \d+\)$/);
    expect(headers.get('preference-applied')).to.equal(null);
  });

  it('is a problem for an id that a contract has as unknown', async () => {
    const reply = await send(find({ route: 'fighter', family: 'v3', status: 404 }));
    expect([reply.status, reply.headers.get('contract-match')]).to.deep.equal([404, 'exact']);
  });

  it('is the problem of an unknown id for an id without a contract, and names the closest match', async () => {
    const first = find({ route: 'fighter', family: 'v1', status: 200 });
    const reply = await ask('v1', '/fighters/2147483646');
    expect([reply.status, reply.headers.get('contract-match')]).to.deep.equal([404, 'fallback']);
    const { detail } = (await reply.json()) as { detail: string };
    expect(detail).to.match(
      /^There is no fighter with this id\. No contract covers this request; the closest is "a request/,
    );
    expect(detail).to.contain(
      `(${contractId(first)}): id: ${first.request.params?.id} in the contract, 2147483646 here.`,
    );
  });

  it("is the route's first success for such an id when the request names its code", async () => {
    const first = find({ route: 'fighter', family: 'v1', status: 200 });
    const reply = await ask('v1', '/fighters/2147483646', 'code=200');
    expect([reply.status, reply.headers.get('contract-match')]).to.deep.equal([200, 'fallback']);
    expect(reply.headers.get('contract-id')).to.equal(contractId(first));
  });

  it('is the same for the same statistics in another case', async () => {
    const interaction = interactions.find(({ route, request }) => route === 'fighters_stats' && request.params);
    const params = Object.entries(interaction?.request.params ?? {});
    const swapped = params.map(([name, value]) => [name, String(value).toUpperCase()]);
    const reply = await send({ ...(interaction as Interaction), request: { params: Object.fromEntries(swapped) } });
    expect(reply.headers.get('contract-match')).to.equal('exact');
  });

  describe('by state', () => {
    it('closes the voting for a vote that would otherwise succeed', async () => {
      const open = find({ route: 'fight_vote_cast', state: 'voting on the round is open', status: 201 });
      expect((await send(open, { 'Mock-Session': 'closing' })).status).to.equal(201);
      const closed = await send(open, { Prefer: 'state="voting on the round has closed"' });
      expect(closed.status).to.equal(409);
      expect(await closed.json()).to.include({ type: 'urn:problem-type:voting-closed' });
      expect(closed.headers.get('preference-applied')).to.equal('state="voting on the round has closed"');
    });

    it('still checks the request first', async () => {
      const open = find({ route: 'fight_vote_cast', state: 'voting on the round is open', status: 201 });
      const unfit = { ...open, request: { ...open.request, body: {} } };
      expect((await send(unfit, { Prefer: 'state="voting on the round has closed"' })).status).to.equal(422);
    });

    it('applies the last of several', async () => {
      const open = find({ route: 'fight_vote_cast', state: 'voting on the round is open', status: 201 });
      const both = ['voting on the round has closed', 'voting on the round is open'].map((name) => `state="${name}"`);
      expect((await send(open, { Prefer: both.join(', ') })).status).to.equal(201);
      expect((await send(open, { Prefer: both.toReversed().join(', ') })).status).to.equal(409);
    });

    for (const state of [
      'bodies are limited',
      'the client has asked too often',
      'the store does not answer',
      'the store does not reply in time',
      'a stored fighter is damaged',
      'the service is draining',
    ] as const satisfies readonly (keyof typeof states)[]) {
      it(`sends the contract of "${state}"`, async () => {
        const interaction = find({ state });
        const reply = await send(interaction, { Prefer: `state="${state}"` });
        expect(reply.status).to.equal(interaction.reply.status);
        expect(reply.headers.get('contract-id')).to.equal(contractId(interaction));
      });
    }

    it('refuses an unknown state with the states of the route', async () => {
      const reply = await ask('v1', '/events', 'state="the moon is full"');
      expect(reply.status).to.equal(422);
      const { type, errors } = (await reply.json()) as {
        type: string;
        errors: { parameter: string; detail: string }[];
      };
      expect(type).to.equal('urn:mock-problem-type:unknown-preference');
      expect(errors[0]?.parameter).to.equal('Prefer: state');
      expect(errors[0]?.detail).to.contain('"the sample content is published"').and.contain('"there is no content"');
    });
  });

  describe('by code', () => {
    for (const [code, type] of [
      [400, 'invalid-request'],
      [404, 'fighter-not-found'],
      [429, 'too-many-requests'],
      [503, 'service-unavailable'],
    ] as const) {
      it(`is ${code}`, async () => {
        const reply = await ask('v3', '/fighters/1', `code=${code}`);
        expect(reply.status).to.equal(code);
        expect(await reply.json()).to.include({ type: `urn:problem-type:${type}` });
        expect(reply.headers.get('retry-after') !== null).to.equal(code === 429 || code === 503);
      });
    }

    it('is 304 with the ETag of the representation', async () => {
      const etag = (await ask('v3', '/events')).headers.get('etag');
      const reply = await ask('v3', '/events', 'code=304');
      expect([reply.status, reply.headers.get('etag')]).to.deep.equal([304, etag]);
      expect(reply.headers.get('contract-id')).to.match(/^[0-9a-f]{12}$/);
      expect(reply.headers.get('contract-state')).to.equal(
        'the sample content is published; the client holds the current representation (path /api/v3/mobile/events)',
      );
    });

    it('lists the statuses of the route when it has no such status', async () => {
      const reply = await ask('v3', '/events', 'code=418');
      expect(reply.status).to.equal(422);
      expect(await reply.text())
        .to.contain('429')
        .and.contain('503');
    });
  });

  describe('by name', () => {
    it('is the contract with this text or this id', async () => {
      const interaction = find({ route: 'events', family: 'v3', state: 'there is no content' });
      for (const example of [interaction.receiving, contractId(interaction)]) {
        const reply = await ask('v3', '/events', `example="${example}"`);
        expect(await reply.json()).to.deep.equal([]);
      }
    });

    it('is refused for a name that no contract of the route has', async () => {
      expect((await ask('v3', '/events', 'example="nothing"')).status).to.equal(422);
    });
  });
});

describe('parsePrefer', () => {
  it('names what is no preference, or its first 40 characters', () => {
    for (const odd of [']]]', '!'.repeat(41)]) {
      expect(() => parsePrefer(`code=404 ${odd}`))
        .to.throw(MockProblem)
        .with.nested.property('errors[0].parameter', `Prefer: ${odd.slice(0, 40)}`);
    }
  });

  it('reads quoted and plain values and ignores registered preferences', () => {
    expect(parsePrefer('respond-async, state="a fighter exists", code=404; example=abc delay=20')).to.deep.equal({
      ...noPreferences,
      states: ['a fighter exists'],
      code: 404,
      example: 'abc',
      delay: 20,
    });
    expect(parsePrefer(undefined)).to.deep.equal(noPreferences);
    expect(parsePrefer('code=100, delay=0, jitter=0')).to.deep.equal({
      ...{ ...noPreferences, code: 100, delay: 0, jitter: 0 },
    });
    expect(parsePrefer('code=599, delay=60000, jitter=60000')).to.deep.equal({
      ...{ ...noPreferences, code: 599, delay: 60_000, jitter: 60_000 },
    });
    // The registry of RFC 7240, with what others have added to it.
    for (const name of ['respond-async', 'return', 'wait', 'handling', 'depth-noroot', 'odata', 'safe', 'transclude']) {
      expect(parsePrefer(`${name}=1, code=404`), name).to.deep.equal({ ...noPreferences, code: 404 });
    }
  });

  for (const [header, known] of [
    ['stat="a fighter exists"', '"state"'],
    ['fault=flood', '"reset" or "hang" or "truncate" or "drip"'],
    ['code=abc', '100'],
    ['delay=-1', '60000'],
    ['delay=60001', '60000'],
    ['jitter=60001', '60000'],
    ['rate=418', '429 or 503'],
    ['dynamic=maybe', '"true" or "false"'],
    ['=', '"state"'],
  ] as const) {
    it(`refuses ${header} with the valid values`, () => {
      expect(() => parsePrefer(header))
        .to.throw(MockProblem)
        .with.nested.property('errors[0].detail')
        .that.contains(known);
    });
  }
});

describe('the kind of a contract', () => {
  const operation = operations.find(({ id }) => id === 'v3.fight_vote_cast') as (typeof operations)[number];
  const vote = { round_num: 2, fighter_statid: 1803, client_id: 'corner-tv-client-1' };
  const kindOf = (status: number, problem: ProblemKey, headers: Record<string, string> = {}, body: object = vote) =>
    classify({
      ...{ id: '', receiving: '', operation, states: [], values: { fight_id: 88005 }, request: { headers, body } },
      reply: { status, headers: {}, body: {}, problem },
    });

  it('is an outage where no request causes the reply', () => {
    expect(kindOf(429, 'too-many-requests')).to.equal('outage');
    expect(kindOf(500, 'internal-error')).to.equal('outage');
    expect(kindOf(503, 'service-unavailable')).to.equal('outage');
    expect(kindOf(503, 'outcome-unknown')).to.equal('outage');
  });

  it('is a problem of the request alone where its body is refused unread: for its type, or for what it has', () => {
    const closed = (headers: Record<string, string>, body: object) => kindOf(409, 'voting-closed', headers, body);
    expect(closed({}, vote)).to.equal('data-problem');
    expect(closed({ 'content-type': 'application/json' }, vote)).to.equal('data-problem');
    expect(closed({ 'content-type': 'text/plain' }, vote)).to.equal('request-problem');
    expect(closed({}, { ...vote, round_num: 0 })).to.equal('request-problem');
  });
});

describe('containsPart', () => {
  it('requires every member of the part, and whole lists', () => {
    expect(containsPart({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ c: 2 }] })).to.equal(true);
    expect(containsPart({ a: 1 }, { a: 2 })).to.equal(false);
    expect(containsPart({ b: [1, 2] }, { b: [1] })).to.equal(false);
    expect(containsPart(null, {})).to.equal(false);
  });
});
