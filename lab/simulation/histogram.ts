const perDecade = 200;
const decades = 10;
const least = 1e-4;

/** Counts times in milliseconds in classes 1.2 % wide, so that any number of them takes the same memory. */
export class Histogram {
  readonly #counts = new Float64Array(perDecade * decades);
  count = 0;
  sum = 0;

  add(ms: number): void {
    const at = Math.floor(Math.log10(Math.max(ms, least) / least) * perDecade);
    const index = Math.min(at, this.#counts.length - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.count++;
    this.sum += ms;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  /** The upper end of the class with the quantile; 0 without any. */
  quantile(share: number): number {
    let seen = 0;
    for (const [index, count] of this.#counts.entries()) {
      seen += count;
      if (count > 0 && seen >= share * this.count) return least * 10 ** ((index + 1) / perDecade);
    }
    return 0;
  }
}
