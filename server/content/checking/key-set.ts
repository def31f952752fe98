/**
 * Keys of records, each with the line of its first record. A slot takes 12 bytes; a Map of a million strings would take
 * 150 MB. Whole numbers are stored as they are, other keys as 63 bits of a hash: among a million keys two collide in one
 * of ten million publishes.
 */
export class KeySet {
  #first = new Uint32Array(1 << 10);
  /** 0: a free slot; 1: a whole number; else the second half of a hash. */
  #second = new Uint32Array(1 << 10);
  #lines = new Uint32Array(1 << 10);
  size = 0;

  /** @returns the line that the key was added with before; undefined when it is new. */
  add(key: string | number, line: number): number | undefined {
    if (this.size * 10 >= this.#first.length * 7) this.#grow();
    const [first, second] = splitKey(key);
    const slot = this.#slot(first, second);
    if (this.#second[slot] !== 0) return this.#lines[slot];
    this.#set(slot, first, second, line);
    this.size++;
    return undefined;
  }

  has(key: string | number): boolean {
    const [first, second] = splitKey(key);
    return this.#second[this.#slot(first, second)] !== 0;
  }

  /** Keys that are whole numbers, each with its line. */
  *numbers(): Generator<[number, number]> {
    for (let slot = 0; slot < this.#first.length; slot++) {
      if (this.#second[slot] === 1) yield [this.#first[slot] as number, this.#lines[slot] as number];
    }
  }

  #set(slot: number, first: number, second: number, line: number): void {
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#lines[slot] = line;
  }

  #slot(first: number, second: number): number {
    const mask = this.#first.length - 1;
    let slot = (Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1) >>> 7) & mask;
    while (this.#second[slot] !== 0 && (this.#first[slot] !== first || this.#second[slot] !== second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [first, second, lines] = [this.#first, this.#second, this.#lines];
    const length = first.length * 2;
    [this.#first, this.#second, this.#lines] = [
      new Uint32Array(length),
      new Uint32Array(length),
      new Uint32Array(length),
    ];
    for (let slot = 0; slot < first.length; slot++) {
      if (second[slot] === 0) continue;
      const [one, other] = [first[slot] as number, second[slot] as number];
      this.#set(this.#slot(one, other), one, other, lines[slot] as number);
    }
  }
}

/** The two 32-bit halves of a slot. */
function splitKey(key: string | number): [number, number] {
  const number = typeof key === 'number' ? key : /^[1-9]\d{0,9}$/.test(key) ? Number(key) : -1;
  if (number >= 0 && number < 2 ** 32 && Number.isInteger(number)) return [number, 1];
  const text = String(key);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, ((b >>> 0) | 2) >>> 0];
}
