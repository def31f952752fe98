import { type ParseArgsConfig, parseArgs } from 'node:util';
import { distance } from './distance.ts';

/** How every command of this repository reads its arguments, and says what is wrong with them. */

/** A command line that means nothing; the message is a sentence. Commands end with 2 then. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Arguments<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** The word that was probably meant, of at least one. */
export const nearest = (word: string, known: readonly string[]): string => {
  // Nobody's slip is longer than this, and the work grows with its square.
  const start = word.slice(0, 60);
  return known.toSorted((a, b) => distance(start, a) - distance(start, b))[0] as string;
};

const nameIn = (message: string) => /'(?:-\w, )?(-[^' ]*)/.exec(message)?.[1] ?? '';

/** What `parseArgs` complains of, in one sentence. */
function sentenceOf({ code, message }: Error & { code?: string }, options: Options): string {
  const name = nameIn(message);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = nearest(name.replace(/^-+/, ''), [...Object.keys(options), 'help']);
    return `There is no option ${name}; the nearest is --${meant}.`;
  }
  if (/does not take an argument/.test(message)) return `${name} takes no value.`;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `${name} needs a value.`;
  return `${message.split('\n')[0]?.replace(/[.\s]*$/, '')}.`;
}

/**
 * Reads options, and names that stand beside them.
 *
 * @param names what they are, such as "a bench"; without it none may be there.
 * @throws {BadArguments}
 */
export function readArguments<const O extends Options>(args: string[], options: O, names?: string): Arguments<O> {
  let found: Arguments<O>;
  try {
    found = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadArguments(sentenceOf(error as Error, options));
  }
  const [name] = found.positionals;
  if (!names && name !== undefined) throw new BadArguments(`"${name}" is no option, and nothing else is expected.`);
  return found;
}

/** Help is asked for whatever else is said, even wrongly. What follows `--` is no option. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

/** @throws {BadArguments} naming the option, when a value is no integer of the range. */
export function integer(
  name: string,
  value: string | undefined,
  least: number,
  most: number,
  fallback: number,
): number {
  if (value === undefined) return fallback;
  if (/^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw new BadArguments(`--${name} must be an integer from ${least} to ${most}.`);
}

/** @throws {BadArguments} naming the option and the nearest of the values that it takes. */
export function choice(name: string, value: string | undefined, known: readonly string[]): string | undefined {
  if (value === undefined || known.includes(value)) return value;
  throw new BadArguments(`--${name} cannot be "${value}"; the nearest is ${nearest(value, known)}.`);
}

/** @throws {BadArguments} when there is none, or it is none of HTTP. */
export function address(name: string, value: string | undefined): URL {
  const url = URL.parse(value ?? '');
  if (url?.protocol.startsWith('http')) return url;
  throw new BadArguments(`--${name} must be an address such as http://localhost:8080.`);
}

/** One command, as its file states it. */
export interface Command<O extends Options> {
  /** As it is typed: `npm run smoke`. */
  name: string;
  help: string;
  options: O;
  /** What stands beside options, such as "a bench"; absent where nothing may. */
  names?: string;
}

/**
 * Runs a command: prints its help and does nothing else when asked to (0); says in a sentence what is wrong with its arguments (2).
 *
 * @param run what it does; `BadArguments` that it throws are said in the same way.
 */
export async function runCommand<const O extends Options>(
  { name, help, options, names }: Command<O>,
  run: (values: Arguments<O>['values'], names: string[]) => void | Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    process.stdout.write(help);
    return;
  }
  try {
    const { values, positionals } = readArguments(args, options, names);
    await run(values, positionals);
  } catch (error) {
    if (!(error instanceof BadArguments)) throw error;
    process.stderr.write(`${error.message}\n${name} -- --help lists the options.\n`);
    process.exitCode = 2;
  }
}
