import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/index.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { json, send } from '../../support/http/send.ts';
import { type FalseRedis, type FalseReply, startFalseRedis } from '../../support/redis/false-redis.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { productionDeadlines, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';

/** Commands that open a connection; false replies to them are the same as no answer. */
const handshake = new Set(['hello', 'client', 'info', 'auth', 'select']);

const errors = [
  'ERR max number of clients reached',
  'ERR',
  'ERR upstream failure',
  "ERR unknown command 'evalsha', with args beginning with: 'a' 'b'",
  'ERR Error running script (call to f_0): @user_script:1: x',
  'ERR value is not an integer or out of range',
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  'WRONGTYPE x script: 0123456789012345678901234567890123456789, on @user_script:3.',
  'NOSCRIPT No matching script. Please use EVAL.',
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Errors writing to the AOF file',
  'OOM command not allowed',
  'READONLY You cannot write against a read only replica.',
  'NOPERM this user has no permissions',
  'NOAUTH Authentication required.',
  'BUSY Redis is busy running a script.',
  'CLUSTERDOWN Hash slot not served',
  'MOVED 3999 127.0.0.1:1',
  'ASK __proto__ 127.0.0.1:1',
  'CROSSSLOT Keys in request',
  'EXECABORT x',
  'NEWWORD of a later version',
  '',
  'é ☃',
];

