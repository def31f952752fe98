import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/index.ts';
import { setStart } from '../../../server/http/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { createLog } from '../../../server/processes/log.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { broken, damage, type Logged, refusesAll, startLogged } from '../../support/server/logged-night.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const events = '/api/v1/us/events';

const supplierUpdate = () => {
  const update = expectedOperations.find(({ name }) => name === 'fight_metrics_update_live_event');
  if (!update) throw new Error('there is no such operation');
  return samplePost(update, 1);
};

describe('the log of requests', () => {
  describe('that fail or are refused', () => {
    let logged: Logged;
    afterEach(() => logged.night.close());

    it('L01: has the id of the answer, the trace, the operation, the status, the reason and the cause', async () => {
      logged = await startLogged('info');
      await damage(logged.night, '{"id":');
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const answer = await send(logged.night.url, 'GET', broken, { traceparent, 'X-Request-Id': uuid(1) });
      expect(answer.status).to.equal(500);
      const line = await logged.lineOf(uuid(1));
      expect(line).to.include({
        ...{ level: 50, msg: 'internal-error', status: 500, reason: 'unexpected' },
        ...{ method: 'GET', route: 'v1.fighter', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      });
      expect(line.ms).to.be.above(0);
      expect(line.err).to.include({ type: 'SyntaxError' }).and.have.property('stack');
    });

    it('has the milliseconds since it was read, with three decimals', () => {
      const lines: { ms?: number }[] = [];
      const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
      const [req, res] = [{ method: 'GET', headers: {} }, {}] as unknown as [IncomingMessage, ServerResponse];
      setStart(res, performance.now() - 5_000.123_45);
      const failure = { level: 'warn', problem: 'service-unavailable', status: 503, reason: 'x' } as const;
      new RequestLog(log, 0).failed(req, res, failure);
      expect(lines[0]?.ms).to.be.within(5_000, 40_000);
      expect(String(lines[0]?.ms)).to.match(/^\d+(\.\d{1,3})?$/);
    });

    it('has a line where Redis is away', async () => {
      logged = await startLogged('info', { cacheBytes: 0 });
      const { night, lineOf } = logged;
      night.useProductionTimeouts();
      process.kill(night.redis.pid, 'SIGSTOP');
      const answer = await send(night.url, 'GET', events);
      process.kill(night.redis.pid, 'SIGCONT');
      expect(answer.status).to.equal(503);
      const line = await lineOf(answer.headers['x-request-id']);
      const about = { level: 40, msg: 'service-unavailable', status: 503, reason: 'store_away', route: 'v1.events' };
      expect(line).to.include(about);
      expect(line.ms).to.be.above(10);
      expect(line.traceId).to.equal(line.requestId);
    });

    it('has a line where a limit refuses, without an error', async () => {
      logged = await startLogged('info', { requestLimit: 1 });
      const { night, lineOf } = logged;
      await send(night.url, 'GET', events);
      const answer = await send(night.url, 'GET', events);
      expect(answer.status).to.equal(429);
      const line = await lineOf(answer.headers['x-request-id']);
      expect(line).to.include({ level: 40, msg: 'too-many-requests', status: 429, reason: 'rate_reads' });
      expect(line).not.to.have.property('err');
    });

    it('has a line where there is no time', async () => {
      logged = await startLogged('info', { overload: refusesAll });
      const { night, lineOf } = logged;
      let answer: Answer | undefined;
      await eventually(async () => {
        answer = await send(night.url, 'POST', '/api/v1/us/events/score_round');
        return answer.status === 503;
      }, 'a refusal');
      const line = await lineOf(answer?.headers['x-request-id']);
      expect(line).to.include({ level: 40, msg: 'service-unavailable', status: 503, reason: 'overload' });
    });

    it('has a line for what is no HTTP/1.1, parsed or not', async () => {
      logged = await startLogged('info');
      for (const [bytes, problem] of [
        ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 'malformed-request'],
        ['this is no request\r\n\r\n', 'malformed-request'],
        [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
      ] as const) {
        const { text } = await sendRaw(logged.night.url, bytes);
        const line = await logged.lineOf(answersIn(text)[0]?.headers['x-request-id']);
        expect(line).to.include({ level: 40, msg: problem, reason: 'framing' });
      }
    });

    it('bounds the lines of live updates with a wrong feed key', async () => {
      logged = await startLogged('info');
      const { path, headers, body } = supplierUpdate();
      const refused = { ...headers, Authorization: `Bearer ${wrongFeedKey}` };
      const startMs = performance.now();
      for (let done = 0; done < 10; done++) {
        const replies = await Promise.all(
          Array.from({ length: 30 }, () => send(logged.night.url, 'POST', path, refused, body)),
        );
        expect(replies.map(({ status }) => status)).to.deep.equal(replies.map(() => 403));
      }
      const times = () => logged.lines().reduce((sum, { times = 1 }) => sum + times, 0);
      await eventually(() => times() === 300, 'a line for all');
      const seconds = Math.ceil((performance.now() - startMs) / 1_000);
      expect(logged.lines().length).to.be.at.most(10 * seconds);
      expect(logged.lines()[0]).to.include({ level: 40, msg: 'feed-key-rejected', reason: 'credential', status: 403 });
    });

    it('has one line, not two, for what would be logged anyway', async () => {
      logged = await startLogged('debug', { logSample: 1, cacheBytes: 0 });
      const { night, lineOf } = logged;
      await damage(night, '{"id":');
      await send(night.url, 'GET', broken, { 'X-Request-Id': uuid(1) });
      await send(night.url, 'GET', '/nowhere', { 'X-Request-Id': uuid(2) });
      expect(await lineOf(uuid(2))).to.include({ status: 404 });
      expect(await lineOf(uuid(1))).to.include({ msg: 'internal-error' });
    });
  });

  describe('that do not fail', () => {
    let logged: Logged;
    afterEach(() => logged.night.close());

    const ask = async (count: number) => {
      for (let done = 0; done < count; done++) await send(logged.night.url, 'GET', events);
    };

    it('has no line by default but that of the supplier, with the name of its key', async () => {
      logged = await startLogged('info');
      const { night, lines, lineOf } = logged;
      await ask(20);
      await send(night.url, 'GET', '/nowhere');
      const { path, headers, body } = supplierUpdate();
      await send(night.url, 'POST', path, { ...headers, 'X-Request-Id': uuid(1) }, body);
      const line = await lineOf(uuid(1));
      expect(line).to.include({ level: 30, route: 'v1.fight_metrics_update_live_event', feedKey: 'contracts' });
      expect(lines()).to.have.length(1);
    });

    it('has a line for each with a sample of 1, cached or not, with the ids of what was found', async () => {
      logged = await startLogged('info', { logSample: 1 });
      const { night, lines, lineOf } = logged;
      for (const number of [1, 2]) {
        await send(night.url, 'GET', `/api/v1/us/events/${ids.pastEvent}`, { 'X-Request-Id': uuid(number) });
        const line = await lineOf(uuid(number));
        expect(line).to.include({ level: 30, method: 'GET', route: 'v1.event', status: 200 });
        expect(line.params).to.deep.equal({ id: String(ids.pastEvent) });
        expect(line.ms).to.be.above(0);
      }
      await send(night.url, 'GET', '/api/v1/us/events/4242', { 'X-Request-Id': uuid(3) });
      expect(await lineOf(uuid(3)))
        .to.include({ status: 404 })
        .and.not.have.property('params');
      await send(night.url, 'GET', '/nowhere', { 'X-Request-Id': uuid(4) });
      expect(await lineOf(uuid(4)))
        .to.include({ status: 404 })
        .and.not.have.property('route');
      expect(lines()).to.have.length(4);
    });

    it('has a line for a client that leaves before the end of its body, which is no failure of the server', async () => {
      logged = await startLogged('info', { logSample: 1 });
      const { path, headers } = supplierUpdate();
      for (const [number, rest] of [
        'Content-Length: 9\r\n\r\n{',
        'Transfer-Encoding: chunked\r\n\r\n1\r\n{',
      ].entries()) {
        const given = Object.entries({ ...headers, 'X-Request-Id': uuid(number) }).map((header) => header.join(': '));
        await sendRaw(logged.night.url, `POST ${path} HTTP/1.1\r\nHost: a\r\n${given.join('\r\n')}\r\n${rest}`, {
          patienceMs: 200,
        });
        expect(await logged.lineOf(uuid(number))).to.include({ level: 30, aborted: true });
      }
    });

    it('has a line for about one of ten with a sample of 10', async () => {
      logged = await startLogged('info', { logSample: 10 });
      await ask(1_000);
      // Outside of these bounds once in ten million runs.
      expect(logged.lines().length).to.be.within(52, 155);
    });
  });
});
