import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import tty from 'node:tty';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { Shutdown } from '../../../server/processes/shutdown.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

const events = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException'] as const;
type Act = (value: unknown) => unknown;

describe('the end of a process', () => {
  /** What happens, in order. */
  let happened: unknown[];
  let nowMs: number;
  /** How long the process sleeps. */
  let slept: Promise<void>;
  let terminals: number[];
  let shutdown: Shutdown;
  let before: Map<string, unknown[]>;

  beforeEach(() => {
    [happened, nowMs, terminals] = [[], 1_000, [0, 1]];
    before = new Map(events.map((event) => [event, process.rawListeners(event)]));
    mock.method(process, 'exit', (code: number) => happened.push(`exit ${code}`));
    mock.method(performance, 'now', () => nowMs);
    mock.method(tty, 'isatty', (stream: number) => terminals.includes(stream));
    slept = Promise.resolve();
    const sleep = sleepFor('processes/shutdown.ts', (ms) => {
      happened.push(`sleep ${ms}`);
      return slept;
    });
    mock.method(timers, 'setTimeout', sleep);
    syncBuiltinESMExports();
    const says =
      (level: string) =>
      (...said: unknown[]) =>
        happened.push([level, ...said]);
    const log = { info: says('info'), warn: says('warn'), fatal: says('fatal') };
    shutdown = new Shutdown(log as unknown as Logger);
  });
  afterEach(() => {
    for (const event of events) for (const listener of added(event)) process.off(event, listener as () => void);
    mock.reset();
    syncBuiltinESMExports();
  });

  const added = (event: string) =>
    process.rawListeners(event).filter((listener) => !before.get(event)?.includes(listener));
  /** As if the system sent a signal, or an error was thrown. */
  async function emit(event: (typeof events)[number], value: unknown = event): Promise<unknown[]> {
    const listeners = added(event) as unknown as Act[];
    expect(listeners).to.have.length(1);
    for (const listener of listeners) listener(value);
    await new Promise(setImmediate);
    return happened.splice(0);
  }
  const step = (name: string) => async () => void happened.push(name);

  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes the requests under way, and then stops Redis: ${name}`, async () => {
      shutdown.onFinish(step('finish'));
      shutdown.onClose(step('close'));
      expect(shutdown.signal.aborted).to.equal(false);
      expect(await emit(name)).to.deep.equal([
        ...[['info', { signal: name }, 'stopping'], 'finish', 'close', 'exit 0'],
      ]);
      expect(shutdown.signal.aborted).to.equal(true);
    });
  }

  it('needs neither of them', async () => {
    expect(await emit('SIGTERM')).to.deep.equal([['info', { signal: 'SIGTERM' }, 'stopping'], 'exit 0']);
  });

  it('waits for nothing at a signal more than a second after the first, and at a third not for Redis either', async () => {
    shutdown.onFinish(() => new Promise(() => undefined));
    shutdown.onClose(step('close'));
    expect(await emit('SIGTERM')).to.deep.equal([['info', { signal: 'SIGTERM' }, 'stopping']]);
    nowMs += 1_000;
    expect(await emit('SIGINT'), 'the same Ctrl-C').to.deep.equal([]);
    nowMs += 0.5;
    expect(await emit('SIGINT')).to.deep.equal(['close', 'sleep 3000', 'exit 1']);
    expect((await emit('SIGTERM'))[0]).to.equal('exit 1');
  });

  it('is at once after an error that nobody caught, whatever becomes of Redis', async () => {
    const error = new Error('planted');
    const line = ['fatal', { err: error }, 'uncaught error: exiting now'];
    shutdown.onClose(() => Promise.reject(new Error('Redis does not stop')));
    expect(await emit('uncaughtException', error)).to.deep.equal([line, 'sleep 3000', 'exit 1']);
    expect(shutdown.signal.aborted).to.equal(true);
    // A second one does not wait.
    expect((await emit('uncaughtException', error)).slice(0, 2)).to.deep.equal([line, 'exit 1']);
  });

  it('waits for Redis for three seconds at most', async () => {
    shutdown.onClose(() => new Promise(() => undefined));
    expect((await emit('uncaughtException', new Error('x'))).slice(1)).to.deep.equal(['sleep 3000', 'exit 1']);
  });

  it('waits for Redis until it has stopped', async () => {
    let stopped = () => {};
    shutdown.onClose(
      () =>
        new Promise((resolve) => {
          stopped = resolve;
        }),
    );
    slept = new Promise(() => undefined);
    expect((await emit('uncaughtException', new Error('x'))).slice(1)).to.deep.equal(['sleep 3000']);
    stopped();
    await new Promise(setImmediate);
    expect(happened).to.deep.equal(['exit 1']);
  });

  it('is not asked for by SIGHUP, which replaces the workers', async () => {
    expect(await emit('SIGHUP'), 'not ready yet').to.deep.equal([]);
    shutdown.onRestart(undefined);
    const hint =
      'with WORKERS=1, SIGHUP only reads FEED_KEYS_FILE again: restart the server for new code, or set WORKERS=2';
    expect(await emit('SIGHUP')).to.deep.equal([['warn', hint]]);
    shutdown.onRestart(step('restart'));
    expect(await emit('SIGHUP')).to.deep.equal(['restart']);
    expect(shutdown.signal.aborted).to.equal(false);
  });

  it('is what SIGHUP asks for once one of its terminals is closed', async () => {
    shutdown.onRestart(step('restart'));
    terminals = [0];
    expect(await emit('SIGHUP')).to.deep.equal([['info', { signal: 'SIGHUP' }, 'stopping'], 'exit 0']);
  });

  it('is looked for on each of the three standard streams, and on no other', async () => {
    for (const stream of [0, 1, 2, 3]) {
      for (const event of events) for (const listener of added(event)) process.off(event, listener as () => void);
      terminals = [stream];
      const own = new Shutdown({ info: () => undefined } as unknown as Logger);
      own.onRestart(step('restart'));
      terminals = [];
      expect(await emit('SIGHUP'), `stream ${stream}`).to.deep.equal([stream === 3 ? 'restart' : 'exit 0']);
    }
  });
});
