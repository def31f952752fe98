/** Which test file executes which part of which source file: V8's block coverage of a run of each test file alone. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Copy } from './copy.ts';
import { runTests } from './run.ts';

/** What ran of one source file. */
export interface Parts {
  /** Of the text that ran. */
  hash: string;
  /** Starts and ends in turn, in UTF-16 code units. */
  edges: number[];
}

export interface Covered {
  /** Of the text of the test file. */
  hash: string;
  seconds: number;
  /** A test file that fails in the tree as it is can judge nothing. */
  isGreen: boolean;
  /** By source file. */
  parts: Record<string, Parts>;
}

/** By test file. */
export type CoverageMap = Record<string, Covered>;

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

interface V8Script {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** Marks what ran: an inner range overrides the range around it, which V8 lists first. */
function paint(script: V8Script, length: number): Uint8Array {
  const ran = new Uint8Array(length);
  const ranges = script.functions.flatMap((fn) => fn.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}

function edgesOf(ran: Uint8Array): number[] {
  const edges: number[] = [];
  let last = 0;
  for (let at = 0; at <= ran.length; at++) {
    const now = at < ran.length ? (ran[at] as number) : 0;
    if (now !== last) edges.push(at);
    last = now;
  }
  return edges;
}

/** Whether a place in a text ran. In a text that has changed since, every place did if any place did. */
export function hasRun(parts: Parts | undefined, hash: string, offset: number): boolean {
  if (!parts) return false;
  if (parts.hash !== hash) return parts.edges.length > 0;
  return parts.edges.findIndex((edge) => edge > offset) % 2 === 1;
}

/** Sources that have mutants; coverage of anything else is not stored. */
const isSource = (path: string) =>
  /^(contracts|mock|server|scripts)\//.test(path) && !path.startsWith('contracts/generated/');

/** What Node adds to a file of which it has removed the types, before its URL. */
const sourceUrl = '\n\n//# sourceURL=';

/**
 * The source file that a script is, or that it is a copy of: some tests copy the sources and run them there. A copy of
 * another length was edited, and its offsets are of another text.
 */
function sourceOf({ url, functions }: V8Script, copy: Copy): string | undefined {
  if (!url.startsWith('file://')) return undefined;
  const path = fileURLToPath(url.split('?')[0] as string);
  const own = path.startsWith(`${copy.root}/`) ? path.slice(copy.root.length + 1) : undefined;
  if (own !== undefined) return isSource(own) ? own : undefined;
  const [, copied] = /\/((?:contracts|mock|server|scripts)\/.+)$/.exec(path) ?? [];
  if (copied === undefined || !isSource(copied) || !existsSync(join(copy.root, copied))) return undefined;
  const length = Math.max(...functions.flatMap((fn) => fn.ranges.map(({ endOffset }) => endOffset)));
  return length === copy.read(copied).length + sourceUrl.length + url.length ? copied : undefined;
}

/** Joins the reports of all processes of one run. */
function read(folder: string, copy: Copy): Record<string, Parts> {
  const painted = new Map<string, Uint8Array>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    let scripts: V8Script[];
    try {
      scripts = (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: V8Script[] }).result;
    } catch {
      // A process that was killed while it wrote.
      continue;
    }
    for (const script of scripts) {
      const file = sourceOf(script, copy);
      if (file === undefined) continue;
      const ran = paint(script, copy.read(file).length);
      const before = painted.get(file);
      if (before) for (const [at, value] of before.entries()) if (value) ran[at] = 1;
      painted.set(file, ran);
    }
  }
  return Object.fromEntries(
    [...painted].sort().map(([file, ran]) => [file, { hash: hashOf(copy.read(file)), edges: edgesOf(ran) }]),
  );
}

export function loadMap(file: string): CoverageMap {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * Collects what the map lacks, has from another text of the test file, or from a run that failed. Stores it after every file.
 *
 * @param copies one test file runs in each at a time.
 */
export async function updateMap(
  file: string,
  copies: readonly [Copy, ...Copy[]],
  testFiles: readonly string[],
  say: (line: string) => void,
): Promise<CoverageMap> {
  const map = loadMap(file);
  const missing = testFiles.filter((test) => !map[test]?.isGreen || map[test].hash !== hashOf(copies[0].read(test)));
  const waiting = [...missing];
  const work = async (copy: Copy) => {
    for (let test = waiting.shift(); test; test = waiting.shift()) {
      const folder = join(copy.temporary, 'coverage');
      mkdirSync(folder);
      // Some tests start a program as another user, which would say that it cannot write its report.
      chmodSync(folder, 0o777);
      // V8 counts less precisely in functions that come from a compile cache.
      const env = { NODE_V8_COVERAGE: folder, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: '1' };
      const { end, seconds, failure } = await runTests(copy, [test], { wallSeconds: 600 }, env);
      const parts = read(folder, copy);
      map[test] = { hash: hashOf(copy.read(test)), seconds, isGreen: end === 'green', parts };
      copy.restore();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(map));
      renameSync(`${file}.new`, file);
      const counted = `${missing.length - waiting.length}/${missing.length} ${test}: ${seconds.toFixed(1)} s`;
      say(`${counted}, ${Object.keys(parts).length} source files${failure ? `; ${failure}` : ''}`);
    }
  };
  await Promise.all(copies.map(work));
  return map;
}
