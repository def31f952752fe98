import { EventEmitter } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { replaceTimers } from '../support/run/replace-timers.ts';

const folder = '../../contracts/command-line';

/** Acts while `process` is another. */
function withProcess<T>(other: object, act: () => T): T {
  const original = globalThis.process;
  Object.assign(globalThis, { process: other });
  try {
    return act();
  } finally {
    Object.assign(globalThis, { process: original });
  }
}

describe('the end of a process whose parent has ended', () => {
  let endWithParent: () => void;
  before(async () => {
    ({ endWithParent } = await import(`${folder}/end-with-parent.js`));
  });

  /** A process that watches its parent, and what became of it. */
  function watching(lifecycle: string | undefined = 'start') {
    const happened: unknown[] = [];
    const state: { code?: string } = {};
    const own = Object.assign(new EventEmitter(), {
      ...{ env: { npm_lifecycle_event: lifecycle }, ppid: 7 },
      kill: (...args: unknown[]) => {
        happened.push(['kill', ...args]);
        if (state.code) throw Object.assign(new Error(state.code), { code: state.code });
      },
      exit: (code: number) => happened.push(['exit', code]),
    });
    const emit = own.emit.bind(own);
    own.emit = (name: string, ...args: unknown[]) => {
      if (/^SIG/.test(name)) happened.push(['emit', name, ...args]);
      return emit(name, ...args);
    };
    const timer = { unref: () => happened.push('unref') };
    let look = () => {};
    const putBack = replaceTimers('setInterval', 'end-with-parent.js', (run, ms) => {
      look = run;
      happened.push(['every', ms]);
      return timer;
    });
    const { clearInterval } = globalThis;
    const inside = (act: () => void) => {
      Object.assign(globalThis, { clearInterval: (given: unknown) => happened.push(['clear', given === timer]) });
      try {
        withProcess(own, act);
        return happened.splice(0);
      } finally {
        Object.assign(globalThis, { clearInterval });
      }
    };
    try {
      const begun = inside(endWithParent);
      return { own, state, begun, look: () => inside(() => look()), send: (name: string) => inside(() => emit(name)) };
    } finally {
      putBack();
    }
  }
  const listen = (own: EventEmitter, ...names: string[]) => {
    for (const name of names) own.on(name, () => {});
  };

  it('is watched for only under npm, and keeps no process alive', () => {
    const { own } = watching();
    expect(own.listenerCount('SIGTERM')).to.equal(0);
    expect(watching().begun).to.deep.equal([['every', 250], 'unref']);
    const without = Object.assign(new EventEmitter(), { env: {} });
    let timers = 0;
    const putBack = replaceTimers('setInterval', 'end-with-parent.js', () => ({ unref: () => timers++ }));
    try {
      withProcess(without, endWithParent);
    } finally {
      putBack();
    }
    expect(timers).to.equal(0);
    expect(without.eventNames()).to.deep.equal([]);
  });

  it('comes when the parent is another or is gone, as SIGTERM does', () => {
    const adopted = watching();
    expect(adopted.look()).to.deep.equal([['kill', 7, 0]]);
    Object.assign(adopted.own, { ppid: 1 });
    expect(adopted.look()).to.deep.equal([
      ...[
        ['clear', true],
        ['emit', 'SIGTERM', 'SIGTERM'],
        ['exit', 143],
      ],
    ]);
    const gone = watching();
    listen(gone.own, 'SIGTERM');
    gone.state.code = 'ESRCH';
    expect(gone.look()).to.deep.equal([
      ...[
        ['kill', 7, 0],
        ['clear', true],
        ['emit', 'SIGTERM', 'SIGTERM'],
      ],
    ]);
  });

  it('does not come while the parent lives under another user', () => {
    const { state, look } = watching();
    state.code = 'EPERM';
    expect([look(), look()]).to.deep.equal([[['kill', 7, 0]], [['kill', 7, 0]]]);
  });

  it('is no longer watched for after a signal, once others listen to both', () => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      const { own, look, send } = watching();
      const listeners = () => ['SIGTERM', 'SIGINT'].map((name) => own.listenerCount(name));
      for (const [added, expected] of [
        [[], [0, 0]],
        [['SIGTERM'], [1, 0]],
        [['SIGINT'], [2, 2]],
        [[], [2, 2]],
      ] as const) {
        listen(own, ...added);
        look();
        expect(listeners(), signal).to.deep.equal(expected);
      }
      expect(send(signal)).to.deep.equal([['clear', true]]);
      expect(send(signal)).to.deep.equal([]);
    }
    const { own, look } = watching();
    listen(own, 'SIGINT');
    look();
    expect(own.listenerCount('SIGINT')).to.equal(1);
  });
});

describe('output that nobody reads any more', () => {
  it('ends no command, and any other failure does', async () => {
    const { goOnWithoutReader } = await import(`${folder}/lost-output.js`);
    const [stdout, stderr] = [new EventEmitter(), new EventEmitter()];
    withProcess({ stdout, stderr }, goOnWithoutReader);
    for (const stream of [stdout, stderr]) {
      expect(stream.eventNames()).to.deep.equal(['error']);
      expect(stream.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }))).to.equal(true);
      const failure = Object.assign(new Error('full'), { code: 'ENOSPC' });
      expect(() => stream.emit('error', failure)).to.throw(failure as never);
    }
  });
});

describe('an entry file', () => {
  /** What the check of Node writes, and how it ends the process. */
  async function checked(node: string) {
    const done: unknown[] = [];
    const original = globalThis.process;
    const stderr = { write: (text: string) => done.push(text) };
    const other = Object.create(original, {
      ...{ versions: { value: { ...original.versions, node } }, stderr: { value: stderr } },
      exit: { value: (code: number) => done.push(code) },
    });
    Object.assign(globalThis, { process: other });
    try {
      await import(`${folder}/check-node.js?node=${node}`);
    } finally {
      Object.assign(globalThis, { process: original });
    }
    return done;
  }

  it('refuses a Node that is too old', async () => {
    const sentence = (node: string) =>
      `Fightcard needs Node 24 or newer, and this is ${node}: run "npm ci", which brings one, and then start with npm, ` +
      'which uses it (npm start, npm run mock, npm test).\n';
    for (const old of ['23.11.1', '9.24.24']) expect(await checked(old)).to.deep.equal([sentence(old), 1]);
    for (const good of ['24.0.0', '24.99.1', '25.1.0', '100.0.0']) expect(await checked(good)).to.deep.equal([]);
  });

  it('takes three members from node:http that would load all of fetch', async () => {
    const loaded = createRequire(import.meta.url)('node:http') as typeof http;
    const names = ['WebSocket', 'CloseEvent', 'MessageEvent'];
    const originals = names.map((name) => Object.getOwnPropertyDescriptor(loaded, name));
    for (const name of names) Object.defineProperty(loaded, name, { value: name, configurable: true });
    try {
      await import(`${folder}/without-fetch.js?again`);
      expect(names.filter((name) => Object.hasOwn(loaded, name))).to.deep.equal([]);
      expect(loaded.createServer).to.equal(http.createServer);
    } finally {
      for (const [index, name] of names.entries()) {
        const original = originals[index];
        if (original) Object.defineProperty(loaded, name, original);
      }
    }
  });
});
