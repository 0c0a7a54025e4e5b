/** One name, and what each of the lists has for it. */
export interface Joined<T extends unknown[]> {
  name: string;
  found: { [K in keyof T]: T[K] | undefined };
}

type Lists<T extends { name: string }[]> = { [K in keyof T]: AsyncIterable<T[K]> };

/** Joins lists that are sorted by the bytes of their names, one entry of each in memory. */
export async function* joinSorted<T extends { name: string }[]>(
  ...lists: Lists<T>
): AsyncIterable<Joined<T>> {
  const iterators = lists.map((list) => list[Symbol.asyncIterator]());
  const heads = await Promise.all(iterators.map((each) => each.next()));
  try {
    for (;;) {
      const names = heads.flatMap((head) => (head.done ? [] : [head.value.name]));
      const [first, ...others] = names;
      if (first === undefined) return;
      const name = others.reduce((least, each) => (each < least ? each : least), first);
      const found: unknown[] = [];
      for (const [index, head] of heads.entries()) {
        const isHere = !head.done && head.value.name === name;
        found.push(isHere ? head.value : undefined);
        const iterator = iterators[index];
        if (isHere && iterator) heads[index] = await iterator.next();
      }
      yield { name, found: found as Joined<T>['found'] };
    }
  } finally {
    await Promise.all(iterators.map((each) => each.return?.()));
  }
}
