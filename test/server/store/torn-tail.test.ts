import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { isRunning } from '../../../server/store/redis/embedded/lock.ts';
import { removeTornTransaction } from '../../../server/store/redis/embedded/torn-transaction.ts';
import { ballot, clientsInBucket, openFight } from '../../support/redis/ballots.ts';
import { embeddedState, lostOf } from '../../support/redis/embedded.ts';
import { startNode } from '../../support/redis/nodes.ts';
import { openStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { openFilesBelow } from '../../support/run/open-files.ts';
import { freePort } from '../../support/run/ports.ts';

const command = (...words: string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
const [manifestName, logName] = ['appendonly.aof.manifest', 'appendonly.aof.3.incr.aof'];
const manifestText = `file appendonly.aof.3.base.rdb seq 3 type b\nfile ${logName} seq 3 type i\n`;
const cleo = clientsInBucket(1)[0] as string;

describe('a write that the end of Redis has torn', () => {
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
    return left.toString();
  }

  it('is removed with the transaction that it belongs to, and anything else is left to Redis', async () => {
    const write = [command('HSET', 'votes', 'ann', '11|1'), command('HSET', 'tally', '1:11', '1')];
    const commands = [
      ...[command('SELECT', '0'), command('set', 'año', 'x\r\n*1\r\n$5\r\nMULTI\r\n')],
      ...[command('MULTI'), ...write, command('EXEC'), '#TS:1924992000\r\n'],
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
      const torn = transactions.find(({ inside, ends: end }) => length > inside && length < end);
      const left = torn && !ends.includes(length) ? torn.begins : length;
      expect(await cleaned(log.subarray(0, length)), `${length} bytes`).to.equal(log.toString('utf8', 0, left));
    }
  });

  it('is found behind words that are empty, or are those of its ends', async () => {
    const before = `${command('SET', 'a', '1')}#TS:1924992000\r\n`;
    const torn = command('SET', 'b', '2').slice(0, -1);
    for (const inside of [command('SET', 'a', ''), command('SET', 'exec', 'EXEC'), command('HINCRBY', 'EXEC', 'x')]) {
      expect(await cleaned(`${before}${command('MULTI')}${inside}${torn}`), inside).to.equal(before);
    }
    expect(await cleaned(command('MULTI') + torn), 'all of the log').to.equal('');
    const none = command('SET', 'MULTI', 'multi') + torn;
    expect(await cleaned(none)).to.equal(none);
  });

  it('is taken from the disk, too, and the log is closed', async () => {
    const torn = command('MULTI') + command('SET', 'b', '2').slice(0, -1);
    const [whole, log] = [command('SET', 'a', '1'), join(folder, logName)];
    await writeFile(join(folder, manifestName), `${manifestText}no file other.aof seq 4 type i\n`);
    await writeFile(log, whole + torn);
    const probe = await open(log);
    const synced = mock.method(Object.getPrototypeOf(probe), 'sync', async () => undefined);
    await probe.close();
    expect(await removeTornTransaction(join(folder, manifestName))).to.equal(torn.length);
    synced.mock.restore();
    expect([synced.mock.callCount(), await readFile(log, 'utf8')]).to.deep.equal([1, whole]);
    expect(openFilesBelow(folder)).to.deep.equal([]);
    await rm(log);
    expect(await removeTornTransaction(join(folder, manifestName))).to.equal(0);
  });

  it('is not what no command looks like, within a transaction', async () => {
    for (const other of ['x1\r\n$4\r\nab', '*x\r\n*1\r\n$4\r\nab', '*1.5\r\n$4\r\nab', '*1\r\n:4\r\nab']) {
      const log = command('MULTI') + other;
      expect(await cleaned(log), other).to.equal(log);
    }
    for (const length of ['$-1', '$x', '$-', '+1']) {
      const log = `${command('MULTI')}*2\r\n${length}\r\n$4\r\nab`;
      expect(await cleaned(log), length).to.equal(log);
    }
  });

  it('is in the last of several logs, as during a rewrite', async () => {
    const [before, torn] = [command('SET', 'a', '1'), command('MULTI') + command('SET', 'b', '1').slice(0, -3)];
    const second = 'appendonly.aof.4.incr.aof';
    await writeFile(join(folder, manifestName), `${manifestText}file ${second} seq 4 type i\n`);
    for (const name of [logName, second]) await writeFile(join(folder, name), before + torn);
    expect(await removeTornTransaction(join(folder, manifestName))).to.equal(torn.length);
    const left = await Promise.all([logName, second].map((name) => readFile(join(folder, name), 'utf8')));
    expect(left).to.deep.equal([before + torn, before]);
  });

  it('is found behind commands that are longer than what is read at once', async () => {
    const long = command('SET', 'long', 'x'.repeat(3_000_000)) + command('SET', 'short', 'y');
    expect(await cleaned(long)).to.equal(long);
    const torn = command('MULTI') + command('SET', 'a', 'x'.repeat(2_000_000)) + command('SET', 'a', 'b').slice(0, -1);
    expect(await cleaned(long + torn)).to.equal(long);
  });

  it('is not what a changed end of a transaction looks like, which Redis reports', async () => {
    const changed = command('MULTI') + command('SET', 'a', 'b') + command('EXEB');
    expect(await cleaned(changed)).to.equal(changed);
  });

  it('is not what a changed length looks like, behind which other commands follow', async () => {
    const write = (value: string) => command('MULTI') + command('SET', 'a', value) + command('EXEC');
    const log = write('x'.repeat(100)) + write('b') + write('c');
    // Reaches beyond the end of the log: of a value in the first transaction, and of one in the last.
    const changed = [log.replace('$100', '$900'), log.replace(/\$1\r\nc/, '$61\r\nc')];
    for (const one of changed) expect(await cleaned(one)).to.equal(one);
    const inside = command('MULTI') + command('SET', 'a', 'b').replace('$1\r\nb', '$99\r\nb') + command('DEL', 'c');
    expect(await cleaned(inside)).to.equal(inside);
    const long =
      command('MULTI') + command('SET', 'a', 'b').replace('$1\r\nb', '$999999999\r\nb') + 'x'.repeat(70_000_000);
    expect((await cleaned(long)).length).to.equal(long.length);
  });

  it('is not looked for in what is no log of commands, and nothing is done without a log', async () => {
    for (const other of ['REDIS0010 and so on', '*2\r\n+OK\r\n', '*x\r\n', `${command('MULTI')}garbage\r\n`]) {
      expect(await cleaned(other)).to.equal(other);
    }
    expect(await removeTornTransaction(join(folder, 'nothing'))).to.equal(0);
  });

  /** Tears the last transaction of a log within its last write. */
  async function tear(redis: string): Promise<void> {
    const log = join(redis, 'appendonlydir', 'appendonly.aof.1.incr.aof');
    const bytes = await readFile(log);
    await writeFile(log, bytes.subarray(0, bytes.lastIndexOf('HSET') + 2));
  }

  it('never counts, also not at the second start of the embedded Redis', async () => {
    let fightId = 0;
    for (const client of clientsInBucket(3)) {
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
      if (client !== cleo) continue;
      await tear(join(folder, 'redis'));
      await rm(join(folder, 'redis-mark.json'), { force: true });
    }
  });

  it('counts at the second start of a Redis whose log is left alone (control)', async () => {
    const redis = await startNode(await freePort(), [
      'appendonly yes',
      'appendfsync always',
      'save ""',
      `dir ${folder}`,
    ]);
    const opened = await openStore(redis.url);
    const fightId = await openFight(opened);
    const [, bob = ''] = clientsInBucket(2);
    await opened.store.votes.cast(ballot(fightId, cleo));
    await redis.kill();
    await tear(folder);
    await redis.start();
    await eventually(
      () =>
        opened.store.ping().then(
          () => true,
          () => false,
        ),
      'the store answers',
    );
    await opened.store.votes.cast(ballot(fightId, bob));
    await redis.kill();
    await redis.start();
    expect(await lostOf(opened, fightId, [])).to.deep.equal({ lost: 0, differences: 1 });
    opened.close();
    await redis.close();
  });
});
