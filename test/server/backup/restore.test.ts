import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { backUp } from '../../../server/backup/backup.ts';
import { restore } from '../../../server/backup/restore.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;
const otherRestore =
  'StoreRefused: Another restore runs on this Redis: wait until it has finished, then restore again.';
const votes = '{77:05cc}:votes:1';

describe('restore', () => {
  let stores: TwoStores;
  let folder: string;
  let target: TestNode;
  let empty: TestStore;
  let file: string;
  let bytes: Buffer;
  before(async () => {
    stores = await openTwoStores();
    ({ folder, target, empty } = stores);
    file = join(folder, 'night.backup');
    await backUp({ client: stores.filled.connections.bulk, file, signal, progress });
    bytes = await readFile(file);
  });
  after(() => stores?.close());
  beforeEach(() => target.client.flushall());

  const restoreFrom = (path: string, replace = false) =>
    restore({ client: empty.connections.bulk, file: path, signal, progress, replace });
  const addVote = () => target.client.hset(votes, 'somebody-else-000000', '11|1000');

  it('refuses a damaged file and writes nothing', async () => {
    const path = join(folder, 'changed.backup');
    const places = Array.from({ length: 40 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 40));
    const flipped = [0, 9, bytes.length - 2, ...places].map((at) => bytes.with(at, (bytes[at] ?? 0) ^ 1));
    const lines = bytes.toString('latin1').split(/(?<=\n)/);
    const [fifth = '', sixth = ''] = lines.slice(5);
    const moved = [lines.toSpliced(5, 2, sixth, fifth), lines.toSpliced(5, 1), lines.toSpliced(5, 0, fifth)];
    const cut = ['', lines.slice(0, 1).join(''), lines.slice(0, -1).join(''), lines.join('').slice(0, -9)];
    const more = [...lines, 'x\n'].join('');
    const others = [...moved.map((some) => some.join('')), ...cut, more].map((text) => Buffer.from(text, 'latin1'));
    for (const [index, changed] of [...flipped, ...others].entries()) {
      await writeFile(path, changed);
      expect(await reasonOf(restoreFrom(path)), `file ${index}`).to.match(/^BadBackup: \S+changed\.backup:\d+: /);
      expect(await target.client.dbsize(), `file ${index}`).to.equal(0);
    }
  });

  it('refuses pipes, devices and folders', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await addVote();
    for (const path of [pipe, '/dev/null', folder]) {
      expect(await reasonOf(restoreFrom(path, true))).to.equal(
        `StoreRefused: ${path} is not a regular file: write the backup to a file first.`,
      );
    }
    expect(await target.client.keys('*')).to.deep.equal([votes]);
  });

  it('replaces only its own data, and only with --replace', async () => {
    await target.client.set('sessions:1', 'kept');
    await addVote();
    expect(await reasonOf(restoreFrom(file))).to.equal(
      'StoreRefused: This Redis has 1 keys of Fightcard: restore into an empty Redis, or replace them with --replace.',
    );
    expect((await target.client.keys('*')).sort()).to.deep.equal(['sessions:1', votes]);
    await restoreFrom(file, true);
    expect(await target.client.exists(votes)).to.equal(0);
    expect(await target.client.get('sessions:1')).to.equal('kept');
    const again = join(folder, 'again.backup');
    expect((await backUp({ client: empty.connections.bulk, file: again, signal, progress })).others).to.equal(1);
    expect(await readFile(again, 'utf8')).not.to.include('sessions');
  });

  it('stops when a later restore takes over', async () => {
    const results = await Promise.all([1, 2].map(() => reasonOf(restoreFrom(file, true))));
    for (const result of results) expect(result).to.be.oneOf(['done', otherRestore]);
    const server = await reasonOf(openStore(target.url).then((opened) => opened.close()));
    if (results.includes('done')) expect(server).to.equal('done');
    else expect(server).to.match(/^StoreRefused: A restore into this Redis did not finish/);
    expect(await reasonOf(restoreFrom(file, true)), 'again').to.equal('done');
  });

  it('writes nothing more once another has taken over', async () => {
    let parts = 0;
    const takenOver = (what: string) => {
      if (what !== 'bytes restored' || ++parts !== 3) return;
      target.client.hset('{votes:buckets}:schema', 'restoring', 'another');
    };
    const { bulk } = empty.connections;
    const earlier = restore({ client: bulk, file, signal, progress: takenOver, replace: false });
    expect(await reasonOf(earlier)).to.equal(otherRestore);
    expect(parts, 'of all keys').to.be.within(3, 100);
  });

  it('accepts a Redis without content', async () => {
    const opened = await openStore(target.url);
    await opened.store.ping();
    opened.close();
    expect(await target.client.dbsize()).to.be.above(1);
    expect(await reasonOf(restoreFrom(file))).to.equal('done');
  });

  it('refuses while servers use the Redis', async () => {
    const opened = await openStore(target.url);
    const subscribed = Promise.withResolvers<void>();
    const { close } = opened.store.subscriptions.subscribe(['content'], {
      onMessage: () => undefined,
      onSubscribe: () => subscribed.resolve(),
    });
    await subscribed.promise;
    for (const replace of [false, true]) {
      expect(await reasonOf(restoreFrom(file, replace))).to.equal(
        'StoreRefused: Servers use this Redis: stop them first.',
      );
    }
    expect(await target.client.hgetall('{votes:buckets}:schema')).to.deep.equal({ version: '1', min: '1' });
    close();
    opened.close();
  });

  it('prevents starts until an interrupted restore is finished', async () => {
    for (const stopAt of [1, 30]) {
      await target.client.flushall();
      const interrupt = new AbortController();
      let parts = 0;
      const stopping = (what: string) => {
        if (what === 'bytes restored' && ++parts === stopAt) interrupt.abort();
      };
      const { bulk } = empty.connections;
      const interrupted = restore({ client: bulk, file, signal: interrupt.signal, progress: stopping, replace: false });
      expect(await reasonOf(interrupted)).to.match(/^AbortError/);
      expect(await reasonOf(openStore(target.url))).to.equal(
        'StoreRefused: A restore into this Redis did not finish: run the same restore again (npm run restore).',
      );
      expect(await reasonOf(backUp({ client: bulk, file: join(folder, 'half.backup'), signal, progress }))).to.match(
        /^StoreRefused: A restore into this Redis did not finish/,
      );
      await target.client.hset('{content}:1:news', 'remains', 'of the first attempt');
      expect(await reasonOf(restoreFrom(file))).to.equal('done');
      expect(await target.client.hexists('{content}:1:news', 'remains')).to.equal(0);
      (await openStore(target.url)).close();
    }
  });
});
