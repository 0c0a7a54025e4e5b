import type { Placement } from './field.ts';
import { partyIn } from './place-words.ts';
import { keyOf } from './printed-page.ts';
import type { QuickFieldRequest } from './quick-fields.ts';
import { Refusal } from './refusal.ts';
import type { SigningPerson } from './suggested-fields.ts';
import { readTextTag, type TagProblem, type TextTag } from './text-tag.ts';

/** A `{{…}}` that a page shows. */
export interface PrintedTag {
  /** With its braces. */
  text: string;
  /** Where its field goes. */
  place: Placement;
  /** What is painted over, one for each line that it stands on. */
  boxes: readonly Placement[];
  /** The colour behind it, 0xRRGGBB. */
  ground: number;
  /** Others have signed the file. */
  isSigned?: boolean;
}

/** A field that a tag asks for, with the problem that keeps it from becoming one. */
export interface TaggedField {
  documentId: number;
  text: string;
  place: Placement;
  tag: TextTag | null;
  /** Null where the tag names nobody who signs. */
  role: number | null;
  problem: TagProblem | null;
}

interface TaggedDocument {
  id: number;
  tags?: readonly PrintedTag[] | undefined;
}

/** The fields that the tags of documents ask for, and whose they are. */
export function readTaggedFields(
  documents: readonly TaggedDocument[],
  people: readonly SigningPerson[],
): TaggedField[] {
  const keys = new Set<string>();
  const all = documents.flatMap(({ id: documentId, tags = [] }) =>
    tags.map(({ text, place, isSigned = false }) => {
      const read = readPrinted(text);
      const tag = typeof read === 'string' ? null : read;
      const isDoubled = tag?.key != null && keys.has(tag.key);
      if (tag?.key != null) keys.add(tag.key);
      const problem = typeof read === 'string' ? read : isSigned ? 'signed' : isDoubled ? 'doubled' : null;
      return { documentId, text, place, tag, problem: problem as TagProblem | null };
    }),
  );
  const roleOf = assignRoles(
    all.flatMap(({ tag }) => tag ?? []),
    people,
  );
  return all.map((each) => ({ ...each, role: each.tag ? roleOf(each.tag.role) : null }));
}

function readPrinted(text: string): TextTag | TagProblem {
  return readTextTag(text.slice(2, -2));
}

/**
 * By number in the order in which people sign, by name, or by the party that both name; the remaining roles by the
 * order in which they are printed, if they are as many as the remaining people.
 */
function assignRoles(tags: readonly TextTag[], people: readonly SigningPerson[]) {
  const persons = people.filter(
    ({ person }, index) => people.findIndex((each) => each.person === person) === index,
  );
  const printed = [...new Set(tags.flatMap(({ role }) => (role === null ? [] : [nameKey(role)])))];
  const named = new Map<string, SigningPerson | null>();
  for (const key of printed) {
    const person = personNamed(key, tags, persons);
    if (person !== undefined) named.set(key, person);
  }
  const open = printed.filter((key) => !named.has(key));
  const left = persons.filter((person) => ![...named.values()].includes(person));
  if (open.length === left.length) for (const [at, key] of open.entries()) named.set(key, left[at] ?? null);
  return (role: string | null): number | null => {
    if (role !== null) return named.get(nameKey(role))?.role ?? null;
    return persons.length === 1 ? (persons[0]?.role ?? null) : null;
  };
}

/** Null where it means nobody, or one of several; undefined for a word that is nobody's name. */
function personNamed(
  key: string,
  tags: readonly TextTag[],
  persons: readonly SigningPerson[],
): SigningPerson | null | undefined {
  if (/^\d{1,3}$/.test(key)) return persons[Number(key) - 1] ?? null;
  const exact = persons.filter(({ name }) => nameKey(name) === key);
  if (exact.length > 0) return onlyOf(exact);
  const words = keyOf(tags.find(({ role }) => role !== null && nameKey(role) === key)?.role ?? '');
  const party = partyIn(words)?.party;
  const same = party === undefined ? [] : persons.filter(({ name }) => partyIn(keyOf(name))?.party === party);
  return same.length > 0 ? onlyOf(same) : undefined;
}

