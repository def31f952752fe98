import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { createLog } from '../../../server/processes/log.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { json, send } from '../../support/http/send.ts';
import { type Asked, type FalseRedis, type FalseReply, startFalseRedis } from '../../support/redis/false-redis.ts';
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
  'ERR upstream failure',
  "ERR unknown command 'evalsha', with args beginning with: 'a' 'b'",
  'ERR value is not an integer or out of range',
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  'WRONGTYPE x script: 0123456789012345678901234567890123456789, on @user_script:3.',
  'NOSCRIPT No matching script. Please use EVAL.',
  'LOADING Redis is loading the dataset in memory',
  'MISCONF Errors writing to the AOF file',
  'OOM command not allowed',
  'NOPERM this user has no permissions',
  'BUSY Redis is busy running a script.',
  'CLUSTERDOWN Hash slot not served',
  'MOVED 3999 127.0.0.1:1',
  'ASK __proto__ 127.0.0.1:1',
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
  const kinds: (() => FalseReply)[] = [
    () => ({ bytes: `-${pick(errors)}${pick(['', ' ', ' more'])}\r\n` }),
    () => ({ bytes: `-${pick(errors)}\r\n`, close: true }),
    () => ({ bytes: flat() }),
    () => ({ bytes: third() }),
    () => ({ bytes: list(3) }),
    () => ({ bytes: `*3\r\n:${number()}\r\n:${number()}\r\n:${number()}\r\n` }),
    () => ({ bytes: `%1\r\n${bulk('a')}${flat()}` }),
    () => ({ bytes: `${'*1\r\n'.repeat(Math.floor(random() * 500))}:1\r\n` }),
    () => ({ bytes: `*10000\r\n${':1\r\n'.repeat(10_000)}` }),
    () => ({ bytes: bulk('x'.repeat(200_000)) }),
    () => ({
      bytes: pick(['$-7\r\n', '*-9\r\n', '$x\r\n', '*1e3\r\n', ':\r\n', '$99999999999999\r\n', '?\r\n', '\r\n', '\n']),
    }),
    () => ({ bytes: Buffer.from(Array.from({ length: 40 }, () => Math.floor(random() * 256))) }),
    () => ({ bytes: list(2).slice(0, -3), close: true }),
    () => ({ bytes: '', close: true }),
    // One too many.
    () => ({ bytes: `${flat()}${pick([':1\r\n', '+OK\r\n', '$-1\r\n', '_\r\n'])}` }),
  ];
  return pick(kinds)();
}

/** Errors that quote the arguments of a command, as Redis does or may. */
const quoting: readonly ((asked: Asked) => string)[] = [
  ({ name, args }) => `ERR unknown command '${name}', with args: ${args.map((arg) => `'${arg}'`).join(' ')}`,
  ({ args }) => `ERR Error running script (call to f_x): user_script:3: ${args.join(' ')}`,
  ({ args }) => `WRONGTYPE Operation against a key holding the wrong kind of value ${args.join(',')}`,
  ({ args }) => `CORRUPT vote of "${args.join('|')}"`,
  ({ args }) => `NOPERM this user has no permissions to access one of the keys: ${args.join(' ')}`,
  ({ args }) => `NEWWORD:${args.join(':')}`,
  ({ args }) => args.join(' '),
];

describe('a Redis that answers wrongly', () => {
  let redis: TestNode;
  let liar: FalseRedis;
  let night: Night;
  const cachedPaths = ['/api/v3/mobile/fighters', `/api/v1/us/fighters/${ids.champion}`, '/api/v1/us/events'];
  const fresh = new Map<string, Buffer>();
  const logged: string[] = [];
  before(async () => {
    redis = await startRedis();
    liar = await startFalseRedis(redis.port);
    const log = createLog('debug', { write: (line: string) => void logged.push(line) });
    night = await startNightAt(liar.url, { ...uncached, log }, productionDeadlines);
  });
  after(async () => {
    await night.close();
    await liar.close();
    await redis.close();
  });

  const posts = operations.filter(({ method }) => method === 'POST');
  let number = 0;
  const voter = 'leaked-client-0123456789';
  const post = (operation: (typeof posts)[number]) => {
    const { path, headers, body } = samplePost(operation, ++number);
    return send(night.url, 'POST', path, headers, body.replace(/poster-\d{10}/, `${voter}${number}`));
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

  it('is used again after unexpected replies', async () => {
    await isWell();
    for (const extra of ['$-1\r\n', '_\r\n', ':1\r\n', '*-1\r\n', '+OK\r\n', '-ERR no\r\n']) {
      night.useProductionTimeouts();
      liar.lie = ({ name }) => (handshake.has(name) ? undefined : { bytes: `:1\r\n${extra}` });
      const before = liar.connections();
      const answers = await Promise.all(posts.map(post));
      expect(answers.map(({ status }) => status)).to.deep.equal(posts.map(() => 503));
      await eventually(() => liar.connections() > before, 'a new connection');
      liar.lie = () => undefined;
      await isWell();
    }
  });

  it('never logs arguments of commands', async () => {
    await isWell();
    const fight = `/api/v3/mobile/fights/${ids.fightInProgress}`;
    const readVote = `${fight}/round/2/fighter/${ids.fightInProgressFighter1Statid}/vote/${voter}`;
    const useAll = () => Promise.all([...posts.map(post), send(night.url, 'GET', readVote)]);
    await eventually(async () => {
      await useAll();
      return ['castBallots', 'updateLive', 'readContent'].every((name) => liar.names.has(name));
    }, 'every kind of command');
    const commands = [...liar.names].filter((name) => !handshake.has(name) && !name.endsWith('subscribe'));
    for (const command of commands) {
      for (const quote of quoting) {
        liar.lie = (asked) =>
          asked.name === command ? { bytes: `-${quote(asked).replace(/[\r\n]/g, ' ')}\r\n` } : undefined;
        await useAll();
        liar.lie = () => undefined;
      }
      await isWell();
    }
    const text = logged.join('');
    expect(text).to.include('WRONGTYPE Operation against a key holding the wrong kind of value');
    expect(text).not.to.match(/leaked-client|\{\d+:|:rate:|"args"/);
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
