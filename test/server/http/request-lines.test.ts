import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { expect } from 'chai';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { setFeedKey, setRequestContext, setStart } from '../../../server/http/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { createLog } from '../../../server/processes/log.ts';

const requestId = '00000000-0000-4000-8000-000000000001';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { 'x-request-id': requestId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
const ids = { requestId, traceId };

/** What the clock shows, and what chance says. */
let [nowMs, chance] = [0, 0];

/** A log at a level, and its lines without what every line has. */
function openLog(level: string, sample = 0) {
  const lines: Record<string, unknown>[] = [];
  const write = (text: string) => {
    const { time: _, pid: __, hostname: ___, ...line } = JSON.parse(text);
    lines.push(line);
  };
  return { lines, log: new RequestLog(createLog(level, { write }), sample) };
}

/** A request that ends with a status after so many milliseconds. */
function follow(
  log: RequestLog,
  [method, path]: readonly [string, string],
  { status = 200, tookMs = 0, isFinished = true, fails = false, isKeyed = false, isBare = false } = {},
) {
  nowMs = 5_000;
  const ends: Record<string, (() => void)[]> = {};
  const req = { method, headers } as unknown as IncomingMessage;
  const res = {
    ...{ statusCode: status, writableFinished: isFinished },
    once(name: string, work: () => void) {
      ends[name] = [...(ends[name] ?? []), work];
    },
  } as unknown as ServerResponse;
  const requestContext = readRequest(method, path);
  if (!isBare) setRequestContext(res, requestContext);
  if (!isBare) setStart(res, nowMs);
  if (isKeyed) setFeedKey(res, { name: 'supplier', digest: Buffer.alloc(32) });
  log.follow(req, res, requestContext);
  nowMs += tookMs;
  const failure = { level: 'warn', problem: 'service-unavailable', status: 503, reason: 'loads' } as const;
  if (fails) log.failed(req, res, failure);
  for (const work of ends.close ?? []) work();
  return { req, res, failure, isFollowed: ends.close !== undefined };
}

const update = ['POST', '/api/v1/us/fight_metrics/update_live_event'] as const;
const events = ['GET', '/api/v1/us/events'] as const;

describe('the lines of requests', () => {
  beforeEach(() => {
    mock.method(performance, 'now', () => nowMs);
    mock.method(Math, 'random', () => chance);
  });
  afterEach(() => mock.reset());

  it('have the ids of request, trace and operation, how long it took, and what it ended with', () => {
    const { lines, log } = openLog('info', 1);
    follow(log, ['GET', '/api/v1/us/fighters/3101'], { tookMs: 1.23456 });
    follow(log, events, { tookMs: 2, isFinished: false });
    follow(log, update, { isKeyed: true, status: 409 });
    follow(log, ['GET', '/nowhere'], { status: 404, isBare: true });
    expect(lines).to.deep.equal([
      { level: 30, ...ids, method: 'GET', route: 'v1.fighter', ms: 1.235, params: { id: '3101' }, status: 200 },
      { level: 30, ...ids, method: 'GET', route: 'v1.events', ms: 2, status: 200, aborted: true },
      {
        ...{ level: 30, ...ids, method: 'POST', route: 'v1.fight_metrics_update_live_event', ms: 0 },
        ...{ feedKey: 'supplier', status: 409 },
      },
      { level: 30, ...ids, method: 'GET', status: 404 },
    ]);
  });

  it('show ids of content, of up to ten digits, and nothing that a client chose', () => {
    const { lines, log } = openLog('info', 1);
    const shown = (path: string) => {
      follow(log, ['GET', path]);
      return lines.at(-1)?.params;
    };
    const vote = (client: string) => `/api/v3/mobile/fights/88001/round/2/fighter/11/vote/${client}`;
    const known = { id: '88001', round_num: '2', fighter_statid: '11' };
    expect([
      shown(vote('1234567890')),
      shown('/api/v1/us/fighters/1234567890'),
      shown('/api/v1/us/fighters/12345678901'),
      shown('/api/v1/us/fighters/x7'),
      shown('/api/v1/us/fighters/7x'),
      shown('/api/v1/us/events'),
    ]).to.deep.equal([known, { id: '1234567890' }, undefined, undefined, undefined, undefined]);
  });

  it('are one for a request that fails, whatever the sample', () => {
    const { lines, log } = openLog('info', 1);
    const { req, res, failure } = follow(log, events, { fails: true, tookMs: 3 });
    const line = { level: 40, ...ids, method: 'GET', route: 'v1.events', ms: 3, status: 503, reason: 'loads' };
    expect(lines).to.deep.equal([{ ...line, msg: 'service-unavailable' }]);
    log.failed(req, res, { ...failure, level: 'error', error: new TypeError('a fault') });
    const { err, ...others } = lines[1] ?? {};
    expect(others).to.deep.equal({ ...line, level: 50, msg: 'service-unavailable' });
    expect(err).to.include({ type: 'TypeError', message: 'a fault' });
    log.failed(req, {} as ServerResponse, failure);
    expect(lines[2]).to.deep.equal({
      ...{ level: 40, ...ids, method: 'GET', status: 503, reason: 'loads', msg: 'service-unavailable' },
    });
  });

  it('say what was not even a request, and what could not be loaded', () => {
    const { lines, log } = openLog('info');
    log.unparsed(requestId, 'malformed-request');
    const { operation } = readRequest(...events);
    if (!operation) throw new Error('there is no such operation');
    log.notLoaded(operation, new TypeError('a fault'));
    expect(lines[0]).to.deep.equal({ level: 40, requestId, reason: 'framing', msg: 'malformed-request' });
    const { err, ...others } = lines[1] ?? {};
    expect(others).to.deep.equal({
      ...{ level: 50, route: 'v1.events', reason: 'the last reply is sent', msg: 'internal-error' },
    });
    expect(err).to.include({ type: 'TypeError', message: 'a fault' });
  });

  it('are those of the supplier, and of a sample of all others; at debug every one', () => {
    for (const [level, sample, random, ofSupplier, ofOther] of [
      ['info', 0, 0, 30, undefined],
      ['info', 4, 0.2499, 30, 30],
      ['info', 4, 0.25, 30, undefined],
      ['info', 1, 0.999, 30, 30],
      ['debug', 0, 0, 30, 20],
      ['debug', 4, 0.25, 30, 20],
      ['debug', 4, 0.2499, 30, 30],
      ['warn', 0, 0, undefined, undefined],
      ['warn', 1, 0, undefined, undefined],
    ] as const) {
      chance = random;
      const levels = [update, events].map((request) => {
        const { lines, log } = openLog(level, sample);
        const { isFollowed } = follow(log, request);
        expect(isFollowed, 'only where a line is written').to.equal(lines.length > 0);
        return lines[0]?.level;
      });
      expect(levels, `${level}, ${sample}, ${random}`).to.deep.equal([ofSupplier, ofOther]);
    }
  });
});
