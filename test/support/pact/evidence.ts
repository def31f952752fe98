import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TargetName, targetNames, type Verification } from './coverage.ts';
import { type Verified, verifiedIdentity } from './verify.ts';

/** An interaction of a verification. */
export interface Evident {
  /** The consumer, what it relies on, and more that tells it from others, one line each. */
  identity: string;
  isKept: boolean;
  /** Work in progress that is not kept. */
  isPending: boolean;
}

export const evidentOf = (verified: Verified): Evident => {
  const isKept = verified.mismatches.length === 0;
  return { identity: verifiedIdentity(verified), isKept, isPending: verified.isPending && !isKept };
};

/**
 * The evidence of a verification for `npm run coverage`: the verified interactions, and the SHA-256 of every file they
 * depend on. A change of any of these files invalidates it.
 */

const here = fileURLToPath(new URL('../../../', import.meta.url));

export const parts = ['requests', 'messages', 'pacts'] as const;
export type Part = (typeof parts)[number];

/** The folder of other teams' pacts, as `npm run mock -- --pacts` is given it; default: the hand-written ones of the tests. */
export const otherPactsFolder = (root = here) => resolve(process.env.PACTS ?? join(root, 'test/mock/pacts'));

/**
 * Contracts and pacts, the providers, the verification and its set-ups, and the versions of their dependencies. Not the
 * documentation (Markdown), nor the kit, which is generated and not read here.
 */
const roots = [
  ...['common', 'contracts', 'server', 'mock', 'scripts/verify', 'test/provider', 'test/support', 'test/mock/pacts'],
  ...['package.json', 'package-lock.json'],
];
const isLeftOut = (path: string) =>
  /(^|\/)(\.|node_modules\/)|\.(md|log)$|~$/.test(path) || path.startsWith('contracts/generated/kit/');

function filesBelow(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function digests(root = here): Record<string, string> {
  const named = (path: string) => relative(root, path).replaceAll('\\', '/');
  const files = roots
    .flatMap((path) => filesBelow(join(root, path)))
    .map((path) => [named(path), path] as const)
    .filter(([name]) => !isLeftOut(name));
  const others = filesBelow(otherPactsFolder(root))
    .filter((path) => path.endsWith('.json'))
    .map((path) => [named(path), path] as const);
  const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  return Object.fromEntries(
    [...new Map([...files, ...others])].sort().map(([name, path]) => [name, digest(path)] as const),
  );
}

export function changesSince(before: Record<string, string>, now: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} ${!now[name] ? 'is gone' : before[name] ? 'has changed' : 'is new'}`);
}

/** Each folder of pacts has its own evidence: verifying one folder proves nothing about another. */
function evidencePath(part: Part, root = here): string {
  const folder = relative(root, otherPactsFolder(root));
  const isOwn = part !== 'pacts' || folder === join('test', 'mock', 'pacts');
  const name = isOwn ? part : `${part}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  return join(root, '.data/verification', `${name}.json`);
}

export function readEvidence(part: Part, root = here): Verification | undefined {
  try {
    return JSON.parse(readFileSync(evidencePath(part, root), 'utf8')) as Verification;
  } catch {
    return undefined;
  }
}

/** The evidence of a verification that begins now: earlier results no longer count. */
export class Evidence {
  readonly #path: string;
  readonly #files: Record<string, string>;
  readonly #replayed = new Set<string>();
  readonly #passed = new Map<TargetName, string[]>();
  readonly #awaited: TargetName[];

  /** @param targets to be verified, each as often as it is: the server once with an empty cache and once with a filled one. */
  constructor(part: Part, targets: readonly TargetName[], root = here) {
    this.#awaited = [...targets];
    this.#path = evidencePath(part, root);
    rmSync(this.#path, { force: true });
    // Read before the first request: a file that changes meanwhile was not verified.
    this.#files = digests(root);
  }

  add(target: TargetName, found: readonly Evident[]): void {
    // A pending interaction does not fail the evidence either.
    for (const { identity, isPending } of found) if (!isPending) this.#replayed.add(identity);
    const passed = found.filter(({ isKept }) => isKept).map(({ identity }) => identity);
    const before = this.#passed.get(target);
    this.#passed.set(target, before ? before.filter((identity) => passed.includes(identity)) : passed);
    const at = this.#awaited.indexOf(target);
    if (at >= 0) this.#awaited.splice(at, 1);
  }

  write(): void {
    // An interrupted verification proves nothing about its target.
    const passedBy = (target: TargetName) => (this.#awaited.includes(target) ? [] : (this.#passed.get(target) ?? []));
    const verified = Object.fromEntries(targetNames.map((target) => [target, passedBy(target)]));
    const verification = { files: this.#files, replayed: [...this.#replayed], verified } as Verification;
    mkdirSync(join(this.#path, '..'), { recursive: true });
    writeFileSync(this.#path, `${JSON.stringify(verification)}\n`);
  }
}
