/** Fewer additions than there are between two collections of young garbage. */
const leastAdditions = 256;

/**
 * A map for a few entries that come and go all the time. It is renewed while its table is young: an old table would keep all
 * later ones.
 *
 * @see LinkedList
 */
export class RenewedMap<K, V> {
  #map = new Map<K, V>();
  #left = leastAdditions;

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  set(key: K, value: V): void {
    if (this.#left-- === 0) {
      this.#map = new Map(this.#map);
      this.#left = Math.max(leastAdditions, this.#map.size);
    }
    this.#map.set(key, value);
  }

  delete(key: K): void {
    this.#map.delete(key);
  }
}
