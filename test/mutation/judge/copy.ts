/** A copy of the working tree in which one file at a time is made wrong, while the tree itself stays as it is. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailed } from '../../../contracts/command-line/arguments.ts';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=mutate', '-c', 'user.email=mutate@localhost', '-c', 'gc.auto=0', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });

/**
 * Paths of the files of a tree that git knows or would add, from its root.
 *
 * @throws {CommandFailed} where git cannot list them.
 */
export function filesOf(root: string): string[] {
  let listed: string;
  try {
    listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate');
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message).trim();
    throw new CommandFailed(`git cannot list the files of ${root} (${said}): use a clone of the repository.`);
  }
  // A link to packages is not ignored where `node_modules/` is.
  return listed.split('\0').filter((file) => file !== '' && file !== 'node_modules');
}

export class Copy {
  readonly root: string;
  /** For what the tests write; emptied after every run. */
  readonly temporary: string;
  readonly #folder: string;

  /** Copies the tree as it is now, uncommitted changes included. */
  constructor(source: string) {
    // A short name: the path of a Unix socket has at most 107 bytes.
    this.#folder = mkdtempSync(join(tmpdir(), 'fm-'));
    this.root = join(this.#folder, 'r');
    this.temporary = join(this.#folder, 't');
    process.once('exit', () => this.remove());
    mkdirSync(this.temporary);
    // Some tests start a program as another user.
    chmodSync(this.#folder, 0o755);
    for (const file of filesOf(source)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(source, file), join(this.root, file), { force: true });
    }
    symlinkSync(join(source, 'node_modules'), join(this.root, 'node_modules'));
    // Tests ask git which files there are, and `isAsCommitted` compares with this commit.
    git(this.root, 'init', '--quiet');
    writeFileSync(join(this.root, '.git/info/exclude'), 'node_modules\n');
    git(this.root, 'add', '--all');
    git(this.root, 'commit', '--quiet', '--no-verify', '--message', 'copy');
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  isAsCommitted(folder: string): boolean {
    return git(this.root, 'status', '--porcelain', '--', folder) === '';
  }

  /** Takes back every change: the wrong file, what was generated from it, and temporary files. */
  restore(): void {
    git(this.root, 'checkout', '--quiet', '--', '.');
    git(this.root, 'clean', '-fdq');
    this.#empty();
  }

  #empty(): void {
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(this.temporary);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
