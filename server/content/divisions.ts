import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import { completeStat, type StatRecord } from '../../contracts/content/collections/stats.ts';
import type { Store } from '../store/index.ts';

/** Completes rows of statistics with the division of their fighter. */
export class Divisions {
  readonly #store: Store;
  readonly #isWithFighters: boolean;
  readonly #fighters = new Map<number, FighterRecord | undefined>();

  /** @param isWithFighters whether fighters are published too: then live fighters do not count. */
  constructor(store: Store, isWithFighters: boolean) {
    this.#store = store;
    this.#isWithFighters = isWithFighters;
  }

  add({ statid, weight_class }: FighterRecord): void {
    // A row needs only the division: a million whole fighters would not fit.
    if (statid !== null) this.#fighters.set(statid, { weight_class } as FighterRecord);
  }

  async complete(rows: readonly StatRecord[]): Promise<StatRecord[]> {
    const unknown = [...new Set(rows.map(({ statid }) => statid))].filter((statid) => !this.#fighters.has(statid));
    if (!this.#isWithFighters && unknown.length > 0) {
      const lists = unknown.map((statid) => `statid:${statid}`);
      const live = await this.#store.content.first('fighters', lists);
      for (const [index, statid] of unknown.entries()) this.#fighters.set(statid, live[index]);
    }
    return rows.map((row) => completeStat(row, this.#fighters.get(row.statid)));
  }
}
