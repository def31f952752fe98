import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { CommandFailed } from '../../common/cli/arguments.ts';
import { type Cases, casesOf } from './cases.ts';
import { judge, type Line } from './judge.ts';
import { kotlinProgram } from './kotlin.ts';
import { swiftManifest, swiftProgram } from './swift.ts';

export const languages = ['swift', 'kotlin'] as const;
export type Language = (typeof languages)[number];

/** Compilers take minutes on a small machine. */
const timeout = 30 * 60_000;

/** Runs a program of another language. @throws {CommandFailed} with the end of what it printed. */
function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout, maxBuffer: 2 ** 26 });
  if (status === 0) return stdout + stderr;
  const printed = `${stdout ?? ''}${stderr ?? ''}`.trim();
  const faults = printed.split('\n').filter((line) => /\berror:/.test(line));
  const shown = (faults.length > 0 ? faults : printed.split('\n').slice(-20)).slice(0, 20).join('\n');
  throw new CommandFailed(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}\n${shown}`);
}

/** @returns the file of a program on the PATH. @throws {CommandFailed} with what to install. */
function findProgram(name: string, advice: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found) throw new CommandFailed(`There is no ${name} on the PATH: ${advice}`);
  return found;
}

/** A program in the language that does what the cases ask, and how it is compiled and run. */
interface Checker {
  version: string;
  compile: () => void;
  run: (cases: string, lines: string) => void;
}

function swiftChecker(kit: string, place: string, cases: Cases): Checker {
  const advice =
    'install Swift 5.5 or newer (Xcode; swift.org/install; Debian 13: apt install swiftlang libstdc++-14-dev).';
  const swift = findProgram('swift', advice);
  mkdirSync(join(place, 'Sources/FightcardCheck'), { recursive: true });
  writeFileSync(join(place, 'Package.swift'), swiftManifest(join(kit, 'swift/FightcardKit')));
  writeFileSync(join(place, 'Sources/FightcardCheck/main.swift'), swiftProgram(cases, join(kit, 'streams')));
  const [version = ''] = /Swift version [\d.]+/.exec(run(swift, ['--version'])) ?? [];
  return {
    version,
    compile: () => run(swift, ['build', '--package-path', place]),
    run: (from, to) => run(join(place, '.build/debug/FightcardCheck'), [from, to]),
  };
}

/** Where the distributions of the compiler have its plugin. */
const plugins = ['..', '../libexec'].flatMap((folder) =>
  ['kotlinx', 'kotlin'].map((name) => `${folder}/lib/${name}-serialization-compiler-plugin.jar`),
);

function kotlinChecker(kit: string, place: string, cases: Cases): Checker {
  const advice = 'install the compiler of Kotlin 1.8.20 or newer (kotlinlang.org/docs/command-line.html), and Java.';
  const kotlinc = findProgram('kotlinc', advice);
  const java = findProgram('java', 'install Java 11 or newer, which runs the compiler and the program.');
  const plugin = plugins.map((path) => join(dirname(realpathSync(kotlinc)), path)).find((file) => existsSync(file));
  if (!plugin)
    throw new CommandFailed(
      `${kotlinc} comes without its plugin for serialization: take the compiler of kotlinlang.org.`,
    );
  const { KOTLINX_SERIALIZATION: jars = '' } = process.env;
  if (jars === '' || !jars.split(delimiter).every((file) => existsSync(file))) {
    throw new CommandFailed(
      'KOTLINX_SERIALIZATION must be a class path of kotlinx-serialization-core-jvm and kotlinx-serialization-json-jvm, ' +
        'both of the same version from 1.5 on; Maven Central has them under org/jetbrains/kotlinx.',
    );
  }
  const sources = join(kit, 'kotlin/src/main/kotlin');
  const program = join(place, 'Check.kt');
  const jar = join(place, 'check.jar');
  writeFileSync(program, kotlinProgram(cases, join(kit, 'streams')));
  const [version = ''] = /kotlinc-jvm [\d.]+/.exec(run(kotlinc, ['-version'])) ?? [];
  return {
    version,
    compile: () => run(kotlinc, [`-Xplugin=${plugin}`, '-cp', jars, '-include-runtime', '-d', jar, sources, program]),
    run: (from, to) => run(java, ['-cp', [jar, jars].join(delimiter), 'check.CheckKt', from, to]),
  };
}

/**
 * Compiles the kit with a program that reads every fixture, writes it again and builds the requests, and runs it.
 *
 * @param root of the repository, whose kit is compiled as it was generated.
 * @returns a sentence with figures.
 * @throws {CommandFailed} naming a compiler that is missing, or what the program got wrong.
 */
export function compileKit(language: Language, root: string, contracts: Parameters<typeof casesOf>): string {
  const cases = casesOf(...contracts);
  const place = join(root, '.data/kit', language);
  // What a compiler left there is used again; an answer must not be.
  const [from, to] = [join(place, 'cases.json'), join(place, 'lines.json')];
  rmSync(to, { force: true });
  mkdirSync(place, { recursive: true });
  const checker = { swift: swiftChecker, kotlin: kotlinChecker }[language](
    join(root, 'contracts/generated/kit'),
    place,
    cases,
  );
  const asked = [...cases.replies, ...cases.later, ...cases.wrong];
  writeFileSync(from, JSON.stringify(asked.map(({ type, body }) => ({ type, text: JSON.stringify(body) }))));
  const start = performance.now();
  checker.compile();
  const seconds = Math.round((performance.now() - start) / 1000);
  checker.run(from, to);
  const faults = judge(cases, JSON.parse(readFileSync(to, 'utf8')) as Line[]);
  const compiled = `${checker.version}, compiled in ${seconds} s`;
  if (faults.length > 0)
    throw new CommandFailed([`${compiled}:`, ...faults.slice(0, 20), `${faults.length} faults`].join('\n'));
  return (
    `${compiled}: reads and writes ${cases.replies.length} replies, and ${cases.later.length} with ${cases.words} new ` +
    `words and ${cases.members} new members; refuses ${cases.wrong.length} wrong ones; builds ${cases.requests.length} ` +
    `requests; reads ${cases.streams.length} streams.`
  );
}
