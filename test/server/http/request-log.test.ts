import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ids } from '../../../contracts/world/index.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { createLog, loggedError } from '../../../server/processes/log.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { answersIn, sendRaw } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { broken, damage, type Logged, startLogged } from '../../support/server/logged-night.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const events = '/api/v1/us/events';

const supplierUpdate = () => {
  const update = expectedOperations.find(({ name }) => name === 'fight_metrics_update_live_event');
  if (!update) throw new Error('there is no such operation');
  return samplePost(update, 1);
};

/** The line of a request that ended with a status. */
function lineOf(statusCode: number, path: string, writableFinished = true) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const listeners: (() => void)[] = [];
  const res = { statusCode, writableFinished, once: (_: string, listener: () => void) => listeners.push(listener) };
  const req = { method: 'GET', headers: {} } as IncomingMessage;
  new RequestLog(log, 1).follow(req, res as unknown as ServerResponse, readRequest('GET', path), performance.now());
  for (const listener of listeners) listener();
  return lines[0] ?? {};
}

describe('the log of requests', () => {
  describe('of failed requests', () => {
    let logged: Logged;
    afterEach(() => logged.night.close());

    it('L01: has ids, operation, status, reason and cause', async () => {
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

    it('has a line for a refusal by a limit', async () => {
      logged = await startLogged('info', { requestLimit: 1 });
      const { night, lineOf } = logged;
      await send(night.url, 'GET', events);
      const answer = await send(night.url, 'GET', events);
      expect(answer.status).to.equal(429);
      const line = await lineOf(answer.headers['x-request-id']);
      expect(line).to.include({ level: 40, msg: 'too-many-requests', status: 429, reason: 'rate_reads' });
      expect(line).not.to.have.property('err');
    });

    it('has a line for requests that are not HTTP/1.1', async () => {
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

    it('bounds the lines of wrong feed keys', async () => {
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

    it('has one line for a failed request', async () => {
      logged = await startLogged('debug', { logSample: 1, cacheBytes: 0 });
      const { night, lineOf } = logged;
      await damage(night, '{"id":');
      await send(night.url, 'GET', broken, { 'X-Request-Id': uuid(1) });
      await send(night.url, 'GET', '/nowhere', { 'X-Request-Id': uuid(2) });
      expect(await lineOf(uuid(2))).to.include({ status: 404 });
      expect(await lineOf(uuid(1))).to.include({ msg: 'internal-error' });
    });
  });

  describe('of successful requests', () => {
    let logged: Logged;
    afterEach(() => logged.night.close());

    const ask = async (count: number) => {
      for (let done = 0; done < count; done++) await send(logged.night.url, 'GET', events);
    };

    it('has lines of the supplier only by default', async () => {
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

    it('has all lines with a sample of 1', async () => {
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

    it('has a tenth of the lines with a sample of 10', async () => {
      logged = await startLogged('info', { logSample: 10 });
      await ask(1_000);
      // Outside of these bounds once in ten million runs.
      expect(logged.lines().length).to.be.within(52, 155);
    });
  });

  it('has the ids of content, and none of clients', () => {
    const path = '/api/v1/us/fighters/3101';
    for (const status of [200, 304]) expect(lineOf(status, path)).to.deep.include({ status, params: { id: '3101' } });
    for (const status of [400, 404, 503])
      expect(lineOf(status, path)).to.include({ status }).and.not.have.key('params');
    const vote = '/api/v3/mobile/fights/88001/round/2/fighter/11/vote/client-0123456789';
    expect(lineOf(200, vote).params).to.deep.equal({ id: '88001', round_num: '2', fighter_statid: '11' });
    expect(lineOf(200, path)).not.to.have.property('aborted');
    expect(lineOf(200, path, false)).to.include({ aborted: true });
  });

  it('has the codes of an error and its cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', input: 'secret' });
    const error = Object.assign(new TypeError('x', { cause }), { code: 'ERR_X', command: undefined });
    const { stack, cause: inner, ...own } = loggedError(error);
    expect(own).to.deep.equal({ type: 'TypeError', message: 'x', code: 'ERR_X' });
    expect(stack).to.match(/^TypeError: x\n {4}at /);
    expect([inner?.type, inner?.code]).to.deep.equal(['Error', 'ECONNREFUSED']);
    expect(JSON.stringify(loggedError(error))).not.to.include('secret');
  });

  it('shortens messages and chains of causes', () => {
    expect(loggedError(new Error('x'.repeat(301))).message).to.equal('x'.repeat(300));
    const chain = [5, 4, 3, 2, 1].reduce<Error | undefined>((cause, n) => new Error(`${n}`, { cause }), undefined);
    const messages: string[] = [];
    for (let next: ReturnType<typeof loggedError> | undefined = loggedError(chain); next; next = next.cause) {
      messages.push(next.message);
    }
    expect(messages).to.deep.equal(['1', '2', '3', '4']);
  });
});
