import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient } from '../../../contracts/client/client.ts';
import { ProblemError } from '../../../contracts/client/problem-error.ts';
import { follow, snapshotReader } from '../../../contracts/client/stream.ts';
import type { StreamEvent } from '../../../contracts/generated/kit/typescript/client.d.ts';
import { eventText, heartbeatText } from '../../../contracts/http/event-stream.ts';

type Answer = (res: ServerResponse, req: IncomingMessage) => void;

const stream =
  (...parts: string[]): Answer =>
  (res) =>
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end(parts.join(''));
const open =
  (...parts: string[]): Answer =>
  (res) =>
    void res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(parts.join(''));
const problem =
  (status: number, type: string, headers = {}): Answer =>
  (res) =>
    res.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers }).end(JSON.stringify({ type }));

describe('follow_fight_votes', () => {
  let server: Server;
  let baseUrl: string;
  /** What the server does with each connection, in this order. */
  let answers: Answer[];
  let lastEventIds: (string | string[] | undefined)[];
  before(async () => {
    server = createServer((req, res) => {
      lastEventIds.push(req.headers['last-event-id']);
      answers.shift()?.(res, req);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    lastEventIds = [];
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const retryAtOnce = 'retry: 1\n\n';
  const tally = (n: number) => eventText(n, JSON.stringify({ total_votes: n }));
  const votes = (request = {}) => createClient({ baseUrl, family: 'v3' }).follow_fight_votes({ id: 1, ...request });

  /** The ids of the first events. */
  async function idsOf(events: AsyncIterable<StreamEvent<unknown>>, count: number): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of events) if (ids.push(id) === count) break;
    return ids;
  }

  it('resumes after a stream that ends in an event', async () => {
    answers = [stream(retryAtOnce, tally(7), heartbeatText, 'id: 8\ndata: {"tot'), stream(tally(8), tally(9))];
    expect(await idsOf(votes({ lastEventId: '6' }), 3)).to.deep.equal(['7', '8', '9']);
    expect(lastEventIds).to.deep.equal(['6', '7']);
  });

  it('connects again after a reset and a 503', async () => {
    const unavailable = problem(503, 'urn:problem-type:overloaded');
    answers = [stream(retryAtOnce, tally(1)), (res) => res.destroy(), unavailable, stream(tally(2))];
    expect(await idsOf(votes(), 2)).to.deep.equal(['1', '2']);
    expect(lastEventIds).to.deep.equal([undefined, '1', '1', '1']);
  });

  it('waits as long as Retry-After says', async () => {
    answers = [problem(429, 'urn:problem-type:too-many-requests', { 'Retry-After': '1' }), stream(tally(1))];
    const start = performance.now();
    await idsOf(votes(), 1);
    expect(performance.now() - start).to.be.within(990, 2_500);
  });

  it('waits as usual if Retry-After is no time', async () => {
    answers = [problem(503, 'urn:problem-type:overloaded', { 'Retry-After': '-5' }), stream(tally(1))];
    const start = performance.now();
    await idsOf(votes(), 1);
    expect(performance.now() - start).to.be.within(990, 3_500);
  });

  it('connects again after silence', async () => {
    answers = [open(retryAtOnce, tally(1)), open(tally(2))];
    const ask = (headers: Record<string, string>, signal: AbortSignal) => fetch(baseUrl, { headers, signal });
    expect(await idsOf(follow(ask, '/', {}, { silenceMs: 50 }), 2)).to.deep.equal(['1', '2']);
  });

  for (const [title, answer, type] of [
    [
      'a problem that does not pass',
      problem(404, 'urn:problem-type:fight-not-found'),
      'urn:problem-type:fight-not-found',
    ],
    ["a captive portal's page", (res) => res.end('<html></html>'), 'about:blank'],
  ] as const satisfies [string, Answer, string][]) {
    it(`rejects with ${title}`, async () => {
      answers = [answer];
      const error = await idsOf(votes(), 1).catch((thrown) => thrown);
      expect(error).to.be.instanceOf(ProblemError);
      expect(error.problem.type).to.equal(type);
    });
  }

  it('rejects an event that is not JSON', async () => {
    answers = [stream(eventText(1, '{'))];
    expect(await idsOf(votes(), 1).catch((thrown) => thrown)).to.be.instanceOf(SyntaxError);
  });

  it('leaves with the loop, and with its signal', async () => {
    for (const leave of ['break', 'signal']) {
      const end = new AbortController();
      const left = Promise.withResolvers<void>();
      answers = [
        (res, req) => {
          res.once('close', left.resolve);
          open(tally(1))(res, req);
        },
      ];
      const ids: string[] = [];
      for await (const { id } of votes({ signal: end.signal })) {
        ids.push(id);
        if (leave === 'break') break;
        void sleep(20).then(() => end.abort());
      }
      await left.promise;
      expect(ids, leave).to.deep.equal(['1']);
    }
  });
});

describe('snapshotReader', () => {
  const text = `:\r\nid: 1\revent:snapshot\ndata: {"a":\r\ndata:1}\n\nid: 2\nevent: later\ndata: 0\n\nevent: snapshot\n\nretry: x\n`;

  it('reads the same from pieces of any size', () => {
    for (let size = 1; size <= text.length; size++) {
      const progress = { lastId: undefined, retryMs: 9 };
      const read = snapshotReader(progress);
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      expect(pieces.flatMap(read), `${size}`).to.deep.equal([{ id: '1', data: '{"a":\n1}' }]);
      expect(progress, `${size}`).to.deep.equal({ lastId: '2', retryMs: 9 });
    }
  });
});