function onlyOf(persons: readonly SigningPerson[]): SigningPerson | null {
  return persons.length === 1 ? (persons[0] ?? null) : null;
}

/** However a page spaces it. */
function nameKey(text: string): string {
  return keyOf(text).replaceAll(' ', '');
}

const SENTENCES: Readonly<Record<TagProblem | 'nobody', string>> = {
  type: 'is of no type that a tag can have. Begin it with signature, initials, date, name, text, checkbox or another type of field.',
  option:
    'has a part that is not known, or twice. Parts are role, key, required, optional, size, width, height and type.',
  key: 'has a key that cannot be one. Use 1 to 40 letters, digits and _, beginning with a letter.',
  size: 'has a size that cannot be one. Give points, such as size=180x24.',
  doubled: 'has the key of an earlier tag. Give each its own key.',
  signed:
    'stands in a file that is signed already, in which it cannot be covered. Send a copy that is not signed.',
  nobody:
    'names nobody who signs. Use the name of a recipient, or their number in the order of signing, such as 1.',
};
const TOLD_MAX = 10;

/** What `placeFields` asks for: every tag of the documents as a field, or a refusal that says which is none. */
export function requireTaggedFields(
  documents: readonly TaggedDocument[],
  people: readonly SigningPerson[],
): (TaggedField & { tag: TextTag; role: number })[] {
  const fields = readTaggedFields(documents, people);
  const bad = fields.flatMap(({ documentId, text, place, problem, role }) => {
    const why = problem ?? (role === null ? 'nobody' : null);
    if (why === null) return [];
    const at =
      documents.length > 1
        ? `Document ${documents.findIndex(({ id }) => id === documentId) + 1}, page`
        : 'Page';
    return [`${at} ${place.page}: ${text} ${SENTENCES[why]}`];
  });
  if (fields.length === 0)
    bad.push('No page shows a tag such as {{signature}}. Leave placeFields out, or send a file with tags.');
  if (bad.length > 0) {
    const placeFields = bad.slice(0, TOLD_MAX).join(' ');
    throw new Refusal('VALIDATION_ERROR', `The tags in the text cannot become fields. ${bad[0]}`, {
      violations: { placeFields },
    });
  }
  return fields as (TaggedField & { tag: TextTag; role: number })[];
}

/** A tag as the request for a field, but for its document and its person. */
export function tagRequest({
  place: { width, height, ...at },
  tag: { type, label, key, required },
}: TaggedField & { tag: TextTag }): Omit<QuickFieldRequest, 'recipientEmail'> {
  return {
    ...at,
    type,
    ...(label === null ? {} : { label }),
    ...(key === null ? {} : { key }),
    ...(required === null ? {} : { required }),
    style: { width, height },
  };
}

/**
 * What is painted over once fields take the place of tags: every tag of a document in which a field stands on one, so
 * that none stays readable beside a field that was moved.
 */
export function coveredTags(
  tags: readonly PrintedTag[] | undefined,
  fields: readonly Placement[],
): { box: Placement; ground: number }[] {
  const readable = (tags ?? []).filter(
    ({ text, isSigned }) => !isSigned && typeof readPrinted(text) !== 'string',
  );
  const isUsed = readable.some(({ boxes, place }) =>
    fields.some((field) => [place, ...boxes].some((box) => meets(field, box))),
  );
  return isUsed ? readable.flatMap(({ boxes, ground }) => boxes.map((box) => ({ box, ground }))) : [];
}

/** Whether two places share a part of a page. */
export function meets(one: Placement, other: Placement): boolean {
  return (
    one.page === other.page &&
    Math.min(one.posX + one.width, other.posX + other.width) > Math.max(one.posX, other.posX) &&
    Math.min(one.posY + one.height, other.posY + other.height) > Math.max(one.posY, other.posY)
  );
}
