import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { readRequest } from '../../common/wire/request-context.ts';
import { type GeneratedRequest, requests } from '../support/fixtures/generated-requests.ts';
import { describeDifference } from '../support/http/deep-differences.ts';
import { type Answer, send } from '../support/http/send.ts';
import { proveMock, proveServer } from '../support/server/identity.ts';
import { committedOperations } from '../support/suites/operations.ts';
import { type Answers, type Explanation, explanations, unexplainedDifferences } from './compared-answers.ts';
import { type DifferentialTargets, startTargets } from './differential-targets.ts';

const count = 1_800;
const seed = Number(process.env.SEED ?? 41);

/** Reads in flight at once; their order does not matter. */
const maxInFlight = 8;

const guide = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

/** Requests as those of apps, which accept compressed replies, and of curl, which does not. */
const codings = fc.constantFrom(undefined, 'gzip', 'gzip, deflate, br', 'br;q=0.5, gzip', 'x, *;q=0');
const codedRequests = fc.tuple(requests, codings).map(([{ headers, ...request }, coding]): GeneratedRequest => {
  return { ...request, headers: { ...headers, ...(coding && { 'Accept-Encoding': coding }) } };
});

const lineOf = ({ method, path, headers, body }: GeneratedRequest) =>
  `${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 150) ?? ''}`;

describe('the mock and the server', function () {
  // A busy machine may take long.
  this.timeout(600_000);
  let targets: DifferentialTargets;
  before(async () => {
    targets = await startTargets();
  });
  after(() => targets?.close());

  const ask = (url: string, { method, path, headers, body }: GeneratedRequest): Promise<Answer | undefined> =>
    // A request line that no HTTP client or server accepts has no answer.
    send(url, method, path, headers, body).catch(() => undefined);

  const bases = () => ({ mock: targets.mock.url, server: targets.server.url });

  async function answersTo(request: GeneratedRequest): Promise<Answers | 'none' | 'one'> {
    const { mock, server } = bases();
    const [ofMock, ofServer] = await Promise.all([ask(mock, request), ask(server, request)]);
    if (!ofMock || !ofServer) return ofMock || ofServer ? 'one' : 'none';
    return { request, mock: { answer: ofMock, base: mock }, server: { answer: ofServer, base: server } };
  }

  /** The answers to all requests. Writes wait for the reads before them, and the reads after them for the writes. */
  async function askAll(
    all: readonly GeneratedRequest[],
    use: (answers: Answers) => void,
    fail: (line: string) => void,
  ) {
    const inFlight = new Set<Promise<void>>();
    for (const request of all) {
      const done = answersTo(request).then((answers) => {
        inFlight.delete(done);
        if (answers === 'one') fail(`${lineOf(request)}: only one of them answers`);
        else if (answers !== 'none') use(answers);
      });
      inFlight.add(done);
      const isWrite = readRequest(request.method, request.path).operation?.method === 'POST';
      if (isWrite) await Promise.all(inFlight);
      while (inFlight.size >= maxInFlight) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
  }

  it(`answer ${count} generated requests alike`, async () => {
    const { mock, server } = bases();
    await Promise.all([proveMock(mock), proveServer(server, targets.server.store)]);
    const differing: string[] = [];
    const needed = new Set<Explanation>();
    const statuses = new Set<number>();
    const operationsSeen = new Set<string>();
    const compare = (answers: Answers) => {
      const { request } = answers;
      const { status } = answers.server.answer;
      operationsSeen.add(readRequest(request.method, request.path).operation?.id ?? 'none');
      statuses.add(status);
      const found = unexplainedDifferences(answers, (one) => needed.add(one));
      const lines = found.slice(0, 5).map((difference) => `\n    ${describeDifference(difference)}`);
      if (found.length > 0) differing.push(`${lineOf(request)}${lines.join('')}`);
    };
    await askAll(fc.sample(codedRequests, { numRuns: count, seed }), compare, (line) => differing.push(line));
    expect(
      differing.slice(0, 20).join('\n'),
      `${differing.length} answers differ; expected is that of the server, got that of the mock`,
    ).to.equal('');
    expect(statuses.size).to.be.greaterThan(12);
    // Plus requests without a route.
    expect(operationsSeen.size).to.equal(committedOperations.length + 1);
    const unneeded = explanations.filter((one) => !one.isRare && !needed.has(one)).map(({ why }) => why);
    expect(unneeded, 'explanations of differences that no answer has').to.deep.equal([]);
  });

  it('are found to differ when one answer is changed', async () => {
    const request: GeneratedRequest = { method: 'GET', path: '/api/v3/mobile/fighters/3107', headers: {} };
    const answers = (await answersTo(request)) as Answers;
    expect(unexplainedDifferences(answers)).to.deep.equal([]);
    const { answer, base } = answers.mock;
    const body = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    const changedBody = (change: object) => ({ body: Buffer.from(JSON.stringify({ ...body, ...change })) });
    const changedHeader = (change: Record<string, string | undefined>) => {
      const headers = Object.entries({ ...answer.headers, ...change }).filter(([, value]) => value !== undefined);
      return { headers: Object.fromEntries(headers) };
    };
    const faults: Record<string, Partial<Answer>> = {
      status: { status: 404 },
      '$.wins': changedBody({ wins: 15 }),
      '$.statid': changedBody({ statid: undefined }),
      '$.fights.length': changedBody({ fights: [] }),
      '$.detail': changedBody({ detail: 'Another.' }),
      '$.created': changedBody({ created: 'soon' }),
      'header vary': changedHeader({ vary: undefined }),
      'header etag': changedHeader({ etag: '"another-etag-of-the-same"' }),
      'header x-powered-by': changedHeader({ 'x-powered-by': 'Express' }),
      'header access-control-allow-headers': changedHeader({ 'access-control-allow-headers': 'Prefer' }),
    };
    for (const [path, fault] of Object.entries(faults)) {
      const found = unexplainedDifferences({ ...answers, mock: { base, answer: { ...answer, ...fault } } });
      const paths = found.map((one) => one.path);
      expect(paths).to.include(path);
    }
  });

  it('differ only as the guide explains', () => {
    for (const { why, isInGuide } of explanations) if (isInGuide) expect(guide).to.contain(why);
  });
});
