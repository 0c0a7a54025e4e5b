/** A seeded generator of the xorshift family; not for cryptography. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Mixes the seed, so that similar seeds give different sequences.
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
    for (let round = 0; round < 8; round += 1) this.#next();
  }

  /** From 0, below `bound`. */
  below(bound: number): number {
    return bound <= 1 ? 0 : this.#next() % bound;
  }

  /** True with a probability of 1 / `times`. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.#next() & 0xff;
    return bytes;
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }
}
