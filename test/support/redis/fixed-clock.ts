import { defineScript, type ScriptName, scripts } from '../../../server/store/redis/scripts.ts';

/** The scripts that read the clock of Redis. */
const readers: readonly ScriptName[] = ['castBallots', 'collectContent', 'readLive', 'readTime', 'updateLive'];
const readsClock = /\b(?:redis\.)?call\('TIME'\)/g;

/**
 * A stopped clock for every script of this process: the one place at which a script reads the clock of Redis becomes a
 * constant. Cheaper and more exact than a Redis with a clock of its own, and the store needs no argument for tests. Keys
 * still expire by the clock of Redis.
 *
 * Call `restore` at the end: later test files run in the same process.
 */
export class FixedClock {
  readonly #originals = { ...scripts };

  /** @throws {Error} when another script reads the clock, or one does so twice. */
  constructor(nowMs: number) {
    const found = Object.entries(scripts).flatMap(([name, { lua }]) => lua.match(readsClock)?.map(() => name) ?? []);
    if (found.sort().join() !== readers.join()) {
      throw new Error(`The clock is read by ${found.join()}, but this test support stops it for ${readers.join()}.`);
    }
    this.set(nowMs);
  }

  /**
   * @param nowMs milliseconds since 1970.
   * @param microsecond of that millisecond at which the clock stands; default: the last.
   */
  set(nowMs: number, microsecond = 999): void {
    const [seconds, microseconds] = [Math.floor(nowMs / 1000), (nowMs % 1000) * 1000 + microsecond];
    for (const name of readers) {
      const { lua } = this.#originals[name];
      scripts[name] = defineScript(lua.replace(readsClock, `{ '${seconds}', '${microseconds}' }`));
    }
  }

  restore(): void {
    Object.assign(scripts, this.#originals);
  }
}
