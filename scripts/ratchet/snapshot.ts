import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interactions } from '../../contracts/interactions/index.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { builtPactContracts, type PactContract, readPactContracts } from './pacts.ts';

/** The contracts at one moment. */
export interface Snapshot {
  document: OpenApiDocument;
  pacts: readonly PactContract[];
  /** Lines of the change log; undefined where there is none yet. */
  log: readonly string[] | undefined;
}

export const documentPath = 'contracts/generated/openapi.json';
export const pactsPath = 'contracts/generated/pacts';
export const logPath = 'contracts/CHANGELOG.md';

const linesOf = (text: string | undefined) => text?.split('\n').map((line) => line.trim());

const read = (document: string, pacts: readonly string[], log: string | undefined): Snapshot => ({
  document: JSON.parse(document) as OpenApiDocument,
  pacts: pacts.flatMap((text) => readPactContracts(JSON.parse(text))),
  log: linesOf(log),
});

/** The files of a folder as they are now. */
export function snapshotOfFiles(root: string): Snapshot {
  const folder = join(root, pactsPath);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const pacts = names.filter((name) => name.endsWith('.json')).sort();
  const log = join(root, logPath);
  return read(
    readFileSync(join(root, documentPath), 'utf8'),
    pacts.map((name) => readFileSync(join(folder, name), 'utf8')),
    existsSync(log) ? readFileSync(log, 'utf8') : undefined,
  );
}

/** What the sources make now, whether or not it was generated. */
export function snapshotOfSources(root: string): Snapshot {
  const log = join(root, logPath);
  return {
    document: JSON.parse(JSON.stringify(openApiDocument(interactions))) as OpenApiDocument,
    pacts: builtPactContracts(),
    log: existsSync(log) ? linesOf(readFileSync(log, 'utf8')) : undefined,
  };
}

/** Runs git; undefined where it fails: no repository, no such commit or file. */
export function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });
  return status === 0 ? stdout : undefined;
}

/** The texts of files of a commit in one go, in the order of the paths; undefined for a file that it lacks. */
export function filesAt(root: string, commit: string, paths: readonly string[]): (string | undefined)[] {
  const input = paths.map((path) => `${commit}:${path}\n`).join('');
  const { status, stdout } = spawnSync('git', ['cat-file', '--batch'], { cwd: root, input, maxBuffer: 64_000_000 });
  if (status !== 0) return paths.map(() => undefined);
  let at = 0;
  return paths.map(() => {
    // `<hash> blob <size>`, then the bytes and a line break; `<name> missing` alone.
    const end = stdout.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(stdout.subarray(at, end).toString())?.[1];
    const start = end + 1;
    at = size === undefined ? start : start + Number(size) + 1;
    return size === undefined ? undefined : stdout.subarray(start, start + Number(size)).toString();
  });
}

/** The committed contracts; undefined where the commit is not there or has none. */
export function snapshotAt(root: string, commit: string): Snapshot | undefined {
  const listed = git(root, 'ls-tree', '-r', '--name-only', commit, '--', pactsPath)?.split('\n') ?? [];
  const names = listed.filter((name) => name.endsWith('.json'));
  const [document, log, ...pacts] = filesAt(root, commit, [documentPath, logPath, ...names]);
  if (document === undefined) return undefined;
  return read(
    document,
    pacts.filter((text) => text !== undefined),
    log,
  );
}