/** One false reply of each kind, drawn from a seed: the bytes, and whether the connection then ends. */
function lieFrom(seed: number): FalseReply {
  const random = randomOf(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const number = () => pick([0, 1, -1, 3, -5, 7, 2 ** 31, 2 ** 53, -(2 ** 40), 1e15]);
  // None in the place of a record: a damaged record is an internal error, by contract.
  const text = () => pick(['', 'OK', 'x', '{"id":', '[]', 'null', '11|5', '-1', '1e999', '\u0000', '☃'.repeat(20)]);
  const bulk = (value: string) => `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
  const flat = () => pick([`:${number()}\r\n`, bulk(text()), '$-1\r\n', '*-1\r\n', '+OK\r\n', '*0\r\n']);
  const third = () =>
    pick(['_\r\n', '#t\r\n', ',nan\r\n', ',inf\r\n', '(123456789012345678901234567890\r\n', '=5\r\ntxt:x\r\n']);
  const list = (depth: number): string => {
    const length = Math.floor(random() * 6);
    const inner = Array.from({ length }, () => (depth > 0 && random() < 0.4 ? list(depth - 1) : flat()));
    return `*${length + 1}\r\n+x\r\n${inner.join('')}`;
  };
  const long = () => `*${10_000}\r\n${':1\r\n'.repeat(10_000)}`;
  const kinds: (() => FalseReply)[] = [
    () => ({ bytes: `-${pick(errors)}${pick(['', ' ', ' more'])}\r\n` }),
    () => ({ bytes: `-${pick(errors)}\r\n` }),
    () => ({ bytes: `-${pick(errors)}\r\n`, close: true }),
    () => ({ bytes: flat() }),
    () => ({ bytes: third() }),
    () => ({ bytes: list(3) }),
    () => ({ bytes: `*3\r\n:${number()}\r\n:${number()}\r\n:${number()}\r\n` }),
    () => ({ bytes: `*3\r\n+x\r\n${flat()}${flat()}` }),
    () => ({ bytes: `%1\r\n${bulk('a')}${flat()}` }),
    () => ({ bytes: `~2\r\n${flat()}${flat()}` }),
    () => ({ bytes: `!9\r\nERR false\r\n` }),
    () => ({ bytes: `${'*1\r\n'.repeat(Math.floor(random() * 500))}:1\r\n` }),
    () => ({ bytes: long() }),
    () => ({ bytes: bulk('x'.repeat(200_000)) }),
    () => ({
      bytes: pick(['$-7\r\n', '*-9\r\n', '$x\r\n', '*1e3\r\n', ':\r\n', '$99999999999999\r\n', '?\r\n', '\r\n', '\n']),
    }),
    () => ({ bytes: Buffer.from(Array.from({ length: 40 }, () => Math.floor(random() * 256))) }),
    () => ({ bytes: list(2).slice(0, -3), close: true }),
    () => ({ bytes: '*4\r\n:1\r\n:2', close: random() < 0.5 }),
    () => ({ bytes: '', close: true }),
    // One too many.
    () => ({ bytes: `${flat()}${pick([':1\r\n', '+OK\r\n', '$-1\r\n', '_\r\n'])}` }),
  ];
  return pick(kinds)();
}

describe('a Redis that answers wrongly', () => {
  let redis: TestNode;
  let liar: FalseRedis;
  let night: Night;
  const cachedPaths = ['/api/v3/mobile/fighters', `/api/v1/us/fighters/${ids.champion}`, '/api/v1/us/events'];
  const fresh = new Map<string, Buffer>();
  before(async () => {
    redis = await startRedis();
    liar = await startFalseRedis(redis.port);
    night = await startNightAt(liar.url, uncached, productionDeadlines);
  });
  after(async () => {
    await night.close();
    await liar.close();
    await redis.close();
  });

  const posts = operations.filter(({ method }) => method === 'POST');
  let number = 0;
  const post = (operation: (typeof posts)[number]) => {
    const { path, headers, body } = samplePost(operation, ++number);
    return send(night.url, 'POST', path, headers, body);
  };
  /** Health alone may be that of a quarter of a second ago. */
  const isWell = () =>
    eventually(
      async () =>
        json(await send(night.url, 'GET', '/api/v1/us/health')).status === 'ok' &&
        (await send(night.url, 'GET', '/api/v1/us/events')).status === 200,
      'Redis is used again',
    );

  it('is used again after replies that never end', async () => {
    await isWell();
    night.useProductionTimeouts();
    // With two elements missing, which the next two replies become.
    liar.lie = ({ name }) => (handshake.has(name) ? undefined : { bytes: '*4\r\n:1\r\n:2' });
    await Promise.all([...posts.map(post), send(night.url, 'GET', '/api/v1/us/health')]);
    liar.lie = () => undefined;
    await isWell();
  });

  it('is used again after unasked replies', async () => {
    await isWell();
    for (const unasked of ['$-1\r\n', '_\r\n', ':1\r\n', '*-1\r\n', '+OK\r\n', '-ERR no\r\n']) {
      night.useProductionTimeouts();
      liar.lie = ({ name }) => (handshake.has(name) ? undefined : { bytes: `:1\r\n${unasked}` });
      const before = liar.connections();
      const answers = await Promise.all(posts.map(post));
      expect(answers.map(({ status }) => status)).to.deep.equal(posts.map(() => 503));
      await eventually(() => liar.connections() > before, 'a new connection');
      liar.lie = () => undefined;
      await isWell();
    }
  });

  it('K09: causes no 500 and drops nothing cached', async () => {
    for (const path of cachedPaths) {
      await eventually(async () => {
        const { status, body } = await send(night.url, 'GET', path);
        if (status === 200) fresh.set(path, body);
        return status === 200;
      }, `${path} is cached`);
    }
    for (let seed = 1; seed <= scaled(25); seed++) {
      const reply = lieFrom(seed);
      await isWell();
      night.useProductionTimeouts();
      liar.lie = ({ name }) => (handshake.has(name) ? undefined : reply);
      const paths = [
        ...fresh.keys(),
        `/api/v3/mobile/fighters?limit=${seed}`,
        '/api/v1/us/live',
        '/api/v3/mobile/health',
      ];
      const answers = await Promise.all([
        ...paths.map(async (path) => ({ path, answer: await send(night.url, 'GET', path) })),
        ...posts.map(async (one) => ({ path: one.id, answer: await post(one) })),
      ]);
      liar.lie = () => undefined;
      for (const { path, answer } of answers) {
        const about = `seed ${seed}, ${path}: ${JSON.stringify(String(reply.bytes).slice(0, 60))}`;
        expect(answer.status, about).not.to.equal(500);
        if (fresh.has(path)) {
          expect(answer.status, about).to.equal(200);
          expect(answer.body.equals(fresh.get(path) ?? Buffer.alloc(0)), about).to.equal(true);
        }
      }
    }
  });
});
