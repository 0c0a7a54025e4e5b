const PREFIX = 'PARAPH_';
/** Names with our prefix that other programs read: the command line for senders, compose files, tests and tools. */
const OTHERS = /^PARAPH_(URL|API_KEY|HOSTNAME|SEED|CONFORMANCE_TABLE|PICTURES_DIR|TEST_.*|BENCH_.*)$/;
/** A name that differs in more characters is not offered as what was meant. */
const DISTANCE_MAX = 4;

/** Adds a problem for each name that looks like a setting and is none: a misspelled one would be ignored in silence. */
export function checkSettingNames(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  problems: string[],
): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || OTHERS.test(name) || names.includes(name)) continue;
    const nearest = findNearest(name, names);
    const remedy = nearest === null ? 'See .env.example for all of them.' : `Did you mean ${nearest}?`;
    problems.push(`${name} is not a setting. ${remedy}`);
  }
}

function findNearest(name: string, names: readonly string[]): string | null {
  const distances = names.map((each) => ({ each, distance: editDistance(name, each) }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= DISTANCE_MAX ? nearest.each : null;
}

/** How many characters are to be inserted, deleted or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    let previous = index + 1;
    const next = [previous];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      previous = Math.min(replaced, (row[column] ?? 0) + 1, previous + 1);
      next.push(previous);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
