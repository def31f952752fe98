import { type Corner, type FeedFight, type Stoppage, scheduled } from './card.ts';
import { type Decision, decide } from './judges.ts';
import { type Random, randomOf } from './random.ts';
import { fightRound, type RoundAction, roundSeconds, type Style } from './round.ts';
import type { Frame } from './tally.ts';

/** Something that happened, in the words of the feed. */
export interface NightAction {
  /** Milliseconds of the night: when the feed reports it. */
  atMs: number;
  /** When it happened, if the feed reports it later. */
  happenedMs?: number;
  Type: string;
  round: number;
  /** Undefined: neither fighter. */
  corner: Corner | undefined;
}

export interface NightRound {
  round: number;
  startMs: number;
  /** The bell, or the stoppage. */
  endMs: number;
  /** Ascending; the last is how the round ended. */
  frames: readonly Frame[];
}

export interface FightResult {
  /** Undefined: a draw. */
  winner: Corner | undefined;
  method: 'DEC' | Stoppage['method'];
  round: number;
  /** Of the last round, in seconds. */
  second: number;
  /** The scorecards of the judges; undefined after a stoppage. */
  decision: Decision | undefined;
}

export interface NightFight {
  FightID: string;
  /** As in the feed before the first fight. */
  card: FeedFight;
  rounds: readonly NightRound[];
  result: FightResult;
  actions: readonly NightAction[];
  introMs: number;
  /** The feed reports that the fight is over. */
  overMs: number;
  /** Its result is announced. */
  officialMs: number;
  /** The last action of the fight in the feed. */
  completeMs: number;
}

/** The actions before the first bell, each with the seconds since the previous action. */
const opening: readonly (readonly [after: number, Type: string, corner?: Corner])[] = [
  [0, 'Intro'],
  [12, 'ToT'],
  [18, 'Walkout', 'red'],
  [55, 'Enter_Cage', 'red'],
  [10, 'Walkout', 'blue'],
  [55, 'Enter_Cage', 'blue'],
  [25, 'Staredown'],
  [20, 'Fight_Open'],
];
const firstBellSeconds = 10;
const breakSeconds = 60;
/** From the last bell, or from a stoppage, until the feed reports that the fight is over. */
const toOverSeconds = { bell: 60, stoppage: 20 };
const resultSeconds = 75;
const interviewSeconds = 40;
const completeSeconds = 90;

const styleOf = (random: Random): Style => {
  const about = (spread: number) => 1 + (random() * 2 - 1) * spread;
  return { pace: about(0.4), accuracy: about(0.2), power: about(0.5), wrestling: about(0.7) };
};

/** A fighter's form in one round; the fighter who is about to win is better. */
function inRound(style: Style, random: Random, isWinning: boolean): Style {
  const form = 0.65 + 0.7 * random() + (isWinning ? 0.2 : 0);
  return { ...style, pace: style.pace * form, accuracy: style.accuracy * (0.85 + 0.3 * random()) };
}

const action = (atMs: number, Type: string, round = 0, corner?: Corner): NightAction => ({ atMs, Type, round, corner });

function fightRounds(seed: number, card: FeedFight, stoppage: Stoppage | undefined, firstBellMs: number) {
  const { FightID } = card;
  const styles = { blue: styleOf(randomOf(seed, 'blue', FightID)), red: styleOf(randomOf(seed, 'red', FightID)) };
  const rounds: NightRound[] = [];
  const actions: NightAction[] = [];
  const last = stoppage?.round ?? scheduled(card);
  for (let round = 1, startMs = firstBellMs; round <= last; round++) {
    const random = randomOf(seed, 'round', FightID, round);
    const ending = stoppage?.round === round ? stoppage : undefined;
    const today = {
      blue: inRound(styles.blue, random, ending?.winner === 'blue'),
      red: inRound(styles.red, random, ending?.winner === 'red'),
    };
    const fought = fightRound(random, today, ending);
    const endMs = startMs + (ending?.second ?? roundSeconds) * 1000;
    rounds.push({ round, startMs, endMs, frames: fought.frames });
    const during = fought.actions.map(({ second, type, corner }: RoundAction) =>
      action(startMs + second * 1000, type, round, corner),
    );
    actions.push(action(startMs, 'Round_Start', round), ...during);
    if (!ending) actions.push(action(endMs, 'Round_End', round));
    startMs = endMs + breakSeconds * 1000;
  }
  return { rounds, actions };
}

/**
 * One fight from the introduction to its last action.
 *
 * @param introMs when it begins, in milliseconds of the night.
 */
export function fight(seed: number, card: FeedFight, stoppage: Stoppage | undefined, introMs: number): NightFight {
  let atMs = introMs;
  const before = opening.map(([after, Type, corner]) => {
    atMs += after * 1000;
    return action(atMs, Type, 0, corner);
  });
  const { rounds, actions } = fightRounds(seed, card, stoppage, atMs + firstBellSeconds * 1000);
  const last = rounds.at(-1) as NightRound;
  const bells = rounds.map(({ frames }) => frames.at(-1) as Frame);
  const decision = stoppage ? undefined : decide(seed, card.FightID, bells);
  const winner = stoppage ? stoppage.winner : decision?.winner;
  const overMs = last.endMs + toOverSeconds[stoppage ? 'stoppage' : 'bell'] * 1000;
  const officialMs = overMs + resultSeconds * 1000;
  const interviewMs = officialMs + interviewSeconds * 1000;
  const completeMs = interviewMs + completeSeconds * 1000;
  const after = [
    { ...action(overMs, 'Fight_Over', last.round), happenedMs: last.endMs },
    action(officialMs, 'Results'),
    ...(winner ? [action(interviewMs, 'Winner_Interview', 0, winner)] : []),
    action(completeMs, 'Fight_Complete'),
  ];
  return {
    FightID: card.FightID,
    card,
    rounds,
    introMs,
    overMs,
    officialMs,
    completeMs,
    result: {
      winner,
      method: stoppage?.method ?? ('DEC' as const),
      round: last.round,
      second: stoppage?.second ?? roundSeconds,
      decision,
    },
    actions: [...before, ...actions, ...after],
  };
}
