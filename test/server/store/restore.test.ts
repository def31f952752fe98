import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { encodeLine } from '../../../server/store/backup/format.ts';
import { RestoredStore } from '../../../server/store/backup/write-store.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;
const header = { fightcard: 'backup', format: 2, schema: 2, least: 1, buckets: 8, madeAt: '2031-01-01' } as const;
const otherRestore = 'StoreRefused: Another restore has begun on this Redis: let one of them end, then restore again.';
const hasData = /^StoreRefused: This Redis has data of Fightcard already/;
const votes = '{77:05cc}:votes:1';

/** A backup of these lines with a correct end. */
function seal(lines: readonly string[]): string {
  const text = lines.join('');
  return text + encodeLine({ parts: lines.length - 1, sha256: createHash('sha256').update(text).digest('hex') });
}

describe('restore', () => {
  let folder: string;
  let target: TestNode;
  let empty: TestStore;
  let file: string;
  let text: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-restore-'));
    const redis = await startRedis();
    target = await startRedis();
    const filled = await openStore(redis.url);
    await fillStore(filled.store);
    file = join(folder, 'night.backup');
    await backUp({ client: filled.connections.bulk, file, signal, progress });
    text = await readFile(file, 'utf8');
    filled.close();
    await redis.close();
    empty = await openStore(target.url);
  });
  after(async () => {
    empty?.close();
    await target?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => target.client.flushall());

  const restoreFrom = (path: string, replace = false) =>
    restore({ client: empty.connections.bulk, file: path, signal, progress, replace });
  const addVote = () => target.client.hset(votes, 'somebody-else-000000', '11|1000');

  /** Why a file with this text is refused; nothing is written. */
  async function refusalOf(changed: string | Buffer): Promise<string> {
    const path = join(folder, 'changed.backup');
    await writeFile(path, changed);
    const reason = await reasonOf(restoreFrom(path));
    if (reason !== 'done') expect(await target.client.dbsize(), 'nothing was written').to.equal(0);
    return reason.replace(path, 'FILE');
  }

  /** Begins a restore over any data, which pauses before it looks for servers; the result continues it. */
  async function beginAndPause() {
    const connection = empty.connections.bulk;
    const [paused, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const client = new Proxy(connection, {
      get(own, name) {
        const value = Reflect.get(own, name);
        if (name !== 'pubsub') return typeof value === 'function' ? value.bind(own) : value;
        return async (...args: unknown[]) => {
          paused.resolve();
          await goOn.promise;
          return Reflect.apply(value, own, args);
        };
      },
    });
    const ended = reasonOf(restore({ client, file, signal, progress, replace: true }));
    await paused.promise;
    return () => {
      goOn.resolve();
      return ended;
    };
  }

  it('refuses a file with any changed byte', async () => {
    const bytes = Buffer.from(text);
    const lineAt = (place: number) => bytes.subarray(0, place).filter((byte) => byte === 0x0a).length + 1;
    const places = Array.from({ length: 40 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 40));
    for (const place of [0, 9, bytes.length - 2, ...places]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const line = lineAt(place);
      const why =
        line === 1 ? 'this is not the first line of a backup.' : 'this line is damaged: its checksum is another.';
      expect(await refusalOf(changed), `byte ${place}`).to.equal(`BadBackup: FILE:${line}: ${why}`);
    }
  });

  it('refuses a file with moved, missing or repeated lines', async () => {
    const lines = text.split(/(?<=\n)/);
    const moved = [...lines.slice(0, 5), lines[6], lines[5], ...lines.slice(7)];
    for (const changed of [moved, lines.toSpliced(5, 1), lines.toSpliced(5, 0, lines[5] ?? '')]) {
      expect(await refusalOf(changed.join(''))).to.equal(
        `BadBackup: FILE:${changed.length}: lines before this one are missing, repeated or in another order.`,
      );
    }
  });

  for (const [schema, least, reason] of [
    [4, 3, 'this backup asks for store schema 3, and this version has 2: restore it with a newer version.'],
    [
      ...([0, 0] as const),
      'this backup has store schema 0, and this version takes 1 or newer: restore it with an older version, and start a server of each version between on it.',
    ],
    [3, 2, ''],
    [1, 1, ''],
  ] as const) {
    it(`${reason ? 'refuses' : 'accepts'} a backup of schema ${schema} that needs ${least}`, async () => {
      const refused = await refusalOf(seal([encodeLine({ ...header, schema, least })]));
      expect(refused).to.equal(reason ? `BadBackup: FILE:1: ${reason}` : 'done');
      if (reason) return;
      const stored = { version: String(schema), least: String(least) };
      expect(await target.client.hgetall('{votes:buckets}:schema')).to.deep.equal(stored);
    });
  }

  it('accepts format 1', async () => {
    const [first = '', ...others] = text.split(/(?<=\n)/).slice(0, -1);
    const path = join(folder, 'format-1.backup');
    await writeFile(path, seal([encodeLine({ ...JSON.parse(first.slice(9)), format: 1 }), ...others]));
    expect(await restoreFrom(path)).to.include({ corrected: 0, parts: others.length });
    expect(await target.client.get('{content}:live')).to.match(/^\d+$/);
  });

  it('refuses pipes, devices and folders', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await addVote();
    for (const path of [pipe, '/dev/null', folder]) {
      expect(await reasonOf(restoreFrom(path, true))).to.equal(
        `StoreRefused: ${path} is no regular file, and a restore reads it twice: write the backup to a file first.`,
      );
    }
    expect(await target.client.keys('*')).to.deep.equal([votes]);
  });

  it('replaces only its own data, and only when told', async () => {
    await target.client.set('sessions:1', 'kept');
    await addVote();
    expect(await reasonOf(restoreFrom(file))).to.equal(
      'StoreRefused: This Redis has data of Fightcard already (1 keys): restore into an empty one, or remove them with --replace.',
    );
    expect((await target.client.keys('*')).sort()).to.deep.equal(['sessions:1', votes]);
    await restoreFrom(file, true);
    expect(await target.client.exists(votes)).to.equal(0);
    expect(await target.client.get('sessions:1')).to.equal('kept');
    const again = join(folder, 'again.backup');
    expect((await backUp({ client: empty.connections.bulk, file: again, signal, progress })).others).to.equal(1);
    expect(await readFile(again, 'utf8')).not.to.include('sessions');
  });

  it('reports its progress', async () => {
    const reports: [string, number, number][] = [];
    const onProgress = (...report: [string, number, number]) => void reports.push(report);
    const options = { client: empty.connections.bulk, file, signal, replace: false };
    const { parts } = await restore({ ...options, progress: onProgress });
    const of = (what: string) => reports.filter(([name]) => name === what);
    expect(of('bytes checked')).to.have.length(parts + 1);
    expect(of('bytes restored')).to.deep.equal(
      of('bytes checked')
        .slice(1)
        .map(([, ...bytes]) => ['bytes restored', ...bytes]),
    );
    expect(of('bytes restored').at(-1)?.[2]).to.equal(Buffer.byteLength(text));
    expect(of('tallies counted').map(([, count]) => count)).to.deep.equal(of('tallies counted').map((_, n) => n + 1));
  });

  it('removes no data after another restore was interrupted', async () => {
    await addVote();
    const goOn = await beginAndPause();
    expect(await reasonOf(openStore(target.url)), 'a server meanwhile').to.match(/^StoreRefused/);
    expect(await reasonOf(restoreFrom(file))).to.match(hasData);
    expect(await target.client.hget(votes, 'somebody-else-000000')).to.equal('11|1000');
    (await openStore(target.url)).close();
    expect(await goOn()).to.equal(otherRestore);
    expect(await target.client.exists(votes), 'nothing was removed').to.equal(1);
  });

  it('stops when another restore has begun', async () => {
    const [earlier, later] = [0, 1].map(() => new RestoredStore(empty.connections.bulk)) as [
      RestoredStore,
      RestoredStore,
    ];
    await earlier.begin(false, signal);
    await later.begin(false, signal);
    expect(await reasonOf(earlier.write({ key: 'live:events', type: 'zset', values: ['77', '1'] }))).to.equal(
      otherRestore,
    );
    expect(await reasonOf(earlier.finish({ ...header }, signal, progress))).to.equal(otherRestore);
    expect(await target.client.exists('live:events')).to.equal(0);
    expect(await reasonOf(openStore(target.url))).to.match(/^StoreRefused/);
  });

  it('stops within 64 parts when another restore begins', async () => {
    const store = new RestoredStore(empty.connections.bulk);
    await store.begin(false, signal);
    const part = { key: 'live:events', type: 'zset', values: ['77', '1'] } as const;
    const write = () => store.write({ ...part, values: [...part.values] });
    await write();
    await new RestoredStore(empty.connections.bulk).begin(false, signal);
    for (let nth = 1; nth < 64; nth++) await write();
    expect(await reasonOf(write())).to.equal(otherRestore);
  });

  it('accepts a Redis that a server without content used', async () => {
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
        'StoreRefused: Servers use this Redis: stop them first, since they would mix what they know with the backup.',
      );
    }
    expect(await target.client.hgetall('{votes:buckets}:schema')).to.deep.equal({ version: '2', least: '1' });
    close();
    opened.close();
  });

  it('keeps servers out until an interrupted restore ends', async () => {
    for (const stopAt of [1, 30, 90]) {
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
        'StoreRefused: A restore into this Redis has not ended, so data are missing: run it again to its end (npm run restore).',
      );
      expect(await reasonOf(backUp({ client: bulk, file: join(folder, 'half.backup'), signal, progress }))).to.match(
        /^StoreRefused: A restore into this Redis has not ended/,
      );
      await target.client.hset('{content}:1:news', 'remains', 'of the first attempt');
      expect(await reasonOf(restoreFrom(file))).to.equal('done');
      expect(await target.client.hexists('{content}:1:news', 'remains')).to.equal(0);
      (await openStore(target.url)).close();
    }
  });
});
