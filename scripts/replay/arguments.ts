import { type Arguments, BadArguments, integer, text } from '../../common/cli/arguments.ts';

/** Options that `replay` and `demo` share. */
export const playOptions = { event: text, speed: text, seed: text, voters: text, from: text } as const;

export const playHelp = `  --event      id or statid of the event (7001, the live event of the sample content)
  --speed      night seconds per second, 1 to 3600 (60)
  --seed       the same seed gives the same night with the same votes (1)
  --voters     clients that vote in every round; every second one also scores it (500)
  --from       first round: R2 is a round of the card's current fight, 6415:R2 of the fight with this statid`;

/** @throws {BadArguments} */
export function readPlay({ event, speed, seed, voters, from }: Arguments<typeof playOptions>['values']) {
  if (from !== undefined && !/^([1-9][0-9]{0,9}:)?[Rr][1-5]$/.test(from)) {
    throw new BadArguments('--from must be a round such as R2, or 6415:R2 with the statid of the fight.');
  }
  return {
    event: event === undefined ? undefined : integer('event', event, 1, 2147483647, 0),
    speed: integer('speed', speed, 1, 3600, 60),
    seed: integer('seed', seed, 0, 4294967295, 1),
    voters: integer('voters', voters, 0, 100_000, 500),
    from,
  };
}
