/** A fair queue: serves callers in rotation, and of each caller the oldest item, if it may go. */
export class FairQueue<T> {
  /** In the order in which the callers are served. */
  readonly #byCaller = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(caller: string): number {
    return this.#byCaller.get(caller)?.length ?? 0;
  }

  push(caller: string, item: T): void {
    const items = this.#byCaller.get(caller);
    if (items) items.push(item);
    else this.#byCaller.set(caller, [item]);
    this.#size += 1;
  }

  remove(caller: string, item: T): void {
    const items = this.#byCaller.get(caller) ?? [];
    const position = items.indexOf(item);
    if (position < 0) return;
    items.splice(position, 1);
    this.#size -= 1;
    if (items.length === 0) this.#byCaller.delete(caller);
  }

  dequeue(mayGo: (item: T) => boolean): T | undefined {
    for (const [caller, items] of this.#byCaller) {
      const [item] = items;
      if (item === undefined || !mayGo(item)) continue;
      items.shift();
      this.#size -= 1;
      this.#byCaller.delete(caller);
      if (items.length > 0) this.#byCaller.set(caller, items);
      return item;
    }
    return undefined;
  }
}
