import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { operations } from '../../../contracts/operations.ts';
import type { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { type Context, type Handler, type Later, Reply } from '../../../server/handlers/types.ts';
import { setFeedKey, setRequestContext } from '../../../server/http/request-context.ts';
import { ServedOperation } from '../../../server/http/served-operation.ts';
import { answerUncached } from '../../../server/http/uncached-reply.ts';
import type { Admission } from '../../../server/limits/admission.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';

const vote = { round_num: 2, fighter_statid: 1803, client_id: 'somebody-0123456789' };
const castVote = { fight_id: 88005, ...vote, voted: true, created: '2031-04-05T22:00:00Z' };
const health = { status: 'ok', version: 'v1', locale: 'en_US', time: '2031-04-05T22:00:00Z' };
const content = { name: 'content' };

type Answered = (call: Record<string, unknown>, context: unknown) => Promise<unknown> | Later<unknown>;

/** What becomes of a request: its reply, or the error that is passed on. */
interface Outcome {
  status?: number;
  headers?: readonly string[];
  text?: string;
  error?: unknown;
}

const storage = new AsyncLocalStorage<string>();

/** Sends requests of an operation to a handler, and writes down what else was done. */
function open(id: string, handler: Answered, { isTraced = false, admit = true } = {}) {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no ${id}`);
  const done: string[] = [];
  const admission = {
    run(name: string, work: () => Promise<unknown>) {
      done.push(`admit ${name}`);
      return admit ? work() : Promise.reject(new Error('too many'));
    },
  } as unknown as Admission;
  const metrics = { misfit: (of: { id: string }) => void done.push(`misfit ${of.id}`) } as unknown as RequestMetrics;
  const context = { store: { content } } as unknown as Context;
  const served = new ServedOperation(operation, handler as unknown as Handler<never>, context, metrics);
  const answer = answerUncached(served, { bodyLimits: { feed: 300, other: 150 }, admission, isTraced });

  function send(url: string, body?: string): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const outcome: Outcome = {};
    const { method } = operation as { method: string };
    const headers = {
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    const req = Object.assign(Readable.from(body === undefined ? [] : [Buffer.from(body)]), {
      ...{ method, headers, ip: '203.0.113.7', socket: { name: 'socket', on: () => undefined, once: () => undefined } },
    });
    const res = {
      writeHead: (status: number, flat: readonly string[]) => Object.assign(outcome, { status, headers: flat }),
      end(text: string) {
        resolve(Object.assign(outcome, { text }));
      },
    } as unknown as Response;
    setRequestContext(res, readRequest(method, url));
    setFeedKey(res, { name: 'supplier', digest: Buffer.alloc(32), events: new Set(['811']) });
    storage.run(url, () => answer(req as unknown as Request, res, (error: unknown) => resolve({ ...outcome, error })));
    return promise;
  }
  return { served, context, done, send, answer };
}

const later =
  (error: unknown, value?: unknown): Answered =>
  () =>
  (end) =>
    end(error, value);

const voting = '/api/v3/mobile/fights/88005/vote';

describe('a reply that is not cached', () => {
  it('has the headers of its operation, its own, and its length in bytes', async () => {
    const reply = new Reply(castVote, { status: 201, headers: { Location: '/x' } });
    for (const handler of [async () => reply, later(undefined, reply)]) {
      const { send } = open('v3.fight_vote_cast', handler);
      const { status, headers = [], text = '', error } = await send(voting, JSON.stringify(vote));
      expect([status, error]).to.deep.equal([201, undefined]);
      expect(JSON.parse(text)).to.deep.equal(reply.body);
      expect(headers).to.deep.equal([
        ...['X-Content-Type-Options', 'nosniff'],
        ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
        ...['Referrer-Policy', 'no-referrer', 'Cross-Origin-Resource-Policy', 'cross-origin'],
        ...['Content-Language', 'es-US', 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding', 'Location', '/x'],
        ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))],
      ]);
    }
  });

  it('is that of a handler which has all of the request', async () => {
    const calls: unknown[] = [];
    const { send, context } = open('v3.fight_vote_cast', async (call, given) => {
      const { address, ...caller } = call.caller as { address(): string };
      calls.push({ ...call, caller: { ...caller, address: address() } }, given === context);
      return castVote;
    });
    expect((await send(voting, JSON.stringify(vote))).status).to.equal(200);
    const [call, isSame] = calls as [Record<string, unknown>, boolean];
    const { caller, ...others } = call;
    expect([others, isSame]).to.deep.equal([{ family: 'v3', values: { id: 88005 }, body: vote, content }, true]);
    const { socket, ...known } = caller as { socket: { name: string } };
    expect([known, socket.name]).to.deep.equal([{ feedEvents: new Set(['811']), address: '203.0.113.7' }, 'socket']);
  });

  it('needs no body where the route has none', async () => {
    const bodies: unknown[] = [];
    const { send, done } = open('v1.health', async ({ body }) => {
      bodies.push(body);
      return health;
    });
    const { status, text } = await send('/api/v1/us/health');
    expect([status, JSON.parse(text ?? ''), bodies, done]).to.deep.equal([200, health, [undefined], []]);
    expect((await send('/api/v1/us/health', '{')).status, 'it is not read').to.equal(200);
  });

  it('is admitted where it is private', async () => {
    const path = '/api/v3/mobile/fights/88005/round/2/fighter/1803/vote/somebody-0123456789';
    for (const handler of [async () => castVote, later(undefined, castVote)]) {
      const { send, done } = open('v3.fight_vote_read', handler);
      const { status, text, headers } = await send(path);
      expect([status, JSON.parse(text ?? ''), done]).to.deep.equal([200, castVote, ['admit live']]);
      expect(headers).to.include('private, no-store');
    }
    const refused = await open('v3.fight_vote_read', async () => castVote, { admit: false }).send(path);
    expect(String(refused.error)).to.equal('Error: too many');
  });

  it('is an error if the handler fails, at once or later', async () => {
    const error = new TypeError('a fault');
    const failing: Answered[] = [
      async () => {
        throw error;
      },
      () => {
        throw error;
      },
      later(error),
    ];
    for (const handler of failing) {
      expect(await open('v3.fight_vote_cast', handler).send(voting, JSON.stringify(vote))).to.deep.equal({ error });
    }
    const thrown = open('v1.health', later(error)).send('/api/v1/us/health');
    expect(await thrown).to.deep.equal({ error });
  });

  it('is an error if it does not fit its contract, of which nothing is sent', async () => {
    const { send, done } = open('v1.health', async () => ({ ...health, status: 7 }));
    const { error, ...sent } = await send('/api/v1/us/health');
    expect(String(error)).to.match(/^Error: the reply of v1\.health does not fit its schema: #\/status: \S/);
    expect([sent, done]).to.deep.equal([{}, ['misfit v1.health']]);
  });

  it('is a problem if the body is too large, cannot be read, or does not fit', async () => {
    const handler = async () => expect.fail('it is called');
    const { send } = open('v3.fight_vote_cast', handler);
    const sized = (size: number) => JSON.stringify(vote).padEnd(size, ' ');
    const keyOf = async (body: string) => ((await send(voting, body)).error as Problem).key;
    expect([await keyOf(sized(151)), await keyOf('{')]).to.deep.equal(['body-too-large', 'malformed-json']);
    const { error } = await send(voting, JSON.stringify({ ...vote, round_num: 0 }));
    expect((error as Problem).key).to.equal('invalid-body');
    expect((error as Problem).more.errors?.map((fault) => 'pointer' in fault && fault.pointer)).to.deep.equal([
      '#/round_num',
    ]);
    const taken = open('v3.fight_vote_cast', async () => castVote);
    expect((await taken.send(voting, sized(150))).status).to.equal(200);
    const feed = open('v1.fight_metrics_update_live_event', handler);
    const feedKeyOf = async (size: number) =>
      ((await feed.send('/api/v1/us/fight_metrics/update_live_event', '{}'.padEnd(size))).error as Problem).key;
    expect([await feedKeyOf(300), await feedKeyOf(301)]).to.deep.equal(['invalid-body', 'body-too-large']);
  });

  it('is a problem if a parameter does not fit, before the body is read', () => {
    const { send } = open('v3.fight_vote_cast', async () => castVote);
    expect(() => send('/api/v3/mobile/fights/x/vote', '{')).to.throw('invalid-request');
  });

  it('is sent in the context of its request where spans are recorded', async () => {
    const seen: Record<string, (string | undefined)[]> = { true: [], false: [] };
    for (const isTraced of [true, false]) {
      let end: ((error: unknown, value?: unknown) => void) | undefined;
      const { send, served } = open(
        'v1.health',
        () => (given) => {
          end = given;
        },
        { isTraced },
      );
      const { check } = served;
      served.check = (result) => {
        seen[String(isTraced)]?.push(storage.getStore());
        return check.call(served, result);
      };
      const sent = send('/api/v1/us/health');
      storage.run('another', () => end?.(undefined, health));
      await sent;
    }
    expect(seen).to.deep.equal({ true: ['/api/v1/us/health'], false: ['another'] });
  });
});

describe('the body of a request', () => {
  it('is handled in the context of its request where spans are recorded, and else in that in which it came', () => {
    const seen: (string | undefined)[] = [];
    for (const isTraced of [true, false]) {
      const { answer } = open('v3.fight_vote_cast', () => () => void seen.push(storage.getStore()), { isTraced });
      const body = Buffer.from(JSON.stringify(vote));
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
      const req = Object.assign(new EventEmitter(), { method: 'POST', headers }) as unknown as Request;
      const res = {} as Response;
      setRequestContext(res, readRequest('POST', voting));
      storage.run(voting, () => answer(req, res, (error: unknown) => expect.fail(String(error))));
      storage.run('another', () => {
        req.emit('data', body);
        req.emit('end');
      });
    }
    expect(seen).to.deep.equal([voting, 'another']);
  });
});

describe('the parameters of an operation', () => {
  const served = (id: string) => open(id, async () => undefined).served;

  it('are checked once for all POSTs to an address, which share their context', () => {
    const cast = served('v3.fight_vote_cast');
    const context = readRequest('POST', voting);
    const values = cast.readValues(context);
    expect(values).to.deep.equal({ id: 88005 });
    expect(cast.readValues(context)).to.equal(values);
    const read = served('v1.fighter');
    const other = readRequest('GET', '/api/v1/us/fighters/3112');
    const first = read.readValues(other);
    expect(first).to.deep.equal({ id: 3112 });
    expect(read.readValues(other) === first).to.equal(false);
  });

  it('have a size of pages for lists that grow, unless another is asked for', () => {
    const valuesOf = (id: string, url: string) => served(id).readValues(readRequest('GET', url));
    expect([
      valuesOf('v3.news', '/api/v3/mobile/news'),
      valuesOf('v3.news', '/api/v3/mobile/news?limit=7'),
      valuesOf('v3.octagon_girls', '/api/v3/mobile/octagon_girls'),
    ]).to.deep.equal([{ limit: 100 }, { limit: 7 }, {}]);
  });

  it('are named where they do not fit', () => {
    try {
      served('v3.news').readValues(readRequest('GET', '/api/v3/mobile/news?limit=0'));
      expect.fail('they fit');
    } catch (error) {
      const { key, more } = error as Problem;
      expect([key, more.errors?.map((fault) => 'parameter' in fault && fault.parameter)]).to.deep.equal([
        'invalid-request',
        ['limit'],
      ]);
    }
  });
});
