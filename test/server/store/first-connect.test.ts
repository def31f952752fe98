import { EventEmitter, getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { ensureConnected } from '../../../server/store/redis/connection/ensure-connected.ts';
import { firstConnect } from '../../../server/store/redis/connection/first-connect.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

/** A client whose connection the test makes, or lets fail. */
class Client extends EventEmitter {
  status = 'wait';
  options: { sentinels?: unknown[] | null } = { sentinels: null };
  readonly attempts: PromiseWithResolvers<void>[] = [];
  connect(): Promise<void> {
    const attempt = Promise.withResolvers<void>();
    this.attempts.push(attempt);
    return attempt.promise;
  }
  fail(message: string): void {
    this.attempts[0]?.reject(new Error(message));
  }
}
const asClient = (client: Client) => client as unknown as RedisClient;
const silent = 'Error: it does not answer';

describe('the first connection of a client', () => {
  const timers = new Map<number | undefined, () => void>();
  const { clearTimeout } = globalThis;
  let cleared: unknown[];
  let restore: () => void;
  let client: Client;
  beforeEach(() => {
    timers.clear();
    cleared = [];
    client = new Client();
    restore = replaceTimers('setTimeout', 'connection/first-connect.ts', (run, ms) => {
      timers.set(ms, run);
      return ms;
    });
    globalThis.clearTimeout = (timer) => {
      if (typeof timer === 'number') cleared.push(timer);
      else clearTimeout(timer);
    };
  });
  afterEach(() => {
    restore();
    globalThis.clearTimeout = clearTimeout;
  });

  /** How it ends; `still waiting` when it has not yet. */
  function connecting(signal?: AbortSignal) {
    let outcome = 'still waiting';
    reasonOf(firstConnect(asClient(client), signal)).then((reason) => {
      outcome = reason;
    });
    return async () => {
      await turn();
      return outcome;
    };
  }

  it('is there when the client is ready, and nothing is left of the wait', async () => {
    const { signal } = new AbortController();
    const outcome = connecting(signal);
    expect(await outcome()).to.equal('still waiting');
    expect([client.attempts.length, [...timers.keys()]]).to.deep.equal([1, [5_000, 30_000]]);
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
    client.emit('ready');
    expect(await outcome()).to.equal('done');
    expect(cleared).to.deep.equal([5_000, 30_000]);
    expect([getEventListeners(signal, 'abort'), client.eventNames()]).to.deep.equal([[], []]);
  });

  it('fails at once for a reason that does not pass, at the one address', async () => {
    const outcome = connecting();
    client.fail('connect ECONNREFUSED');
    expect(await outcome()).to.equal('Error: connect ECONNREFUSED');
    expect([cleared, client.eventNames()]).to.deep.equal([[5_000, 30_000], []]);
  });

  for (const [kind, change] of Object.entries({
    Sentinels: () => Object.assign(client.options, { sentinels: [{}] }),
    'a Cluster': () => Object.assign(client, { nodes: () => [], options: undefined }),
  })) {
    it(`fails after five seconds at ${kind}, where another may answer`, async () => {
      change();
      const outcome = connecting();
      client.fail('connect ECONNREFUSED');
      expect(await outcome()).to.equal('still waiting');
      timers.get(5_000)?.();
      expect(await outcome()).to.equal(silent);
    });
  }

  it('fails after five seconds without an answer, with the most specific of its errors', async () => {
    const events = ['error', 'sentinelError', 'node error'];
    for (let count = 0; count <= 3; count++) {
      client = new Client();
      const outcome = connecting();
      // The last one first, and each twice: the later one counts.
      for (const event of events.slice(0, count).reverse()) {
        client.emit(event, new Error('an earlier one'));
        client.emit(event, new Error(`${event} of a client`));
      }
      timers.get(5_000)?.();
      expect(await outcome()).to.equal(count === 0 ? silent : `Error: ${events[count - 1]} of a client`);
    }
  });

  it('has thirty seconds when Redis is there, and busy', async () => {
    for (const reason of [
      ...['connect ETIMEDOUT', 'Command timed out', 'a timeout', 'Timed Out', 'it timedout', 'time out'],
      ...['LOADING Redis is loading', 'read ECONNRESET', 'write EPIPE'],
    ]) {
      client = new Client();
      const outcome = connecting();
      client.emit('error', new Error(reason));
      timers.get(5_000)?.();
      client.fail('Connection is closed.');
      expect(await outcome(), reason).to.equal('still waiting');
      timers.get(30_000)?.();
      expect(await outcome()).to.equal(`Error: ${reason}`);
    }
    client = new Client();
    const outcome = connecting();
    client.fail('connect ETIMEDOUT');
    expect(await outcome()).to.equal('still waiting');
    timers.get(30_000)?.();
    expect(await outcome()).to.equal(silent);
  });

  it('is given up when the start is interrupted', async () => {
    const start = new AbortController();
    const outcome = connecting(start.signal);
    start.abort();
    expect(await outcome()).to.equal('Error: the start was interrupted');
  });
});

describe('a client that connects when it is first used', () => {
  it('is connected once for all who wait for it, and again when it has ended', async () => {
    const client = new Client();
    const users = [1, 2].map(() => reasonOf(ensureConnected(asClient(client))));
    expect(client.attempts).to.have.length(1);
    let waiting = 2;
    for (const user of users) user.then(() => waiting--);
    await turn();
    expect(waiting).to.equal(2);
    client.status = 'ready';
    client.emit('ready');
    expect(await Promise.all(users)).to.deep.equal(['done', 'done']);
    expect(await reasonOf(ensureConnected(asClient(client)))).to.equal('done');
    client.status = 'reconnecting';
    expect(await reasonOf(ensureConnected(asClient(client)))).to.equal('done');
    expect(client.attempts).to.have.length(1);
    client.status = 'end';
    const again = reasonOf(ensureConnected(asClient(client)));
    expect(client.attempts).to.have.length(2);
    client.emit('ready');
    expect(await again).to.equal('done');
  });

  it('fails for all who wait for it, and is then connected for the next', async () => {
    const client = new Client();
    const users = [1, 2].map(() => reasonOf(ensureConnected(asClient(client))));
    client.fail('connect ECONNREFUSED');
    const reason = 'StoreUnavailable: The store is not available: connect ECONNREFUSED';
    expect(await Promise.all(users)).to.deep.equal([reason, reason]);
    const next = reasonOf(ensureConnected(asClient(client)));
    expect(client.attempts).to.have.length(2);
    client.emit('ready');
    expect(await next).to.equal('done');
  });
});
