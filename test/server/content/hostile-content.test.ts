import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { ContentRefused } from '../../../server/content/checking/error-summary.ts';
import { publishSources } from '../../../server/content/publish.ts';
import type { Layout } from '../../../server/content/reading/file-layout.ts';
import { createSource } from '../../../server/content/reading/sources.ts';
import { rawEvent, rawFight } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const root = join(import.meta.dirname, '../../..');

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const fill = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length));

/** Input that slows a careless reader down, of about the given number of bytes. */
const hostile: [string, CollectionName, Layout, (bytes: number) => string | Buffer][] = [
  ['commas', 'news', 'array', (bytes) => `[${fill(',', bytes)}]`],
  ['opening brackets', 'news', 'array', (bytes) => fill('[', bytes)],
  ['deep nesting', 'news', 'array', (bytes) => `[${fill('{"a":', bytes / 2)}1${fill('}', bytes / 10)}]`],
  ['one endless string', 'news', 'array', (bytes) => `["${fill('x', bytes)}`],
  ['backslashes and quotes', 'news', 'array', (bytes) => `["${fill('\\\\\\"', bytes)}"]`],
  ['short strings', 'news', 'array', (bytes) => `[${fill('"",', bytes)}""]`],
  ['a huge number', 'news', 'array', (bytes) => `[{"id":${fill('9', bytes)}}]`],
  ['white space', 'news', 'array', (bytes) => fill(' \n', bytes)],
  ['byte order marks', 'news', 'array', (bytes) => fill('\ufeff', bytes / 3)],
  ['what is no UTF-8', 'news', 'array', (bytes) => Buffer.from(`[${fill('\xe9,', bytes)}1]`, 'latin1')],
  ['empty lines', 'news', 'lines', (bytes) => fill('\n', bytes)],
  ['lines of one bracket', 'news', 'lines', (bytes) => fill('{\n', bytes)],
  ['objects without an end', 'news', 'objects', (bytes) => fill('{\n', bytes)],
  ['empty objects', 'news', 'objects', (bytes) => fill('{}', bytes)],
  ['a long word for a short one', 'fighters', 'array', (bytes) => `[{"weight_class":"${fill('Light', bytes)}"}]`],
  [
    'unknown keys',
    'news',
    'array',
    (bytes) => `[{${Array.from({ length: bytes / 12 }, (_, index) => `"titl${index}":1`).join(',')}}]`,
  ],
  [
    'the same fight over and over',
    'events',
    'lines',
    (bytes) => {
      const fights = Array.from({ length: bytes / 70 }, () => rawFight(5));
      return JSON.stringify(rawEvent(1, { fights }));
    },
  ],
];

describe('hostile content', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  /** Milliseconds of processor time to read and check some input. */
  async function cost(collection: CollectionName, layout: Layout, bytes: Buffer, part: number): Promise<number> {
    const before = process.cpuUsage();
    const source = createSource(collection, 'input', layout, 0, inParts(bytes, part));
    // Reads to the end, where a publish stops after 10,000 errors.
    for await (const _ of source.rows);
    const checked = createSource(collection, 'input', layout, 0, inParts(bytes, part));
    await publishSources(opened.store, [checked], { checkOnly: true }).catch((error: unknown) => {
      if (!(error instanceof ContentRefused)) throw error;
    });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  it('costs time in proportion to its length', async () => {
    const [short, long] = [1 << 14, 1 << 17];
    const seen: string[] = [];
    for (const [title, collection, layout, make] of hostile) {
      const comesInPieces = ['one endless string', 'white space', 'objects without an end'].includes(title);
      for (const part of comesInPieces ? [1 << 30, 500] : [1 << 30]) {
        const [few, many] = [make(short), make(long)].map((input) => Buffer.from(input as string)) as [Buffer, Buffer];
        await cost(collection, layout, few, part);
        const first = await cost(collection, layout, few, part);
        const second = await cost(collection, layout, many, part);
        // 20 ms are noise; a quadratic cost grows 64 times.
        const factor = (second + 20) / (first + 20);
        seen.push(`${title} ${first.toFixed()} → ${second.toFixed()} ms`);
        expect(factor, seen.at(-1)).to.be.below(24);
      }
    }
    console.log(`        processor time of 16 KiB → 128 KiB: ${seen.join('; ')}`);
  });

  it('stops reading after 10,000 errors', async () => {
    const source = createSource(
      'news',
      'input',
      'array',
      0,
      inParts(Buffer.from(`[${fill('1,', 1 << 20)}1]`), 1 << 16),
    );
    const error = (await publishSources(opened.store, [source], {}).catch(
      (reason: unknown) => reason,
    )) as ContentRefused;
    expect(error).to.be.instanceOf(ContentRefused);
    expect(error.summary.count).to.be.within(10_000, 11_000);
    expect(source.read()).to.be.below(1 << 18);
  });

  it('lets a verb end at SIGINT', async () => {
    const unending = ['one endless string', 'white space', 'objects without an end', 'empty lines'];
    const tookMs: string[] = [];
    for (const [title, collection, , make] of hostile.filter(([name]) => unending.includes(name))) {
      const child = spawn(process.execPath, [join(root, 'scripts/content.ts'), 'put', collection, '-'], {
        env: { ...process.env, REDIS_URL: redis.url },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const ended = once(child, 'exit');
      child.stdin.on('error', () => undefined);
      // Enough to fill every buffer, so that the verb is reading when the signal comes.
      const input = Buffer.from(make(1 << 20) as string);
      for (let sent = 0; sent < 4 && child.exitCode === null; sent++) {
        await Promise.race([new Promise((taken) => child.stdin.write(input, taken)), ended]);
      }
      const startMs = performance.now();
      child.kill('SIGINT');
      const [code] = await ended;
      tookMs.push(`${title} ${(performance.now() - startMs).toFixed()} ms`);
      // A refused input has ended already.
      expect([130, 1], title).to.include(code);
      // One second, and nine more for a busy machine.
      expect(performance.now() - startMs, title).to.be.below(10_000);
    }
    console.log(`        ended at SIGINT after ${tookMs.join('; ')}`);
  });
});
