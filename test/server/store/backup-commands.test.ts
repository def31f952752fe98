import { createHash } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import promises, { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { encodeLine, type Header, type Part } from '../../../server/store/backup/format.ts';
import { BackupFile } from '../../../server/store/backup/write-file.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { recordRestored } from '../../support/redis/recorded-restore.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const header: Header = {
  ...{ fightcard: 'backup', format: 2, schema: 2, least: 1, buckets: 8 },
  madeAt: '2031-01-01T00:00:00Z',
};

describe('the commands of a backup, without a Redis', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-asked-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const { open: opened } = promises;
  const part: Part = { key: 'live:events', type: 'zset', values: ['801', '1'] };
  const fileOf = async (name: string, first: Header, parts = [part]) => {
    const text = encodeLine(first) + parts.map(encodeLine).join('');
    const path = join(folder, name);
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(path, text + encodeLine({ parts: parts.length, sha256 }));
    return { path, lengths: [encodeLine(first).length, text.length] };
  };

  it('write what they read to a file, say how far they are, and leave nothing when they fail', async () => {
    const answers: Answer = (name, [key]) => {
      if (name === 'info') return 'run_id:r1';
      if (name === 'scan') return ['0', ['live:events', 'other']];
      if (name === 'zscanBuffer') return [Buffer.from('0'), [Buffer.from('801'), Buffer.from('1')]];
      if (name === 'type') return key === 'live:events' ? 'zset' : 'none';
      return name === 'get' ? (key === 'votes:buckets' ? '8' : null) : name === 'hgetall' ? {} : [];
    };
    const path = join(folder, 'made.backup');
    const told: unknown[] = [];
    const { client } = recordClient(answers);
    const made = await backUp({ client, file: path, signal, progress: (...args) => told.push(args) });
    const text = await readFile(path, 'utf8');
    const lines = text.split(/(?<=\n)/);
    expect(made).to.deep.equal({ parts: 1, bytes: text.length, others: 1 });
    expect(told).to.deep.equal([['bytes written', (lines[0] + (lines[1] ?? '')).length, 0]]);
    expect(lines[1]).to.equal(encodeLine(part));
    const sha256 = createHash('sha256').update(lines.slice(0, 2).join('')).digest('hex');
    expect(lines[2]).to.equal(encodeLine({ parts: 1, sha256 }));
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(await reasonOf(backUp({ client, file: path, signal, progress: () => undefined }))).to.equal(
      `StoreRefused: ${path} exists already: name another file.`,
    );
    const failed = join(folder, 'failed.backup');
    expect(
      await reasonOf(backUp({ client, file: failed, signal: AbortSignal.abort(), progress: () => undefined })),
    ).to.match(/^AbortError/);
    const nowhere = backUp({ client, file: join(folder, 'no/where'), signal, progress: () => undefined });
    expect(await reasonOf(nowhere)).to.match(/^Error: ENOENT/);
    expect(await readdir(folder)).to.deep.equal(['made.backup']);
  });

  it('go back to a mark in the file, however often, and count what is left', async () => {
    const path = join(folder, 'marked.backup');
    const told: number[] = [];
    const file = await BackupFile.open(path, header, (bytes) => told.push(bytes));
    const [own, first] = [encodeLine(part), encodeLine(header)];
    await file.write(part);
    const mark = await file.mark();
    for (let time = 0; time < 2; time++) {
      await file.write({ ...part, values: ['802', '2'.repeat(time === 0 ? 1_100_000 : 1)] });
      await file.rewind(mark);
      expect([file.parts, file.bytes]).to.deep.equal([1, first.length + own.length]);
    }
    await file.write(part);
    await file.finish();
    const sha256 = createHash('sha256')
      .update(first + own + own)
      .digest('hex');
    expect(await readFile(path, 'utf8')).to.equal(first + own + own + encodeLine({ parts: 2, sha256 }));
    expect([told[0], told.at(-1)]).to.deep.equal([first.length + own.length, first.length + 2 * own.length]);
  });

  /** Runs with another `write` of open files, which gets what it replaces. */
  async function withWrite<T>(
    write: (own: FileHandle['write']) => (...args: never[]) => unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const probe = await open(folder, 'r');
    const prototype = Object.getPrototypeOf(probe) as { write: unknown };
    await probe.close();
    const own = prototype.write as FileHandle['write'];
    prototype.write = function (this: FileHandle, ...args: never[]) {
      return Reflect.apply(write(own.bind(this) as FileHandle['write']), this, args);
    };
    try {
      return await work();
    } finally {
      prototype.write = own;
    }
  }

  it('write a mebibyte at once, in as many pieces as the system takes', async () => {
    const path = join(folder, 'pieces.backup');
    const sizes: number[] = [];
    const own = encodeLine(header).length + encodeLine({ ...part, values: [''] }).length;
    const file = await BackupFile.open(path, header, () => undefined);
    const write = (inner: FileHandle['write']) => (bytes: Buffer, at: number, length: number, position: number) => {
      sizes.push(length);
      return inner(bytes, at, Math.min(length, 1_000_000), position);
    };
    await withWrite(write as never, async () => {
      await file.write({ ...part, values: ['x'.repeat(1_048_575 - own)] });
      expect(sizes).to.deep.equal([]);
      await file.write(part);
      const all = 1_048_575 + encodeLine(part).length;
      expect(sizes).to.deep.equal([all, all - 1_000_000]);
      await file.finish();
    });
    const lines = (await readFile(path, 'utf8')).split(/(?<=\n)/);
    expect(lines.slice(0, 3).map((line) => line.length)).to.deep.equal([
      ...[encodeLine(header).length, 1_048_575 - encodeLine(header).length, encodeLine(part).length],
    ]);
    const exact = await BackupFile.open(path, header, () => undefined);
    sizes.length = 0;
    await withWrite(write as never, () => exact.write({ ...part, values: ['x'.repeat(1_048_576 - own)] }));
    expect(sizes[0]).to.equal(1_048_576);
    await exact.discard();
  });

  it('name the file in an error of it that does not', async () => {
    for (const [more, path] of [
      [{ syscall: 'write' }, join(folder, 'full.backup')],
      [{ syscall: 'write', path: 'another' }, 'another'],
      [{}, undefined],
    ] as const) {
      const failed = Object.assign(new Error('ENOSPC'), more);
      const { client } = recordClient((name, [key]) => {
        if (name === 'info') return 'run_id:r1';
        if (name === 'get') return key === 'votes:buckets' ? '8' : null;
        return name === 'hgetall' ? {} : name === 'scan' ? ['0', []] : name === 'type' ? 'none' : [];
      });
      const work = backUp({ client, file: join(folder, 'full.backup'), signal, progress: () => undefined });
      const error = await withWrite(
        () => () => Promise.reject(failed),
        () =>
          work.then(
            () => undefined,
            (reason: unknown) => reason,
          ),
      );
      expect(error).to.equal(failed);
      expect((error as { path?: string }).path).to.equal(path);
    }
  });

  it('have what they wrote on disk before it is in its place, and the place too, and close everything', async () => {
    const path = join(folder, 'synced.backup');
    const told: string[] = [];
    const opening = mock.method(promises, 'open', async (...args: Parameters<typeof open>) => {
      const handle = await opened(...args);
      const [sync, close] = [handle.sync.bind(handle), handle.close.bind(handle)];
      const note =
        (name: string, run: () => Promise<void>) =>
        (...none: []) => {
          told.push(`${name} ${existsSync(path)}`);
          return run(...none);
        };
      return Object.assign(handle, { sync: note('sync', sync), close: note('close', close) });
    });
    syncBuiltinESMExports();
    try {
      await writeFile(`${path}.partial`, 'what a killed backup has left');
      const file = await BackupFile.open(path, header, () => undefined);
      await file.finish();
      expect(told.splice(0)).to.deep.equal(['sync false', 'close true', 'sync true', 'close true']);
      const lost = await BackupFile.open(path, header, () => undefined);
      await rm(`${path}.partial`);
      await writeFile(`${path}.partial`, 'of another backup');
      expect(await reasonOf(lost.finish())).to.equal(
        `StoreRefused: Another backup to ${path} has begun: let one of them end, or name another file.`,
      );
      await lost.discard();
      expect(told).to.deep.equal(['sync true', 'close true']);
      expect(await readFile(`${path}.partial`, 'utf8')).to.equal('of another backup');
      await lost.discard();
    } finally {
      opening.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('compare their file by its whole number with what is in its place', async () => {
    const path = join(folder, 'compared.backup');
    const looking = mock.method(promises, 'stat');
    syncBuiltinESMExports();
    try {
      const file = await BackupFile.open(path, header, () => undefined);
      await file.discard();
      expect(looking.mock.calls.map((call) => call.arguments)).to.deep.equal([[`${path}.partial`, { bigint: true }]]);
    } finally {
      looking.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('restore a file that was checked whole, and say how far they are', async () => {
    const { path, lengths } = await fileOf('right.backup', header);
    const size = (await stat(path)).size;
    const told: unknown[] = [];
    const keys: string[] = [];
    const { client, asked } = recordRestored({
      keys,
      answer: (name) => (name === 'call' ? keys.push('{7:05cc}:tally') : undefined),
    });
    const restored = await restore({
      client,
      file: path,
      signal,
      progress: (...args) => told.push(args),
      replace: false,
    });
    expect(restored).to.deep.equal({ header, parts: 1, corrected: 0 });
    expect(told).to.deep.equal([
      ...lengths.map((bytes) => ['bytes checked', bytes, size]),
      ['bytes restored', lengths[1], size],
      ...[1, 2].map((tallies) => ['tallies counted', tallies, 0]),
    ]);
    expect(asked.filter(([name]) => name === 'call')).to.deep.equal([['call', 'ZADD', 'live:events', '1', '801']]);
    for (const [more, said] of [
      [
        { schema: 4, least: 3 },
        'this backup asks for store schema 3, and this version has 2: restore it with a newer version.',
      ],
      [
        ...([{ schema: 0, least: 0 }] as const),
        'this backup has store schema 0, and this version takes 1 or newer: restore it with an older version, and start a server of each version between on it.',
      ],
      [{ schema: 3, least: 2 }, undefined],
      [{ schema: 1, least: 1 }, undefined],
    ] as const) {
      const other = await fileOf('other.backup', { ...header, ...more });
      const work = restore({
        client: recordRestored().client,
        file: other.path,
        signal,
        progress: () => undefined,
        replace: false,
      });
      expect(await reasonOf(work)).to.equal(said ? `BadBackup: ${other.path}:1: ${said}` : 'done');
    }
  });

  it('say that a store is unfinished where it is, and only there', async () => {
    const { path } = await fileOf('cut.backup', header);
    const said = async (answer: Answer, stop = signal) =>
      reasonOf(
        restore({
          client: recordRestored({ answer }).client,
          file: path,
          signal: stop,
          progress: () => undefined,
          replace: false,
        }),
      );
    const unfinished = '. If anything was changed yet, no server starts there until the same command has ended.';
    const when =
      (command: string, reply: unknown): Answer =>
      (name) =>
        name === command ? reply : undefined;
    expect(await said(when('call', new Error('no answer.')))).to.equal(
      `StoreRefused: The store is not available: no answer${unfinished}`,
    );
    expect(await said(when('pubsub', ['content', 1]))).to.match(
      /^StoreRefused: Servers use this Redis: .* with the backup\.$/,
    );
    expect(await said(when('call', Object.assign(new Error('x'), { name: 'TypeError' })))).to.match(/^StoreRefused: /);
    expect(await said(() => undefined, AbortSignal.abort())).to.match(/^AbortError/);
    const [stopped, redis] = [new AbortController(), recordRestored()];
    const two = await fileOf('two.backup', header, [part, part]);
    const work = restore({
      ...{ client: redis.client, file: two.path, signal: stopped.signal, replace: false },
      progress: (what) => what === 'bytes restored' && stopped.abort(),
    });
    expect(await reasonOf(work)).to.equal('AbortError: This operation was aborted');
    expect(redis.asked.filter(([name]) => name === 'call')).to.have.length(1);
  });

  it('ask Redis for nothing before the file was checked whole', async () => {
    const reasons: string[] = [];
    const newer = await fileOf('newer.backup', { ...header, schema: 4, least: 3 }, []);
    const whole = await fileOf('whole.backup', header);
    const aborted = AbortSignal.abort();
    for (const [file, stop] of [
      [folder, signal],
      [newer.path, signal],
      [whole.path, aborted],
    ] as const) {
      const { client, asked } = recordRestored();
      reasons.push(await reasonOf(restore({ client, file, signal: stop, progress: () => undefined, replace: false })));
      expect(asked).to.deep.equal([]);
    }
    expect(reasons).to.deep.equal([
      `StoreRefused: ${folder} is no regular file, and a restore reads it twice: write the backup to a file first.`,
      `BadBackup: ${newer.path}:1: this backup asks for store schema 3, and this version has 2: restore it with a newer version.`,
      'AbortError: This operation was aborted',
    ]);
  });

  it('give the store what the file says when it is read the second time', async () => {
    const { path, lengths } = await fileOf('replaced.backup', header);
    const other = await fileOf('replacement.backup', { ...header, buckets: 4 });
    const { client } = recordRestored();
    const restored = await restore({
      ...{ client, file: path, signal, replace: false },
      progress: (what, bytes) => what === 'bytes checked' && bytes === lengths[1] && copyFileSync(other.path, path),
    });
    expect(restored.header.buckets).to.equal(4);
  });
});
