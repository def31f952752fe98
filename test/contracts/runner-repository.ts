/** Repositories of test files, to show the runner what it must find. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Floors } from '../run/floors.ts';
import { type RunOptions, runTests } from '../run/run.ts';

export const passing = `it('passes', () => undefined);\n`;

/** A repository of test files, with the floors that they just meet. */
export class Repository {
  readonly root = mkdtempSync(join(tmpdir(), 'fightcard-runner-'));
  printed = '';

  constructor(files: Record<string, string>, floors?: Floors) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    const least = Object.keys(files).map((file) => [file, { tests: 1, seconds: 1 }]);
    this.write('test/floors.json', JSON.stringify(floors ?? Object.fromEntries(least)));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read = (path: string) => readFileSync(join(this.root, path), 'utf8');
  git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: this.root });

  async run(names: string[], more: Partial<RunOptions> = {}) {
    this.printed = '';
    const print = (text: string) => {
      this.printed += text;
    };
    const common = { root: this.root, jobs: 2, silentMs: 60_000, isCount: false, isWrite: false };
    return runTests({ ...common, names, print, ...more });
  }

  remove = () => rmSync(this.root, { recursive: true });
}

/** Runs planted files, and returns what was printed and the totals. */
export async function outcome(
  files: Record<string, string>,
  names: string[],
  floors?: Floors,
  more?: Partial<RunOptions>,
) {
  const repository = new Repository(files, floors);
  try {
    return { ...(await repository.run(names, more)), printed: repository.printed };
  } finally {
    repository.remove();
  }
}
