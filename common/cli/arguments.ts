import { type ParseArgsConfig, parseArgs } from 'node:util';
import { distance } from '../pages/shared/distance.js';
import { closestWord } from './did-you-mean.ts';

/** How every command of this repository reads its arguments and reports errors. */

/** The command cannot do its work. The message is a sentence for the user. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A wrong command line; the message is a sentence, and the exit code is 2. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Arguments<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

const nameIn = (message: string) => /'(?:-\w, )?(-[^' ]*)/.exec(message)?.[1] ?? '';

function describeError({ code, message }: Error & { code?: string }, options: Options): string {
  const name = nameIn(message);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const given = name.replace(/^-+/, '');
    const closest = closestWord(given, [...Object.keys(options), 'help']);
    const isSimilar = distance(given.slice(0, 60), closest) <= given.length / 2;
    return `unknown option "${name}"${isSimilar ? `; did you mean "--${closest}"?` : '.'}`;
  }
  if (/does not take an argument/.test(message)) return `${name} takes no value; remove "=" and the text after it.`;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return `${name} needs a value.`;
  return `${(message.split('\n')[0] ?? message).replace(/[.\s]*$/, '')}.`;
}

/**
 * Reads options and positional arguments.
 *
 * @param names describes the positional arguments, such as "a bench"; default: none are allowed.
 * @throws {BadArguments}
 */
export function readArguments<const O extends Options>(args: string[], options: O, names?: string): Arguments<O> {
  let parsed: Arguments<O>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadArguments(describeError(error as Error, options));
  }
  const [name] = parsed.positionals;
  if (!names && name !== undefined)
    throw new BadArguments(`unexpected argument "${name}"; this command takes options only.`);
  return parsed;
}

/** Whether `--help` or `-h` is among the options, which end at `--`. Wrong arguments do not matter. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  return before.includes('--help') || before.includes('-h');
}

/** @throws {BadArguments} naming the option, when the value is not an integer in the range. */
export function integer(name: string, value: string | undefined, min: number, max: number, fallback: number): number {
  if (value === undefined) return fallback;
  if (/^[0-9]{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new BadArguments(`--${name} must be an integer from ${min} to ${max}, not "${value}".`);
}

/** @throws {BadArguments} naming the option and the accepted values. */
export function choice(name: string, value: string | undefined, known: readonly string[]): string | undefined {
  if (value === undefined || known.includes(value)) return value;
  throw new BadArguments(`--${name} cannot be "${value}"; expected ${known.join(' or ')}.`);
}

/** @throws {BadArguments} unless the value is an HTTP address. */
export function address(name: string, value: string | undefined): URL {
  const url = URL.parse(value ?? '');
  if (url?.protocol.startsWith('http')) return url;
  const found = value === undefined ? 'is missing' : `cannot be "${value}"`;
  throw new BadArguments(`--${name} ${found}; pass an address such as http://localhost:8080.`);
}

export interface Command<O extends Options> {
  /** As the user types it: `npm run smoke`, or the name of a program. */
  name: string;
  help: string;
  options: O;
  /** Describes the positional arguments, such as "a bench"; default: none are allowed. */
  names?: string;
}

/**
 * Runs a command. With `--help` it only prints the help (exit code 0); it reports wrong arguments in a sentence (2).
 *
 * @param run the work; `BadArguments` (2) and `CommandFailed` (its exit code, default 1) that it throws are reported in the same way.
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
    const isWrongCall = error instanceof BadArguments;
    if (!isWrongCall && !(error instanceof CommandFailed)) throw error;
    process.stderr.write(
      `${error.message}\n${isWrongCall ? `${name}${name.startsWith('npm ') ? ' --' : ''} --help lists the options.\n` : ''}`,
    );
    process.exitCode = isWrongCall ? 2 : error.exitCode;
  }
}
