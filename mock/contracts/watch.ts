import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { type AddedPacts, listPactFiles } from './pacts/read-pacts.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Rebuilds the document; the packed mock does not have it, since it has no sources. */
const rebuilder = 'mock/contracts/rebuild.ts';

const pollMs = 250;
/** Editors write a file in several steps. */
const settleMs = 30;
/** A contract that loops forever must not block the next attempt. */
const maxRebuildMs = 20_000;

/** Extracts file, line and reason from Node's error output. */
function explain(stderr: string, root: string): string {
  const path = (found: string) => relative(root, found.startsWith('file:') ? fileURLToPath(found) : found);
  const reason =
    /^(?:[A-Z]\w*)?(?:Error|SyntaxError)(?: \[[A-Z_]+\])?: (.*)/m.exec(stderr)?.[1] ??
    /^\s*[x×] (.*)/m.exec(stderr)?.[1] ??
    stderr.trim().split('\n')[0];
  const places = [...stderr.matchAll(/(file:\/\/\/[^\s():]+\.ts|\/[^\s():[\]]+\.ts):(\d+)(?::\d+)?/g)].map(
    ([, file, line]) => ({ file: `${file}`, line }),
  );
  const own = places.find(({ file }) => !file.includes('/node_modules/') && !file.endsWith(`/${rebuilder}`));
  return own ? `${path(own.file)}:${own.line}: ${reason}` : `${reason}`;
}

/**
 * Builds the document in a child process, which reads every file again and may crash without harm.
 *
 * @throws {Error} naming file, line and reason.
 */
async function rebuild(root: string, signal: AbortSignal): Promise<OpenApiDocument> {
  const child = spawn(process.execPath, [join(root, rebuilder)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxRebuildMs,
    // Recompiles only edited files.
    env: { NODE_COMPILE_CACHE: join(root, '.data/compiled'), ...process.env },
    signal,
  });
  child.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return JSON.parse(out);
  throw new Error(
    err === ''
      ? `reading the contracts took longer than ${maxRebuildMs / 1000} s; look for an endless loop in the last edit`
      : explain(err, root),
  );
}

export interface Watching {
  /** Receives each message, a single line. */
  say: (line: string) => void;
  /** The repository; default: this one. */
  root?: string;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : listSources(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** Changes with every edit: the names of the files, and the version of each file behind its links. */
function fingerprintOf(list: () => string[]): string {
  try {
    const files = list().map((file) => {
      const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return [file, dev, ino, size, mtimeMs, ctimeMs];
    });
    return JSON.stringify(files);
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Serves every edit of contracts and added pacts. Mistakes are reported with file and line, and the last good contracts
 * stay in place.
 *
 * Compares files at intervals, because the system does not report changes behind a link (such as a ConfigMap of
 * Kubernetes) or in a folder that a build created again, and limits the number of watched folders.
 *
 * @param swap called without a document when only a pact changed.
 */
export function watchContracts(
  { say, root = repository }: Watching,
  pacts: string | undefined,
  swap: (document: OpenApiDocument | undefined) => AddedPacts,
): { close(): void } {
  const closing = new AbortController();
  const { signal } = closing;
  const hasSources = existsSync(join(root, rebuilder));
  const readFingerprints = () => ({
    contracts: hasSources ? fingerprintOf(() => listSources(join(root, 'contracts'))) : '',
    pacts: pacts === undefined ? '' : fingerprintOf(() => listPactFiles(pacts)),
  });

  async function reload(isRebuilt: boolean): Promise<void> {
    const startMs = performance.now();
    try {
      const document = isRebuilt ? await rebuild(root, signal) : undefined;
      if (signal.aborted) return;
      const { conflicts, notes } = swap(document);
      say(`Reloaded ${isRebuilt ? 'the contracts' : 'the pacts'} in ${Math.round(performance.now() - startMs)} ms.`);
      for (const note of notes) say(`Note: ${note}`);
      for (const conflict of conflicts) say(`Conflict: ${conflict}`);
    } catch (error) {
      if (!signal.aborted) say(`Not reloaded; still serving the last good contracts: ${(error as Error).message}`);
    }
  }
  async function poll(): Promise<void> {
    let seen = readFingerprints();
    for (;;) {
      await sleep(pollMs, undefined, { ref: false });
      if (signal.aborted) return;
      const found = readFingerprints();
      if (found.contracts === seen.contracts && found.pacts === seen.pacts) continue;
      await sleep(settleMs);
      const settled = readFingerprints();
      const isRebuilt = settled.contracts !== seen.contracts;
      seen = settled;
      await reload(isRebuilt);
    }
  }
  void poll();
  return { close: () => closing.abort() };
}
