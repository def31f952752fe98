import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbeddedRedis } from '../../../server/embedded/embedded.ts';
import { isRunning } from '../../../server/embedded/lock.ts';
import { removeTornTransaction } from '../../../server/embedded/torn-transaction.ts';
import { ballot, clientsInBucket, openFight } from '../../support/redis/ballots.ts';
import { embeddedState, lostOf } from '../../support/redis/embedded.ts';
import { openStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { openFilesBelow } from '../../support/run/open-files.ts';

const command = (...words: string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
const multi = command('MULTI');
const set = command('SET', 'b', '2');
const torn = set.slice(0, -1);
const [manifestName, logName] = ['appendonly.aof.manifest', 'appendonly.aof.3.incr.aof'];
const manifestText = `file appendonly.aof.3.base.rdb seq 3 type b\nfile ${logName} seq 3 type i\n`;

describe('removeTornTransaction', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-torn-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** What is left of a log. */
  async function cleaned(log: string | Buffer): Promise<string> {
    await writeFile(join(folder, manifestName), manifestText);
    await writeFile(join(folder, logName), log);
    const removed = await removeTornTransaction(join(folder, manifestName));
    const left = await readFile(join(folder, logName));
    expect(removed).to.equal(Buffer.byteLength(log) - left.length);
    expect(openFilesBelow(folder), 'open files').to.deep.equal([]);
    return left.toString();
  }

  it('removes a transaction torn within a command', async () => {
    const write = [command('HSET', 'votes', 'ann', '11|1'), command('HSET', 'tally', '1:11', '1')];
    const commands = [
      ...[command('SELECT', '0'), command('set', 'año', 'x\r\n*1\r\n$5\r\nMULTI\r\n')],
      ...[multi, ...write, command('EXEC'), '#TS:1924992000\r\n'],
      ...[command('multi'), ...write, command('exec'), command('DEL', 'x')],
    ];
    const log = Buffer.from(commands.join(''));
    const ends = commands.map((_, index) => Buffer.byteLength(commands.slice(0, index + 1).join('')));
    const at = (index: number) => ends[index] as number;
    // Within the commands after MULTI, up to the end of EXEC.
    const transactions = [
      { begins: at(1), inside: at(2), ends: at(5) },
      { begins: at(6), inside: at(7), ends: at(10) },
    ];
    for (let length = at(1) - 1; length <= log.length; length++) {
      const cut = transactions.find(({ inside, ends: end }) => length > inside && length < end);
      const left = cut && !ends.includes(length) ? cut.begins : length;
      expect(await cleaned(log.subarray(0, length)), `${length} bytes`).to.equal(log.toString('utf8', 0, left));
    }
  });

  const long = command('SET', 'long', 'x'.repeat(3_000_000)) + set;
  const write = (value: string) => multi + command('SET', 'a', value) + command('EXEC');
  const three = write('x'.repeat(100)) + write('b') + write('c');
  for (const [title, logs, left] of [
    ['may remove all of a log', [multi + torn], ''],
    ['reads commands longer than a chunk', [long + multi + command('SET', 'a', 'x'.repeat(2_000_000)) + torn], long],
    ['leaves a torn command outside a transaction', [command('SET', 'MULTI', 'multi') + torn], undefined],
    ['leaves a changed EXEC', [multi + set + command('EXEB')], undefined],
    [
      'leaves a changed length that other commands follow',
      [
        three.replace('$100', '$900'),
        three.replace(/\$1\r\nc/, '$61\r\nc'),
        multi + set.replace('$1\r\n2', '$99\r\n2') + command('DEL', 'c'),
        multi + set.replace('$1\r\n2', '$999999999\r\n2') + 'x'.repeat(70_000_000),
      ],
      undefined,
    ],
    [
      'leaves what is no command',
      ['*x\r\n*1\r\n$4\r\nab', '*2\r\n$-1\r\n$4\r\nab'].map((other) => multi + other),
      undefined,
    ],
  ] as const) {
    it(title, async () => {
      for (const log of logs) expect((await cleaned(log)) === (left ?? log), log.slice(0, 200)).to.equal(true);
    });
  }

  it('counts no torn vote after the second start', async () => {
    let fightId = 0;
    for (const [nth, client] of clientsInBucket(3).entries()) {
      const redis = await openEmbeddedRedis({ dataDir: folder, isWatched: false });
      const opened = await openStore(redis.url);
      fightId ||= await openFight(opened);
      const { lost, differences } = await lostOf(opened, fightId, []);
      expect({ lost, differences }).to.deep.equal({ lost: 0, differences: 0 });
      await opened.store.votes.cast(ballot(fightId, client));
      const { pid } = await embeddedState(folder);
      process.kill(pid, 'SIGKILL');
      await eventually(() => !isRunning(pid), 'Redis ended');
      opened.close();
      await redis.close();
      if (nth > 0) continue;
      // Tears the last transaction within its last write.
      const log = join(folder, 'redis/appendonlydir/appendonly.aof.1.incr.aof');
      const bytes = await readFile(log);
      await writeFile(log, bytes.subarray(0, bytes.lastIndexOf('HSET') + 2));
      await rm(join(folder, 'redis-mark.json'), { force: true });
    }
  });
});
