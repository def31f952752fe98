import { spawn } from 'node:child_process';
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { type AddedPacts, listPactFiles } from './pacts/read-pacts.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));
/** What rebuilds the document; the packed mock has none, since it has no sources. */
const rebuilder = 'mock/contracts/rebuild.ts';

/** Editors write a file in several steps. */
const settleMs = 30;
/** A contract that loops forever must not block the next attempt. */
const longestMs = 20_000;

/** The rebuilt document, or why it could not be built. */
type Rebuilt = { document: OpenApiDocument } | { reason: string };

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

/** Builds the document in a child process, which reads every file again and may crash without harm. */
async function rebuild(root: string, signal: AbortSignal): Promise<Rebuilt> {
  const child = spawn(process.execPath, [join(root, rebuilder)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    // Recompiles only edited files.
    env: { NODE_COMPILE_CACHE: join(root, '.data/compiled'), ...process.env },
    signal,
  });
  child.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return { document: JSON.parse(out) as OpenApiDocument };
  return { reason: err === '' ? `the contracts could not be read within ${longestMs / 1000} s` : explain(err, root) };
}

export interface Watching {
  /** Receives each message, a single line. */
  say: (line: string) => void;
  /** The repository; default: this one. */
  root?: string;
}

/**
 * Watches the sources of the contracts, each folder by itself: Node's recursive watch takes a watch of the system for every
 * file, and is silent when the system has none left.
 *
 * @param failed gets the error of a folder that is added later and cannot be watched.
 * @throws {Error} when the system refuses a watch.
 */
function watchSources(root: string, changed: () => void, failed: (error: unknown) => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  const isSource = (folder: string) => folder !== join(root, 'generated');
  function open(folder: string): void {
    // Of a folder that was removed and made again.
    watchers.get(folder)?.close();
    const watcher = watch(folder, (event, name) => {
      if (name?.endsWith('.ts')) changed();
      else if (name && event === 'rename') openAdded(join(folder, name));
    });
    watchers.set(
      folder,
      watcher.on('error', () => undefined),
    );
    const inner = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
    for (const path of inner.map(({ name }) => join(folder, name)).filter(isSource)) open(path);
  }
  function openAdded(path: string): void {
    if (!isSource(path) || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    try {
      open(path);
      changed();
    } catch (error) {
      failed(error);
    }
  }
  const close = () => {
    for (const watcher of watchers.values()) watcher.close();
  };
  try {
    open(root);
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

/** How often the files of pacts are looked at. */
const pactsMs = 250;

/** What tells whether pacts have changed: their names, and each file behind its links. */
function fingerprintOf(path: string): string {
  try {
    const files = listPactFiles(path).map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return [file, stats?.dev, stats?.ino, stats?.size, stats?.mtimeMs, stats?.ctimeMs];
    });
    return JSON.stringify(files);
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Watches a folder of pacts, or one file. The system reports neither a change behind a link, as Kubernetes mounts a
 * ConfigMap, nor a folder that a build made again, so this compares the files.
 */
function watchPacts(path: string, changed: () => void): { close(): void } {
  let before = fingerprintOf(path);
  const timer = setInterval(() => {
    const now = fingerprintOf(path);
    if (now === before) return;
    before = now;
    changed();
  }, pactsMs).unref();
  return { close: () => clearInterval(timer) };
}

/**
 * Watches contracts and added pacts, and serves every edit. Mistakes are reported with file and line, and the last good
 * contracts stay in place.
 *
 * @param swap called without a document when only a pact changed.
 */
export function watchContracts(
  { say, root = here }: Watching,
  pacts: string | undefined,
  swap: (document: OpenApiDocument | undefined) => AddedPacts,
): { close(): void } {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  const pending = { contracts: false, pacts: false };

  async function work(): Promise<void> {
    if (isBuilding || closing.signal.aborted) return;
    isBuilding = true;
    const startMs = performance.now();
    const isRebuilt = pending.contracts;
    pending.contracts = false;
    pending.pacts = false;
    try {
      const built = isRebuilt ? await rebuild(root, closing.signal) : undefined;
      if (closing.signal.aborted) return;
      if (built && 'reason' in built) say(`Not reloaded; still serving the last good contracts: ${built.reason}`);
      else {
        const { conflicts, notes } = swap(built?.document);
        say(`Reloaded ${isRebuilt ? 'the contracts' : 'the pacts'} in ${Math.round(performance.now() - startMs)} ms.`);
        for (const note of notes) say(`Note: ${note}`);
        for (const conflict of conflicts) say(`Conflict: ${conflict}`);
      }
    } catch (error) {
      const { message } = error as Error;
      if (!closing.signal.aborted) say(`Not reloaded; still serving the last good contracts: ${message}`);
    } finally {
      isBuilding = false;
      if (pending.contracts || pending.pacts) void work();
    }
  }
  function changed(what: keyof typeof pending): void {
    pending[what] = true;
    clearTimeout(timer);
    timer = setTimeout(() => void work(), settleMs);
  }

  const watchers: { close(): void }[] = [];
  const closeWatchers = () => {
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  /** A part that is watched while another is not would look as if all were. */
  function failed(error: unknown): void {
    closeWatchers();
    const { code } = error as NodeJS.ErrnoException;
    say(
      `Not watching: the system refuses it (${code}), so an edit needs a restart of the mock; on Linux, raise ` +
        'fs.inotify.max_user_watches and fs.inotify.max_user_instances.',
    );
  }
  try {
    if (existsSync(join(root, rebuilder))) {
      watchers.push(watchSources(join(root, 'contracts'), () => changed('contracts'), failed));
    }
    if (pacts !== undefined) watchers.push(watchPacts(pacts, () => changed('pacts')));
  } catch (error) {
    failed(error);
  }
  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      closeWatchers();
    },
  };
}
