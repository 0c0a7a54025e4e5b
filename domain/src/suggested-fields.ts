import { partyIn } from './place-words.ts';
import { keyOf } from './printed-page.ts';
import type { PrintedPlace } from './printed-places.ts';

/** A person who signs, in one role; of a template the name of its placeholder. */
export interface SigningPerson {
  role: number;
  name: string;
  /** The same for all roles of one person, who may have the name of another. */
  person: number;
}

/** A printed place, and whose it is as far as the page says so. */
export interface SuggestedField extends PrintedPlace {
  /** Null where the page leaves it open: a person decides. */
  role: number | null;
}

/**
 * Offers the printed places to people: to whom a place names, else in the order of the parties that the page prints, if
 * they are as many as the people. Nobody is guessed: a place of a party who is not among the people stays open.
 */
export function suggestFields(
  places: readonly PrintedPlace[],
  people: readonly SigningPerson[],
): SuggestedField[] {
  const named = new Map<string, number>();
  for (const { party } of places) {
    const role = party === null ? null : roleNamedIn(party, people);
    if (party !== null && role !== null) named.set(party, role);
  }
  const byParty = rolesOfParties(places, { people, named });
  const isWithoutParties = places.every(({ party }) => party === null);
  const signatures = places.filter(({ kind }) => kind === 'signature');
  const isInOrder = isWithoutParties && (people.length === 1 || signatures.length === people.length);
  return places.map((place) => {
    const { party } = place;
    if (party !== null) return { ...place, role: named.get(party) ?? byParty.get(partyKey(party)) ?? null };
    if (!isInOrder) return { ...place, role: null };
    const signature = nearestOf(signatures, place);
    const at = signature && people.length > 1 ? signatures.indexOf(signature) : 0;
    return { ...place, role: people[at]?.role ?? null };
  });
}

function partyKey(party: string): string {
  const key = keyOf(party);
  return partyIn(key)?.party ?? key;
}

/** Of the one person whose whole name is printed, or whose placeholder is the party; null where several are. */
function roleNamedIn(party: string, people: readonly SigningPerson[]): number | null {
  const printed = ` ${keyOf(party)} `;
  const matching = people.filter(({ name }) => {
    const key = keyOf(name);
    const isPrinted = key.length > 1 && printed.includes(` ${key} `);
    const placeholder = partyIn(key)?.party;
    return isPrinted || (placeholder !== undefined && placeholder === partyIn(printed.trim())?.party);
  });
  const names = new Set(matching.map(({ name }) => keyOf(name)));
  return names.size === 1 ? (matching[0]?.role ?? null) : null;
}

/** The parties who sign and are nobody by name, in the order of their places, for the people who remain. */
function rolesOfParties(
  places: readonly PrintedPlace[],
  { people, named }: { people: readonly SigningPerson[]; named: ReadonlyMap<string, number> },
): ReadonlyMap<string, number> {
  const taken = new Set(named.values());
  const takenNames = new Set(people.filter(({ role }) => taken.has(role)).map(({ name }) => keyOf(name)));
  const left = people.filter(({ name }, index) => {
    const isFirst = people.findIndex((each) => keyOf(each.name) === keyOf(name)) === index;
    return isFirst && !takenNames.has(keyOf(name));
  });
  const signing = places.filter(({ kind }) => kind === 'signature');
  const parties = new Set(
    signing.flatMap(({ party }) => (party === null || named.has(party) ? [] : [partyKey(party)])),
  );
  const namedParties = new Set([...named.keys()].map(partyKey));
  const open = [...parties].filter((party) => !namedParties.has(party));
  const hasStranger = signing.some(({ party }) => party === null);
  if (open.length !== left.length || hasStranger) return new Map();
  return new Map(open.map((party, index) => [party, left[index]?.role ?? 0]));
}

/** Of the same page, in points of the page that are near enough to compare percents. */
function nearestOf(signatures: readonly PrintedPlace[], place: PrintedPlace): PrintedPlace | undefined {
  const distance = (other: PrintedPlace) =>
    Math.abs(other.page - place.page) * 1_000 +
    Math.hypot(other.posX - place.posX, (other.posY - place.posY) * 1.4);
  return [...signatures].sort((one, other) => distance(one) - distance(other))[0];
}
