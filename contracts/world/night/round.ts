import { type Count, emptyTally, type Positions, type Tally } from '../statistics.ts';
import type { Corner, Stoppage } from './card.ts';
import { corners } from './card.ts';
import { between, chance, pick, type Random } from './random.ts';
import { type Frame, other } from './tally.ts';

/** A fighter's abilities, each about 1. */
export interface Style {
  pace: number;
  accuracy: number;
  power: number;
  wrestling: number;
}

/** An action in the feed of the event. */
export interface RoundAction {
  /** Of the round. */
  second: number;
  type: 'Striking' | 'KD' | 'Takedown' | 'Submission' | 'Grappling';
  corner: Corner;
}

interface Fought {
  /** Ascending, from second 0 to the last one. */
  frames: Frame[];
  actions: RoundAction[];
}

export const roundSeconds = 300;
/** Night seconds between snapshots. */
export const frameSeconds = 5;

/** In this time before the end, the winner gets on top (submission), or both fighters stand up (knockout). */
const setUpSeconds = 25;

/** On the ground. */
type Place = Exclude<keyof Tally['control'], 'clinch'>;

const better: Partial<Record<Place, Place>> = { guard: 'half', half: 'side', side: 'mount', mount: 'back' };

/** A round in progress: every second is random, except for a planned ending. */
class RoundUnderWay {
  readonly tallies: Record<Corner, Tally> = { blue: emptyTally(), red: emptyTally() };
  readonly positions: Positions = { distance: 0, clinch: 0, ground: 0 };
  readonly actions: RoundAction[] = [];
  #position: keyof Positions = 'distance';
  #place: Place = 'guard';
  /** Who is in control, off the distance. */
  #top: Corner = 'blue';
  #second = 0;
  readonly #random: Random;
  readonly #styles: Readonly<Record<Corner, Style>>;

  constructor(random: Random, styles: Readonly<Record<Corner, Style>>) {
    this.#random = random;
    this.#styles = styles;
  }

