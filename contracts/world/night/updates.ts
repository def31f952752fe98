import type { BoutUpdate, EventUpdate } from '../../schemas/metrics.ts';
import { bout, clock as clockOf } from '../statistics.ts';
import type { Card, Corner, FeedFight } from './card.ts';
import { scheduled } from './card.ts';
import type { NightAction, NightFight, NightRound } from './fight.ts';
import type { Frame } from './tally.ts';

/** @param startsMs when the event starts, in milliseconds since 1970. */
const iso = (startsMs: number, atMs: number) => new Date(startsMs + atMs).toISOString();
const time = (startsMs: number, atMs: number) => iso(startsMs, atMs).slice(11, 19);
const day = (startsMs: number, atMs: number) => iso(startsMs, atMs).slice(0, 10).split('-');

const fighterOf = ({ Fighters }: FeedFight, corner: Corner) =>
  Fighters[corner === 'blue' ? 0 : 1] as FeedFight['Fighters'][number];

/** An action with its number among all actions of the night. */
export type Numbered = NightAction & { id: number };

function feedAction(
  startsMs: number,
  { card }: NightFight,
  { id, Type, atMs, happenedMs = atMs, round, corner }: Numbered,
) {
  const Time = time(startsMs, happenedMs);
  const Fighter = corner ? fighterOf(card, corner).FighterID : '0';
  return { ActionID: String(id), Type, Time, TruckTime: Time, Fighter, Round: String(round) };
}

const begun = ({ rounds }: NightFight, atMs: number) => rounds.filter(({ startMs }) => startMs <= atMs);

function feedFight(startsMs: number, fight: NightFight, actions: readonly Numbered[], atMs: number): FeedFight {
  const { card, result } = fight;
  const isOfficial = atMs >= fight.officialMs;
  const outcome = (corner: Corner) => (!isOfficial || !result.winner ? '' : result.winner === corner ? 'Win' : 'Loss');
  return {
    ...card,
    ...(isOfficial && { Status: 'closed' }),
    CurRd: String(begun(fight, atMs).length),
    Fighters: card.Fighters.map((fighter, index) => ({
      ...fighter,
      Outcome: outcome(index === 0 ? 'blue' : 'red'),
    })),
    Method: isOfficial ? result.method : '',
    EndingRoundNum: isOfficial ? String(result.round) : null,
    FightActions: actions.filter((action) => action.atMs <= atMs).map((action) => feedAction(startsMs, fight, action)),
  };
}

export function eventUpdate(
  about: { card: Card; startsMs: number; fights: readonly NightFight[]; actions: ReadonlyMap<string, Numbered[]> },
  sequence: number,
  atMs: number,
  isOver: boolean,
): EventUpdate {
  const { card, startsMs, fights, actions } = about;
  const current = fights.findLast(({ introMs }) => introMs <= atMs);
  const byId = new Map(
    fights.map((fight) => [fight.FightID, feedFight(startsMs, fight, actions.get(fight.FightID) ?? [], atMs)]),
  );
  return {
    sequence,
    FMLiveFeed: {
      ...card.event,
      Timestamp: `${day(startsMs, atMs).join('/')} ${time(startsMs, atMs)}`,
      CurFight: isOver ? '' : (current?.FightID ?? ''),
      EventStart: time(startsMs, 0),
      EventEnd: isOver ? time(startsMs, atMs) : '',
      Fights: (card.event.Fights ?? []).map((listed) => byId.get(listed.FightID) ?? listed),
    },
  };
}

/** The statistics of a round up to a moment. */
export function frameAt({ startMs, frames }: NightRound, atMs: number): Frame {
  const frame = frames.findLast(({ second }) => startMs + second * 1000 <= atMs) ?? frames[0];
  if (!frame) throw new Error('a round has no frames');
  return frame;
}

const referees = ['Julia Silbato', 'Mario Pausa', 'Nadia Reloj'];

export function boutUpdate(
  card: Card,
  startsMs: number,
  fight: NightFight,
  sequence: number,
  atMs: number,
): BoutUpdate {
  const { FightID, card: about } = fight;
  const rounds = begun(fight, atMs);
  const current = rounds.at(-1);
  const person = (corner: Corner) => {
    const { FullName, FighterID } = fighterOf(about, corner);
    return { Name: FullName, FighterID };
  };
  const [year, month, date] = day(startsMs, atMs);
  return {
    sequence,
    Type: 'Stats',
    Timestamp: `${time(startsMs, atMs)} ${month}/${date}/${year}`,
    FMLiveFeed: {
      EventID: card.event.EventID,
      FightID,
      CurrentRound: String(rounds.length),
      MaxRounds: String(scheduled(about)),
      Accolade: about.AccoladeName,
      Referee: referees[Number(FightID) % referees.length] as string,
      WeightClass: about.WeightClassName,
      Status: atMs >= fight.officialMs ? 'official' : '',
      CurrentRoundTime: clockOf(current ? frameAt(current, atMs).second : 0),
      ...bout(
        person('blue'),
        person('red'),
        rounds.map((round) => frameAt(round, atMs)),
      ),
    },
  };
}
