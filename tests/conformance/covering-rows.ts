/** Factors by name, each with its values. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/**
 * Rows in which any two values of different factors meet at least once: most mistakes that need a combination need
 * no more than two. Greedy, and the same every time: each row is built around a pair that is still open, and takes of
 * every other factor the value that closes most.
 */
export function coveringRows<Row extends Record<keyof Row, string>>(factors: Factors): Row[] {
  const names = Object.keys(factors);
  const open = new Set(allPairs(factors));
  const rows: Record<string, string>[] = [];
  for (let [pair] = open; pair !== undefined; [pair] = open) {
    const row: Record<string, string> = Object.fromEntries(pair.split('|').map((part) => part.split('=')));
    for (const name of names.filter((other) => !(other in row))) {
      const values = factors[name] ?? [];
      // Between equals, one that is used least so far, so that no value becomes a crowd.
      const used = (value: string): number => rows.filter((other) => other[name] === value).length;
      const worth = (value: string): number => closes({ ...row, [name]: value }, open) * 1000 - used(value);
      row[name] = values.reduce((best, value) => (worth(value) > worth(best) ? value : best));
    }
    for (const closed of pairsOf(row)) open.delete(closed);
    rows.push(row);
  }
  return rows as Row[];
}

/** Every pair as text, names in order. */
export function allPairs(factors: Factors): string[] {
  const entries = Object.entries(factors);
  return entries.flatMap(([one, values], index) =>
    entries
      .slice(index + 1)
      .flatMap(([other, others]) =>
        values.flatMap((value) => others.map((next) => pairOf([one, value], [other, next]))),
      ),
  );
}

export function pairsOf(row: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap((one, index) => entries.slice(index + 1).map((other) => pairOf(one, other)));
}

function pairOf(...sides: [string, string][]): string {
  return sides
    .map((side) => side.join('='))
    .sort()
    .join('|');
}

function closes(row: Readonly<Record<string, string>>, open: ReadonlySet<string>): number {
  return pairsOf(row).filter((pair) => open.has(pair)).length;
}