  /** Plays one second. `stoppage`: how the round ends, when it does. */
  play(second: number, stoppage: Stoppage | undefined): void {
    this.#second = second;
    const left = stoppage ? stoppage.second - second : Number.POSITIVE_INFINITY;
    if (stoppage && left <= setUpSeconds) this.#playEnding(stoppage, left);
    else if (this.#position === 'distance') this.#atDistance();
    else if (this.#position === 'clinch') this.#inClinch();
    else this.#onGround();
    // Control in this second counts for the fighter who has it at the end of the second.
    this.positions[this.#position] += 1;
    if (this.#position !== 'distance') {
      this.tallies[this.#top].control[this.#position === 'clinch' ? 'clinch' : this.#place] += 1;
    }
  }

  #report(type: RoundAction['type'], corner: Corner): void {
    this.actions.push({ second: this.#second, type, corner });
  }

  #strike(pair: Count, accuracy: number): boolean {
    const lands = chance(this.#random, accuracy);
    pair[1] += 1;
    if (lands) pair[0] += 1;
    return lands;
  }

  #atDistance(): void {
    for (const corner of corners) {
      const { pace, wrestling } = this.#styles[corner];
      if (chance(this.#random, 0.085 * pace)) this.#exchange(corner);
      if (chance(this.#random, 0.006 * wrestling) && this.#shoot(corner)) return;
    }
    if (chance(this.#random, 0.005)) {
      this.#position = 'clinch';
      this.#top = chance(this.#random, this.#styles.blue.wrestling / 2) ? 'blue' : 'red';
    }
  }

  #exchange(corner: Corner): void {
    const { accuracy, power } = this.#styles[corner];
    const own = this.tallies[corner];
    let landed = 0;
    let toHead = false;
    for (let strike = between(this.#random, 1, 3); strike > 0; strike--) {
      const target = this.#random();
      if (target < 0.55) {
        const lands = this.#strike(own.headPunches, 0.38 * accuracy);
        landed += lands ? 1 : 0;
        toHead ||= lands;
      } else {
        const [pair, base] = this.#aim(own, target);
        landed += this.#strike(pair, base * accuracy) ? 1 : 0;
      }
    }
    if (landed >= 2) this.#report('Striking', corner);
    if (toHead && chance(this.#random, 0.006 * power)) this.#knockDown(corner);
  }

  #aim(own: Tally, target: number): [Count, number] {
    if (target < 0.67) return [own.bodyPunches, 0.6];
    if (target < 0.73) return [own.headKicks, 0.22];
    if (target < 0.83) return [own.bodyKicks, 0.55];
    return [own.legKicks, 0.75];
  }

  #knockDown(corner: Corner): void {
    this.tallies[corner].knockDowns += 1;
    this.#report('KD', corner);
  }

  /** @returns whether it brought the fight to the ground. */
  #shoot(corner: Corner): boolean {
    const { wrestling } = this.#styles[corner];
    const { takedowns } = this.tallies[corner];
    if (!this.#strike(takedowns, 0.4 * wrestling)) return false;
    this.#report('Takedown', corner);
    this.#toGround(corner);
    return true;
  }

  #toGround(corner: Corner): void {
    this.#position = 'ground';
    this.#top = corner;
    this.#place = pick(this.#random, ['guard', 'guard', 'half', 'side', 'misc']);
  }

  #inClinch(): void {
    for (const corner of corners) {
      const busy = corner === this.#top ? 0.07 : 0.04;
      if (!chance(this.#random, busy * this.#styles[corner].pace)) continue;
      const own = this.tallies[corner];
      if (chance(this.#random, 0.5)) this.#strike(own.lightClinch, 0.8);
      else this.#strike(pick(this.#random, own.clinch), 0.6);
    }
    if (chance(this.#random, 0.02 * this.#styles[this.#top].wrestling) && this.#shoot(this.#top)) return;
    if (chance(this.#random, 0.05)) this.#position = 'distance';
  }

  #onGround(): void {
    const top = this.tallies[this.#top];
    const below = other(this.#top);
    const [onTop, underneath] = [this.#styles[this.#top], this.#styles[below]];
    if (chance(this.#random, 0.12 * onTop.pace)) {
      if (chance(this.#random, 0.5)) this.#strike(top.lightGround, 0.75);
      else this.#strike(pick(this.#random, [top.ground[0], top.ground[0], top.ground[1]]), 0.6);
    }
    if (chance(this.#random, 0.03)) this.#strike(this.tallies[below].lightGround, 0.6);
    if (chance(this.#random, 0.02 * onTop.wrestling)) this.#place = better[this.#place] ?? this.#place;
    if (chance(this.#random, 0.006 * onTop.wrestling)) this.#attemptSubmission(this.#top);
    if (this.#place === 'guard' && chance(this.#random, 0.003 * underneath.wrestling)) this.#attemptSubmission(below);
    if (chance(this.#random, 0.004 * underneath.wrestling)) {
      this.tallies[below].reversals += 1;
      this.#report('Grappling', below);
      this.#toGround(below);
    } else if (chance(this.#random, 0.02 * underneath.wrestling)) {
      this.tallies[below].standups += 1;
      this.#report('Grappling', below);
      this.#position = 'distance';
    }
  }

  #attemptSubmission(corner: Corner): void {
    this.tallies[corner].submissions += 1;
    this.#report('Submission', corner);
  }

  /** @param left seconds to the end. */
  #playEnding({ method, winner }: Stoppage, left: number): void {
    const own = this.tallies[winner];
    if (method === 'SUB') {
      if (this.#position !== 'ground') {
        own.takedowns[0] += 1;
        own.takedowns[1] += 1;
        this.#report('Takedown', winner);
        this.#toGround(winner);
      } else if (this.#top !== winner) {
        own.reversals += 1;
        this.#report('Grappling', winner);
        this.#toGround(winner);
      }
      if (left === 6) this.#attemptSubmission(winner);
      return;
    }
    if (left > 8) {
      if (this.#position === 'ground') {
        this.tallies[other(this.#top)].standups += 1;
        this.#report('Grappling', other(this.#top));
      }
      this.#position = 'distance';
      if (left % 5 === 0) this.#exchange(winner);
    } else if (left === 8) {
      own.headPunches[0] += 2;
      own.headPunches[1] += 2;
      this.#report('Striking', winner);
      this.#knockDown(winner);
    } else if (left < 6) {
      if (this.#position !== 'ground') this.#toGround(winner);
      this.#strike(own.ground[0], 0.9);
    }
  }
}

/**
 * Fights one round.
 *
 * @param stoppage ends it before the bell.
 */
export function fightRound(
  random: Random,
  styles: Readonly<Record<Corner, Style>>,
  stoppage: Stoppage | undefined,
): Fought {
  const last = stoppage?.second ?? roundSeconds;
  const round = new RoundUnderWay(random, styles);
  const { actions, positions, tallies } = round;
  const frame = (second: number): Frame => ({ second, positions: { ...positions }, ...structuredClone(tallies) });
  const frames = [frame(0)];
  for (let second = 1; second <= last; second++) {
    round.play(second, stoppage);
    if (second % frameSeconds === 0 || second === last) frames.push(frame(second));
  }
  return { frames, actions };
}
