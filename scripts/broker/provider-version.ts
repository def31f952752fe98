import { fileURLToPath } from 'node:url';
import { BadArguments } from '../../common/cli/arguments.ts';
import { git as gitIn } from '../git.ts';
import type { Env } from './client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const git = (...args: string[]) => gitIn(root, ...args);

/** The version under which the broker knows this provider. */
export const commit = () => git('rev-parse', 'HEAD');

/** The branch of the commit. GitHub checks out pull requests without a branch. */
export function branch({ GITHUB_SHA, GITHUB_HEAD_REF, GITHUB_REF_TYPE, GITHUB_REF_NAME }: Env): string | undefined {
  const checkedOut = git('branch', '--show-current');
  if (checkedOut) return checkedOut;
  if (GITHUB_SHA === undefined || GITHUB_SHA !== commit()) return undefined;
  return GITHUB_HEAD_REF || (GITHUB_REF_TYPE === 'branch' ? GITHUB_REF_NAME : undefined);
}

/** @throws {BadArguments} unless results belong to this commit, and only to it. */
export function publishableVersion({ CI }: Env): string {
  if (CI !== 'true') throw new BadArguments('--publish is for CI; without CI=true, nothing is published.');
  const changes = git('status', '--porcelain');
  const version = commit();
  if (changes === undefined || version === undefined) {
    throw new BadArguments('--publish needs a git commit, which is the version in the broker; clone the repository.');
  }
  if (changes === '') return version;
  const [first] = changes.split('\n');
  throw new BadArguments(`--publish needs a clean git tree, but git status shows "${first}"; commit or remove it.`);
}
