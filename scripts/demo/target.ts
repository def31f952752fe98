import { CommandFailed } from '../../common/cli/arguments.ts';
import type { Client } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/problem-error.ts';
import type { EventDetailV1 } from '../../contracts/generated/kit/typescript/types.d.ts';
import { type Move, moveBetween } from '../../contracts/rules/move-dates.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { ids } from '../../contracts/world/ids.ts';
import { worldCard } from '../../contracts/world/night/night.ts';
import type { Retry } from './retry.ts';

/** A fight of the sample event, joined with the feed. */
export interface TargetFight {
  id: number;
  statid: number;
  scheduledRounds: number;
  /** Statids: the blue and red corner of the feed, and the first fighter of the content. */
  blue: number;
  red: number;
  fighter1: number;
}

/** The live event of the sample content, for which the night is played. */
export interface TargetEvent {
  eventId: number;
  eventStatid: number;
  /** By FightID. */
  fights: ReadonlyMap<string, TargetFight>;
  /** Every fight of the event in content. */
  fightIds: readonly number[];
  /** From the dates of the night to those of the event in content. */
  move: Move;
}

/** Joins the fights of the feed with those of the content. @returns undefined when content has another card. */
function joinFights(event: EventDetailV1): Map<string, TargetFight> | undefined {
  const joined = new Map<string, TargetFight>();
  for (const { FightID, Fighters = [], PossibleRds } of worldCard.event.Fights ?? []) {
    const [blue = 0, red = 0] = Fighters.map(({ FighterID }) => Number(FighterID));
    const fight = event.fights.find(({ statid }) => String(statid) === FightID);
    const { fighter1_statid: fighter1, fighter2_statid: fighter2 } = fight ?? {};
    if (!fight || !fighter1 || ![fighter1, fighter2].includes(blue) || ![fighter1, fighter2].includes(red)) {
      return undefined;
    }
    const scheduledRounds = Number(PossibleRds ?? 3);
    joined.set(String(FightID), { id: fight.id, statid: Number(FightID), scheduledRounds, blue, red, fighter1 });
  }
  return joined;
}

/** @throws {CommandFailed} when the server does not have the live event of the sample content. */
export async function findTargetEvent(v1: Client<'v1'>, retry: Retry, url: string): Promise<TargetEvent> {
  const event = await retry(async () => (await v1.event({ id: ids.liveEvent })).body).catch((error: unknown) => {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  });
  const fights = event && joinFights(event);
  if (!fights) {
    throw new CommandFailed(
      `${url} does not have event ${ids.liveEvent} of the sample content; play on a server that published it: "npm start" with an empty store`,
    );
  }
  const move = moveBetween(Date.parse(worldCard.event.GMT ?? ''), Date.parse(event.event_dategmt));
  const fightIds = event.fights.map(({ id }) => id);
  return { eventId: event.id, eventStatid: ids.liveEventStatid, fights, fightIds, move };
}

/**
 * Whether a round that the night will open was open before on this server, or has scorecards: neither can be undone over
 * HTTP.
 *
 * @param rounds of the night.
 */
export function wasPlayed(
  target: TargetEvent,
  rounds: readonly { fight: string; round: number }[],
  { fights }: RoundScoring,
): boolean {
  return rounds.some(({ fight, round }) => {
    const known = fights.find(({ fight_id }) => fight_id === target.fights.get(fight)?.id);
    const shown = known?.rounds.find(({ round_num }) => round_num === round);
    if (!known || !shown) return false;
    return shown.scores_count > 0 || (known.current_round >= round && !shown.open);
  });
}
