import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { readText, root } from './files.ts';
import { sandboxUser } from './sandbox.ts';

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** What a target of the Dockerfile says, with what its base stages say. */
export interface Image {
  /** Sources of COPY, without those of other stages. */
  copied: string[];
  env: Record<string, string>;
  run: string[];
  user: string;
  ports: string[];
  command: string[];
  healthCheck: string[];
  /** Without a stage's name: what it is built from. */
  base: string;
}

/** The list of words that CMD or HEALTHCHECK ends with. */
const wordsOf = (instruction: Instruction | undefined) =>
  JSON.parse(/\[.*\]$/s.exec(instruction?.getArgumentsContent() ?? '')?.[0] ?? '[]') as string[];

/** @throws {Error} for a target that the Dockerfile does not have. */
export function readImage(target: string, text = readText('Dockerfile')): Image {
  const instructions = DockerfileParser.parse(text).getInstructions();
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructions) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (instruction.getKeyword() === 'FROM')
      stages.push({ base: words[0] ?? '', name: words[2] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  const chain = (name: string): typeof stages => {
    const stage = stages.find((one) => one.name === name);
    return stage ? [...chain(stage.base), stage] : [];
  };
  const own = chain(target);
  if (own.length === 0) throw new Error(`the Dockerfile has no target ${target}`);
  const all = own.flatMap((stage) => stage.instructions);
  const of = (keyword: string) => all.filter((one) => one.getKeyword() === keyword);
  const words = (one: Instruction) => one.getArguments().map((argument) => argument.getValue());
  const last = (keyword: string) => of(keyword).at(-1);
  return {
    base: own[0]?.base ?? '',
    copied: of('COPY').flatMap((one) => words(one).slice(0, -1)),
    env: Object.fromEntries(of('ENV').flatMap((one) => words(one).map((word) => word.split('=') as [string, string]))),
    run: of('RUN').map((one) => one.getRawArgumentsContent() ?? ''),
    user: words(last('USER') as Instruction)[0] ?? '',
    ports: of('EXPOSE').flatMap(words),
    command: wordsOf(last('CMD')),
    healthCheck: wordsOf(last('HEALTHCHECK')),
  };
}

/** The folders of packages that these packages need, from the lock file, as npm finds them. */
function packagesOf(names: readonly string[]): string[] {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      const locked = packages[path];
      if (locked) {
        if (found.has(path)) return;
        found.add(path);
        const needed = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
        for (const next of Object.keys(needed)) visit(next, path);
        return;
      }
      if (at === '') return;
    }
  };
  for (const name of names) visit(name, '');
  return [...found].filter((path) => existsSync(root + path));
}

/** Links files where it can, which takes no space: nothing writes to them. All in one process, since each costs a fork. */
function link(from: readonly string[], options: readonly string[], to: string): void {
  const copy = (mode: string) => [...options, mode, '--', ...from, to];
  const isLinked = spawnSync('cp', copy('-al'), { cwd: root, stdio: 'ignore' }).status === 0;
  if (!isLinked) execFileSync('cp', copy('-a'), { cwd: root, stdio: 'ignore' });
}

/**
 * A folder with exactly what the image of a target has in `/app`, and Node in `bin`: what COPY names, and the packages
 * that its RUN leaves, taken from those installed here.
 *
 * @returns `packages`: their folders, from `/app`.
 */
export function buildImage(target: string): { folder: string; image: Image; packages: string[]; remove(): void } {
  const image = readImage(target);
  const folder = mkdtempSync(join(tmpdir(), `fightcard-image-${target}-`));
  const app = join(folder, 'app');
  mkdirSync(app);
  for (const source of image.copied) cpSync(join(root, source), join(app, source), { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readText('package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const isWhole = image.run.some((line) => line.startsWith('npm ci ') && !line.includes('--omit=optional'));
  const packages = packagesOf(Object.keys({ ...dependencies, ...(isWhole && optionalDependencies) }));
  // A package brings those below it.
  const outermost = packages.filter((path) => !packages.some((other) => path.startsWith(`${other}/`)));
  link(outermost, ['--parents'], app);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  link([realpathSync(process.execPath)], [], join(bin, 'node'));
  // The user of the container reads all of it, whatever the umask.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  // Node uses only what the same user has compiled, as in the image.
  const user = process.getuid?.() === 0 ? { uid: sandboxUser, gid: sandboxUser } : undefined;
  if (user) chownSync(compiled, user.uid, user.gid);
  const env = { ...image.env, NODE_COMPILE_CACHE: compiled };
  for (const line of image.run) {
    if (!line.startsWith('node ')) continue;
    execFileSync(join(bin, 'node'), line.split(' ').slice(1), { cwd: app, env, stdio: 'ignore', ...user });
  }
  return { folder, image, packages, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
