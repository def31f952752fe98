import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';

const fighterPath = '/api/v3/mobile/fighters/3107';
const votes = '/api/v3/mobile/fights/88005/vote';

describe('/__mock/replies', () => {
  let mock: Mock;
  let fighter: Record<string, unknown>;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    fighter = json(await send(mock.url, 'GET', fighterPath));
  });
  after(() => mock.close());

  const ask = (session: string, method: string, path: string, body?: unknown, headers = {}) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return send(mock.url, method, `/__session/${session}${path}`, { ...type, ...headers }, text);
  };
  const set = (session: string, replies: unknown) => ask(session, 'PUT', '/__mock/replies', replies);
  const problem503 = async () => json(await ask('model', 'GET', fighterPath, undefined, { Prefer: 'code=503' }));
  const statusesOf = async (session: string, count: number, path = fighterPath) => {
    const statuses = [];
    for (let nth = 0; nth < count; nth++) statuses.push((await ask(session, 'GET', path)).status);
    return statuses;
  };

  it('answers an operation with the own body in this session only', async () => {
    await ask('own', 'GET', fighterPath);
    const body = { ...fighter, last_name: 'Nombre muy largo '.repeat(9) };
    const answer = await set('own', [{ operation: 'v3.fighter', status: 200, headers: { 'X-Cache': 'MISS' }, body }]);
    expect(json(answer)).to.deep.equal({ session: 'own', replies: 1 });
    const own = await ask('own', 'GET', '/api/v3/mobile/fighters/3101');
    expect(json(own)).to.deep.equal(body);
    const cached = await ask('own', 'GET', fighterPath);
    expect(json(cached)).to.deep.equal(body);
    expect(own.headers).to.include({
      'contract-match': 'own',
      'x-cache': 'MISS',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(own.body.length),
    });
    expect(own.headers).not.to.have.property('contract-id');
    expect(json(await ask('other', 'GET', fighterPath))).to.deep.equal(fighter);
    expect(json(await ask('own', 'GET', '/__mock/requests')).at(-1).match).to.equal('own');
    await ask('own', 'DELETE', '/__mock/replies');
    expect(json(await ask('own', 'GET', fighterPath))).to.deep.equal(fighter);
  });

  it('takes part in HEAD and conditional requests', async () => {
    await set('cached', [{ operation: 'v3.fighter', status: 200, body: { ...fighter, nickname: 'La Otra' } }]);
    const { headers } = await ask('cached', 'HEAD', fighterPath);
    const conditional = { 'If-None-Match': headers.etag ?? '' };
    expect((await ask('cached', 'GET', fighterPath, undefined, conditional)).status).to.equal(304);
    const plain = await ask('plain', 'GET', fighterPath, undefined, conditional);
    expect(plain.status).to.equal(200);
  });

  it('answers a path in each of its forms, and its query', async () => {
    await set('path', [
      { path: fighterPath, status: 503, body: await problem503() },
      { path: '/api/v3/mobile/news?limit=2', status: 200, body: [] },
    ]);
    expect(await statusesOf('path', 1, `${fighterPath}.json`)).to.deep.equal([503]);
    expect(await statusesOf('path', 1, '/api/v3/mobile/fighters/3101')).to.deep.equal([200]);
    expect(json(await ask('path', 'GET', '/api/v3/mobile/news?limit=2'))).to.deep.equal([]);
    expect(json(await ask('path', 'GET', '/api/v3/mobile/news?limit=3'))).to.have.length(3);
  });

  it('answers in order, each so many times', async () => {
    const failure = { operation: 'v3.fighter', status: 503, body: await problem503() };
    await set('sequence', [{ ...failure, times: 2 }]);
    await ask('sequence', 'POST', '/__mock/replies', {
      operation: 'v3.fighter',
      status: 200,
      body: { ...fighter, nickname: 'Tercera' },
      times: 1,
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('sequence', 'GET', fighterPath)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 200, 503, 503]);
    const own = answers.filter(({ headers }) => headers['contract-match'] === 'own');
    expect(own).to.have.length(3);
    expect(json(await ask('sequence', 'GET', '/__mock/replies'))).to.deep.equal([]);
    expect(own[0]?.headers['content-type']).to.match(/^application\/problem\+json/);
  });

  it('checks requests first, which use up no reply', async () => {
    await set('checked', [
      { path: votes, status: 409, unchecked: true, body: { type: 'urn:problem-type:voting-closed' }, times: 1 },
    ]);
    expect((await ask('checked', 'POST', votes, { round_num: 'two' })).status).to.equal(422);
    const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
    const closed = await ask('checked', 'POST', votes, vote);
    expect([closed.status, json(closed).instance]).to.deep.equal([409, votes]);
    expect((await ask('checked', 'POST', votes, vote)).status).to.equal(201);
  });

  it('beats the state of the session, but not Prefer', async () => {
    await set('both', [{ operation: 'v3.fighter', status: 200, body: fighter }]);
    await ask('both', 'PUT', '/__mock/state', { state: 'the client has asked too often' });
    expect(await statusesOf('both', 1)).to.deep.equal([200]);
    expect((await ask('both', 'GET', fighterPath, undefined, { Prefer: 'code=503' })).status).to.equal(503);
  });

  it('is the one event of a stream', async () => {
    const path = '/api/v3/mobile/fights/88005/votes';
    const body = { ...json(await ask('stream', 'GET', path)), fighter1_votes: 77 };
    await set('stream', [{ operation: 'v3.fight_votes', status: 200, body, unchecked: true }]);
    const follower = await follow(`${mock.url}/__session/stream${path}`);
    await follower.until(1);
    follower.close();
    expect(JSON.parse(follower.events[0]?.data ?? '')).to.deep.equal(body);
  });

  it('waits for a request while a stream is open', async () => {
    const path = '/api/v3/mobile/fights/88005/votes';
    const follower = await follow(`${mock.url}/__session/open${path}`);
    await follower.until(1);
    await set('open', [{ path, status: 503, body: await problem503(), times: 1 }]);
    const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
    await ask('open', 'POST', votes, vote);
    await follower.until(2);
    follower.close();
    expect(await statusesOf('open', 2, path)).to.deep.equal([503, 200]);
  });

  it('is saved with the session', async () => {
    const replies = [{ operation: 'v3.fighter', status: 200, body: fighter, times: 3 }];
    await set('saved', replies);
    const saved = json(await ask('saved', 'GET', '/__mock/session'));
    expect((await ask('loaded', 'PUT', '/__mock/session', saved)).status).to.equal(200);
    expect(json(await ask('loaded', 'GET', '/__mock/replies'))).to.deep.equal(replies);
  });

  for (const [title, reply, pointer, detail] of [
    ['a body that violates the schema', { body: { id: 'x' } }, '#/0/body/id', /^Must be an integer/],
    ['a missing body', {}, '#/0/body', /^Is required/],
    ['a status that the operation does not have', { status: 418, body: {} }, '#/0/status', /^Must be 200 or 400/],
    ['a status without a body', { status: 304, unchecked: true }, '#/0/status', /with a body/],
    [
      'a framing header',
      { headers: { 'Content-Length': '5' }, unchecked: true },
      '#/0/headers/Content-Length',
      /^Is set/,
    ],
    ['a header with a line end', { headers: { 'X-A': 'a\r\nb' }, unchecked: true }, '#/0/headers/X-A', /Invalid/],
    ['an unknown operation', { operation: 'v3.figther' }, '#/0/operation', /"v3.fighter"/],
    ['an unknown path', { operation: undefined, path: '/nothing' }, '#/0/path', /^Must be a path/],
    ['two targets', { path: '/api/v3/mobile/news' }, '#/0', /exactly one of operation and path/],
    ['no times', { times: 0 }, '#/0/times', /from 1/],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const answer = await set('wrong', [{ operation: 'v3.fighter', status: 200, ...reply }]);
      expect([answer.status, json(answer).type]).to.deep.equal([422, 'urn:mock-problem-type:malformed-reply']);
      const error = json(answer).errors.find((one: { pointer: string }) => one.pointer === pointer);
      expect(error?.detail, answer.body.toString()).to.match(detail);
      expect(json(await ask('wrong', 'GET', '/__mock/replies'))).to.deep.equal([]);
    });
  }
});
