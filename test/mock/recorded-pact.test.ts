import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { contractId, urlOf } from '../../contracts/interactions/interaction.ts';
import { writeInteraction } from '../../contracts/pact/pact-file.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { expectedOperations } from '../support/expected/routes.ts';
import { json, send } from '../support/http/send.ts';
import type { Pact } from '../support/pact/pacts.ts';

const v3 = '/api/v3/mobile';
const methodOf = (route: string) => expectedOperations.find(({ name }) => name === route)?.method ?? 'none';

describe('GET /__mock/pact', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (session: string, path: string, headers: Record<string, string> = {}) =>
    send(mock.url, 'GET', `/__session/${session}${path}`, headers);
  const pactOf = (session: string, query = 'consumer=corner-tv') => ask(session, `/__mock/pact?${query}`);
  const titles = async (session: string) =>
    (json(await pactOf(session)) as Pact).interactions.map(({ description }) => description);

  it('has each contract that answered once, in one order', async () => {
    for (const path of ['/events', '/fighters/3107', '/events', '/news?limit=2']) await ask('order-1', v3 + path);
    for (const path of ['/fighters/3107', '/news?limit=3', '/events']) await ask('order-2', v3 + path);
    // Two paths of one contract: the first of the alphabet stands for both.
    const Prefer = 'state="the store does not answer"';
    for (const path of ['/fighters/3136', '/fighters/3110']) await ask('order-1', v3 + path, { Prefer });
    for (const path of ['/fighters/3110', '/fighters/3136']) await ask('order-2', v3 + path, { Prefer });
    const [one, two] = await Promise.all([pactOf('order-1'), pactOf('order-2')]);
    expect(one.status).to.equal(200);
    expect(one.headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(two.body.toString()).to.equal(one.body.toString());
    expect(await titles('order-1')).to.deep.equal([
      'a request when the store does not answer (v3.fighter)',
      'events (v3.events)',
      'news (v3.news)',
      'one fighter (v3.fighter)',
    ]);
  });

  it('has every contract as our own pacts have it', async () => {
    for (const interaction of interactions) {
      const { route, request } = interaction;
      const { headers = {}, body } = request;
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const prefer = { Prefer: `example="${contractId(interaction)}"`, 'Mock-Session': 'all' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      await send(mock.url, methodOf(route), urlOf(interaction), { ...type, ...headers, ...prefer }, text);
    }
    const pact = json(await pactOf('all')) as Pact;
    // 406 is decided before there is a route.
    const routed = interactions.filter(({ reply }) => reply.status !== 406);
    const expected = routed.map((interaction) => {
      const { family, route, receiving } = interaction;
      return JSON.stringify(writeInteraction({ ...interaction, receiving: `${receiving} (${family}.${route})` }));
    });
    expect(pact.interactions.map((one) => JSON.stringify(one))).to.have.members(expected);
    expect(pact.metadata).to.deep.equal({
      pactSpecification: { version: '4.0' },
      fightcard: { withoutContract: ['GET without a route 406'] },
    });
  });

  it('has a valid body for a derived problem', async () => {
    const card = { event_id: 7001, fight_id: 88005, round_num: 2, fighter1_score: 10, fighter2_score: 8 };
    const headers = { 'Content-Type': 'application/json', Prefer: 'state="the client has asked too often"' };
    const body = JSON.stringify({ ...card, client_id: 'corner-tv-client-1' });
    const path = `/__session/often${v3}/events/score_round`;
    expect((await send(mock.url, 'POST', path, headers, body)).status).to.equal(429);
    const [one] = (json(await pactOf('often')) as Pact).interactions;
    expect(one?.description).to.equal('a request when the client has asked too often (v3.score_round)');
    const content = { ...card, fighter2_score: 9, client_id: 'u7Qm2x9LkT4sBv0Z' };
    const written = one?.request as { body?: object } | undefined;
    expect(written?.body).to.deep.equal({ contentType: 'application/json', encoded: false, content });
  });

  it('names what no contract covers in its metadata', async () => {
    await ask('others', `${v3}/fighters/3107`);
    await ask('others', `${v3}/fighters/999999`);
    await ask('others', `${v3}/nothing`);
    await ask('others', `${v3}/news?limit=0`);
    const stream = await fetch(`${mock.url}/__session/others${v3}/fights/88005/votes`, {
      headers: { Accept: 'text/event-stream' },
    });
    await stream.body?.cancel();
    const { interactions: written, metadata } = json(await pactOf('others')) as Pact;
    expect(written.map(({ description }) => description)).to.deep.equal(['one fighter (v3.fighter)']);
    const { withoutContract } = (metadata as { fightcard: { withoutContract: string[] } }).fightcard;
    expect(withoutContract).to.deep.equal([
      ...['GET v3.fight_votes as a stream', 'GET v3.fighter 404', 'GET v3.news 400', 'GET without a route 404'],
    ]);
  });

  it('remembers contracts beyond the log, until that is cleared', async () => {
    await ask('long', `${v3}/fighters/3107`);
    for (let count = 0; count < 2_100; count++) await ask('long', `${v3}/events`);
    expect(mock.requests('long').some(({ operation }) => operation === 'v3.fighter')).to.equal(false);
    expect(await titles('long')).to.have.length(2);
    await send(mock.url, 'DELETE', '/__session/long/__mock/requests');
    expect((await pactOf('long')).status).to.equal(409);
  });

  it('is refused when it would be empty', async () => {
    expect(json(await pactOf('empty'))).to.deep.include({
      type: 'urn:mock-problem-type:nothing-asked',
      status: 409,
      errors: [{ parameter: 'Mock-Session', detail: 'The log has no requests of this session; run the app first.' }],
    });
    await ask('wrong', `${v3}/nothing`);
    expect(json(await pactOf('wrong')).errors).to.deep.equal([
      { parameter: 'Mock-Session', detail: 'No contract covers: GET without a route 404.' },
    ]);
  });

  it('needs the name of an app', async () => {
    await ask('named', `${v3}/events`);
    const refused = async (query: string) => {
      const { status, body } = await pactOf('named', query);
      return [status, JSON.parse(body.toString()).errors[0].parameter];
    };
    for (const query of ['', 'consumer=a&consumer=b']) expect(await refused(query)).to.deep.equal([400, 'consumer']);
    for (const name of ['', '..%2Fetc', '+a', 'a-', 'a'.repeat(65), 'mobile-us', 'mobile-es-us', 'metrics-feed']) {
      expect(await refused(`consumer=${name}`), name).to.deep.equal([400, 'consumer']);
    }
    expect(await refused('consumer=corner-tv&sesion=x')).to.deep.equal([400, 'sesion']);
    const detail = async (query: string) => json(await pactOf('named', query)).errors[0].detail;
    expect(await detail('consumer=mobile-us')).to.equal(
      'Must be the name of your app; mobile-us is a consumer of the contracts themselves.',
    );
    expect(await detail('consumer=..%2Fetc')).to.equal(
      'Must be the name of your app: 1 to 64 letters and digits, with " ._-" between them.',
    );
    const all = json(await pactOf('named', 'consumer=Corner+TV&all=true')) as Pact;
    expect(all.consumer).to.deep.equal({ name: 'Corner TV' });
  });
});
