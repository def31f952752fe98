import { parseArgs } from 'node:util';

/** A command line that means nothing; the message is a sentence. */
export class BadArguments extends Error {
  override name = 'BadArguments';
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Reads options that begin with `--`.
 *
 * @param names of options with a value; of switches.
 * @throws {BadArguments}
 */
export function readArguments(args: string[], names: readonly string[], switches: readonly string[]): Values {
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
  };
  try {
    return parseArgs({ args, options }).values as Values;
  } catch (error) {
    throw new BadArguments((error as Error).message.split('. To specify')[0]?.replace(/\.?$/, '.') ?? '');
  }
}

/** @throws {BadArguments} */
export function integer(values: Values, name: string, least: number, most: number, fallback: number): number {
  const value = values[name] ?? String(fallback);
  if (typeof value === 'string' && /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most) {
    return Number(value);
  }
  throw new BadArguments(`--${name} must be an integer from ${least} to ${most}.`);
}

/** Options that a replay has wherever it is started. */
export const playNames = ['event', 'speed', 'seed', 'voters', 'from'] as const;

export const playHelp = `  --event      id or statid of the event (7001, the live event of the sample content)
  --speed      night seconds per second, 1 to 3600 (60)
  --seed       the same seed is the same night with the same votes (1)
  --voters     clients that vote in every round; every other one also scores it (500)
  --from       first round: R2 is a round of the card's current fight, 6415:R2 of the fight with this statid`;

/** @throws {BadArguments} */
export function playOptions(values: Values) {
  const from = values.from;
  if (typeof from === 'string' && !/^([1-9][0-9]{0,9}:)?[Rr][1-5]$/.test(from)) {
    throw new BadArguments('--from must be a round such as R2, or 6415:R2 with the statid of the fight before it.');
  }
  return {
    event: values.event === undefined ? undefined : integer(values, 'event', 1, 2147483647, 0),
    speed: integer(values, 'speed', 1, 3600, 60),
    seed: integer(values, 'seed', 0, 4294967295, 1),
    voters: integer(values, 'voters', 0, 100_000, 500),
    from: typeof from === 'string' ? from : undefined,
  };
}
