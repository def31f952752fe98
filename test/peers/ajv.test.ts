import { expect } from 'chai';
import fc from 'fast-check';
import { type Mock, startMock } from '../../mock/start.ts';
import { type GeneratedRequest, requests } from '../support/fixtures/generated-requests.ts';
import { listen } from '../support/http/listen.ts';
import { type Answer, json, send } from '../support/http/send.ts';
import { type FightNight, startFightNight } from '../support/server/fight-night.ts';
import { proveMock, proveServer } from '../support/server/identity.ts';
import { uncached } from '../support/server/server.ts';
import { askAll } from './ask-all.ts';
import { createDocumentJudge, type DocumentJudge, readDescribed } from './document-judge.ts';

const count = 3_000;
const seed = Number(process.env.SEED ?? 10);

describe('ajv with the OpenAPI document', function () {
  // As long as it takes: the judge waits for answers only, and each of them ends.
  this.timeout(0);
  const generated = fc.sample(requests, { numRuns: count, seed });
  let mock: Mock;
  let night: FightNight;
  let judge: DocumentJudge;
  before(async () => {
    judge = createDocumentJudge(readDescribed());
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    night = await startFightNight(uncached, { changesPerTenSeconds: 0 });
    // Else one target could be judged twice.
    await proveMock(targets[0].url());
    await proveServer(targets[1].url(), night.store);
  });
  after(async () => {
    await mock?.close();
    await night?.close();
  });

  const targets = [
    { title: 'mock', url: () => mock.url },
    { title: 'server', url: () => night.url },
  ] as const;
  for (const { title, url } of targets) {
    it(`A13: finds no violation in ${count} answers of the ${title}`, async () => {
      const { found, statuses } = await askAll(url(), generated, judge);
      expect(found.slice(0, 10).join('\n'), `${found.length} violations`).to.equal('');
      const judged = [...statuses.values()].reduce((sum, times) => sum + times, 0);
      expect(judged, 'answers').to.be.above(count * 0.98);
      expect([...statuses.keys()]).to.include.members([200, 201, 400, 401, 404, 405, 406, 409, 415, 422]);
    });
  }

  it('does not take the start of another path for a parameter', async () => {
    for (const name of ['round_scoring', 'round_scoring/', 'round_scoring.json', 'round_scoring.json/']) {
      const path = `/api/v1/us/events/${name}`;
      const answer = await send(night.url, 'GET', path);
      expect(answer.status, path).to.equal(404);
      expect(judge({ method: 'GET', path, answer }), path).to.deep.equal([]);
    }
  });

  const path = '/api/v1/us/fighters/3124';
  const withBody = (answer: Answer, change: object) => ({
    ...answer,
    body: Buffer.from(JSON.stringify({ ...json(answer), ...change })),
  });
  const withHeaders = (answer: Answer, headers: Answer['headers']) => ({
    ...answer,
    headers: { ...answer.headers, ...headers },
  });
  for (const [title, plant, sentences] of [
    ['accepts the true answer', (answer) => answer, []],
    ['finds an id as text', (answer) => withBody(answer, { id: '3124' }), ['#/id: must be integer']],
    [
      'finds a missing member',
      (answer) => withBody(answer, { id: undefined }),
      ["#: must have required property 'id'"],
    ],
    [
      'finds another content type',
      (answer) => withHeaders(answer, { 'content-type': 'text/html' }),
      ['content type "text/html" is not one of application/json'],
    ],
    [
      'finds a missing header',
      ({ headers: { 'cache-control': _, ...headers }, ...answer }) => ({ ...answer, headers }),
      ['header Cache-Control: is required and absent'],
    ],
    [
      'finds an unlisted status',
      (answer) => ({ ...answer, status: 418 }),
      ['status 418 is not one of 200,304,400,404,405,406,429,500,503'],
    ],
  ] as [string, (answer: Answer) => Answer, string[]][]) {
    it(title, async () => {
      const answer = await send(night.url, 'GET', path);
      expect(judge({ method: 'GET', path, answer: plant(answer) })).to.deep.equal(sentences);
    });
  }

  it('finds a header of another form', async () => {
    const answer = withHeaders(await send(night.url, 'GET', '/api/v1/us/fighters/0'), { 'retry-after': 'soon' });
    expect(judge({ method: 'GET', path, answer: { ...answer, status: 503 } })).to.deep.equal([
      'header Retry-After "soon": must match pattern "^[1-9][0-9]*$"',
    ]);
  });

  it('finds a page outside the document', () => {
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
    expect(judge({ method: 'GET', path: '/api/v1/us/nowhere', answer })).to.deep.equal([
      'is described by no operation',
    ]);
  });

  it('judges every answer, including a 500', async () => {
    const failing = await listen((_, res) => res.writeHead(500, { 'Content-Type': 'text/plain' }).end('no'));
    const request = { method: 'GET', path, headers: {} } as GeneratedRequest;
    const { found, statuses } = await askAll(failing.url, [request, request], judge);
    await failing.close();
    expect([...statuses]).to.deep.equal([[500, 2]]);
    expect(found).to.include(`GET ${path} {} 500: content type "text/plain" is not one of application/problem+json`);
  });
});
