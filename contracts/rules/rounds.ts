/** When a round is open for votes and scorecards, from the live feed: one rule for the server and the mock. */
import type { BoutFeed, EventFeed } from '../schemas/metrics.ts';

/** Moments in milliseconds on the clock of the process that accepts updates. */
export interface RoundWindow {
  openedMs: number;
  /** Null while the round is running. */
  closesMs: number | null;
}

export interface BoutWindows {
  /** By round number; rounds that have not started are left out. */
  rounds: Readonly<Record<number, RoundWindow>>;
  /** When an update first showed that the fight was over. */
  endedMs: number | null;
}

/** The rounds of an event as updates have shown them so far, bouts by FightID. */
export interface Windows {
  bouts: Readonly<Record<string, BoutWindows>>;
  /** When an update first showed that the event was over. */
  endedMs: number | null;
}

export const noWindows: Windows = { bouts: {}, endedMs: null };

/** The rounds as a snapshot shows them. */
export interface Facts {
  bouts: ReadonlyMap<string, { started: ReadonlySet<number>; ended: boolean }>;
  ended: boolean;
}

const maxRounds = 5;
const lastActions: readonly string[] = ['Fight_Over', 'Results', 'Fight_Complete'];

/** Reads a number of the feed; 0 for any other text. */
const number = (text: string) => (/^[0-9]{1,3}$/.test(text) ? Number(text) : 0);

const upTo = (round: string) => Array.from({ length: Math.min(number(round), maxRounds) }, (_, index) => index + 1);

type FeedFight = EventFeed['FMLiveFeed']['Fights'][number];

function fightFacts({ CurRd, Status, FightActions }: FeedFight) {
  const starts = FightActions.filter((action) => action.Type === 'Round_Start').map((action) => number(action.Round));
  return {
    started: new Set([...upTo(CurRd), ...starts.filter((round) => round >= 1 && round <= maxRounds)]),
    ended: Status === 'closed' || FightActions.some((action) => lastActions.includes(action.Type)),
  };
}

export function eventFacts({ FMLiveFeed }: EventFeed): Facts {
  return {
    bouts: new Map(FMLiveFeed.Fights.map((fight) => [fight.FightID, fightFacts(fight)])),
    ended: FMLiveFeed.EventEnd !== '',
  };
}

export function boutFacts({ FMLiveFeed }: BoutFeed): Facts {
  const { FightID, CurrentRound, Status } = FMLiveFeed;
  return {
    bouts: new Map([[FightID, { started: new Set(upTo(CurrentRound)), ended: Status === 'official' }]]),
    ended: false,
  };
}

/**
 * The windows after a snapshot. A round opens when a snapshot first shows that it has started, and closes `graceMs`
 * after a snapshot first shows a later round or the end of the fight. A round that has ended when it first shows closes
 * at once. The moments in `windows` never change.
 *
 * @see wire specification 8
 */
export function advance(windows: Windows, facts: Facts, nowMs: number, graceMs: number): Windows {
  const eventEndedMs = windows.endedMs ?? (facts.ended ? nowMs : null);
  const ids = new Set([...Object.keys(windows.bouts), ...facts.bouts.keys()]);
  const bouts: Record<string, BoutWindows> = {};
  for (const id of ids) {
    const before = windows.bouts[id] ?? { rounds: {}, endedMs: null };
    const shown = facts.bouts.get(id);
    const endedMs = before.endedMs ?? (shown?.ended || eventEndedMs !== null ? nowMs : null);
    const started = new Set([...Object.keys(before.rounds).map(Number), ...(shown?.started ?? [])]);
    const latest = Math.max(0, ...started);
    const rounds: Record<number, RoundWindow> = {};
    for (const round of started) {
      const window = before.rounds[round];
      const over = endedMs !== null || round < latest;
      const closesMs = over ? nowMs + (window ? graceMs : 0) : null;
      rounds[round] = { openedMs: window?.openedMs ?? nowMs, closesMs: window?.closesMs ?? closesMs };
    }
    if (latest > 0 || endedMs !== null) bouts[id] = { rounds, endedMs };
  }
  return { bouts, endedMs: eventEndedMs };
}

/** Whether a round accepts votes and scorecards; a round without a window has not started. */
export function isOpen(window: RoundWindow | undefined, nowMs: number): boolean {
  return window !== undefined && (window.closesMs === null || nowMs < window.closesMs);
}

/** How many rounds have closed by now: rounds close by the clock, without a write to the store. */
export function lapsedWindows({ bouts }: Windows, nowMs: number): number {
  const windows = Object.values(bouts).flatMap(({ rounds }) => Object.values(rounds));
  return windows.filter(({ closesMs }) => closesMs !== null && closesMs <= nowMs).length;
}

/** The latest round that has started; 0 before the first. */
export function currentRound(bout: BoutWindows | undefined): number {
  return Math.max(0, ...Object.keys(bout?.rounds ?? {}).map(Number));
}

/** The fight of an event's feed with this statid. */
export function feedFight(feed: EventFeed | undefined, statid: number | null): FeedFight | undefined {
  return feed?.FMLiveFeed.Fights.find(({ FightID }) => FightID === String(statid));
}

/**
 * How many rounds a fight is scheduled for.
 *
 * @param inFeed the fight in its event's feed.
 * @param stored the fight in content.
 */
export function scheduledRounds(
  inFeed: Pick<FeedFight, 'PossibleRds'> | undefined,
  stored: { scheduled_rounds?: number; is_title_fight: boolean; is_main_event: boolean },
): number {
  const possible = inFeed ? number(inFeed.PossibleRds) : 0;
  if (possible >= 1 && possible <= maxRounds) return possible;
  return stored.scheduled_rounds ?? (stored.is_title_fight || stored.is_main_event ? 5 : 3);
}

/** Whether a feed shows an event in progress; the caller decides how old the feed may be. */
export function liveFeedIsOnAir({ FMLiveFeed }: EventFeed): boolean {
  const { EventStart, EventEnd, CurFight, Fights } = FMLiveFeed;
  const begun = EventStart !== '' || CurFight !== '' || Fights.some((fight) => fight.FightActions.length > 0);
  return begun && EventEnd === '';
}
