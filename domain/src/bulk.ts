import { isRecord } from './draft.ts';
import { isFieldKey } from './field-rules.ts';
import { SIGNING_LANGUAGES } from './identification.ts';
import { LIMITS } from './limits.ts';
import type { PersonForm } from './recipient.ts';
import { invalid, type Violations } from './refusal.ts';
import type { TemplatePlan } from './template.ts';

export const BULK_STATES = ['checking', 'ready', 'sending', 'paused', 'done', 'canceled'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BULK_ROW_STATES = ['waiting', 'valid', 'invalid', 'sent', 'failed', 'canceled'] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

export type BulkAct = 'start' | 'pause' | 'resume' | 'cancel';

const FROM: Readonly<Record<BulkAct, readonly BulkState[]>> = {
  start: ['ready'],
  pause: ['sending'],
  resume: ['paused'],
  cancel: ['checking', 'ready', 'sending', 'paused'],
};
const TO: Readonly<Record<BulkAct, BulkState>> = {
  start: 'sending',
  pause: 'paused',
  resume: 'sending',
  cancel: 'canceled',
};

/** The state after an act of a person; null where it cannot be done now. */
export function decideBulk(state: BulkState, act: BulkAct): BulkState | null {
  return FROM[act].includes(state) ? TO[act] : null;
}

const PERSON_COLUMNS = ['name', 'email', 'phone', 'language'] as const;
type PersonColumn = (typeof PERSON_COLUMNS)[number];
const PLAIN_COLUMNS = ['message', 'tags', 'deadline', 'id', 'ignore'] as const;

/** What the cells of a column say. */
export type ColumnMeaning =
  | { of: 'person'; placeholder: number; property: PersonColumn }
  | { of: 'field' | 'metadata'; key: string }
  | { of: (typeof PLAIN_COLUMNS)[number] };

export interface BulkColumn {
  heading: string;
  /** Null where nobody said it, and the heading does not. */
  meaning: ColumnMeaning | null;
}

/** What the columns of a table can name. */
export type BulkTemplate = Pick<TemplatePlan, 'fields' | 'recipients'>;

/** As it is written in a mapping and in the headings of the sample: `Tenant email`, `field:rent`, `deadline`. */
export function writeMeaning(meaning: ColumnMeaning, { recipients }: BulkTemplate): string {
  if (meaning.of === 'person') return `${recipients[meaning.placeholder]?.name} ${meaning.property}`;
  return 'key' in meaning ? `${meaning.of}:${meaning.key}` : meaning.of;
}

/** The columns that a table for this template has at most, without metadata: those of the sample. */
export function listMeanings({ recipients, fields }: BulkTemplate): ColumnMeaning[] {
  const people = recipients.flatMap((_placeholder, placeholder) =>
    PERSON_COLUMNS.map((property) => ({ of: 'person' as const, placeholder, property })),
  );
  const keys = new Set(fields.flatMap(({ rules }) => (rules.key && !rules.formula ? [rules.key] : [])));
  const values = [...keys].map((key) => ({ of: 'field' as const, key }));
  const plain = PLAIN_COLUMNS.filter((of) => of !== 'ignore').map((of) => ({ of }));
  return [...people, ...values, ...plain];
}

const fold = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * What the columns of a table say: as the mapping has it, by heading, else as the heading itself does. Where there is
 * one placeholder, `name` is its name; a bare key is that of a field.
 *
 * @throws Refusal `VALIDATION_ERROR` naming each entry of the mapping that names no column or nothing of the template
 */
export function readBulkColumns(
  headings: readonly string[],
  template: BulkTemplate,
  mapping: Readonly<Record<string, string>>,
): BulkColumn[] {
  const violations: Violations = {};
  const meanings = meaningsByWord(template);
  const mapped = new Map(Object.entries(mapping).map(([heading, word]) => [fold(heading), word]));
  for (const [heading, word] of Object.entries(mapping)) {
    if (!headings.some((each) => fold(each) === fold(heading)))
      violations[`mapping[${heading}]`] = 'The table has no column with this heading.';
    else if (meaningOf(word, meanings) === null)
      violations[`mapping[${heading}]`] = describeUnknown(word, template);
  }
  const columns = headings.map((heading) => {
    const word = mapped.get(fold(heading)) ?? heading;
    return { heading, meaning: meaningOf(word, meanings) };
  });
  const seen = new Map<string, string>();
  for (const { heading, meaning } of columns) {
    if (meaning === null || meaning.of === 'ignore') continue;
    const word = writeMeaning(meaning, template);
    if (seen.has(word))
      violations[`mapping[${heading}]`] ??=
        `The column “${seen.get(word)}” says ${word} too; map one of them to ignore.`;
    seen.set(word, heading);
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return columns;
}

/** Parses `mapping`: what columns say, by heading. */
export function readBulkMapping(request: unknown): Readonly<Record<string, string>> {
  if (request === undefined) return {};
  const entries = isRecord(request) ? Object.entries(request) : [];
  const texts = entries.flatMap(([heading, word]) =>
    typeof word === 'string' ? [[heading, word] as const] : [],
  );
  if (isRecord(request) && texts.length === entries.length) return Object.fromEntries(texts);
  throw invalid({ mapping: 'Must be a map from headings to what they say: mapping[Mail]=Tenant email.' });
}

function meaningsByWord(template: BulkTemplate): ReadonlyMap<string, ColumnMeaning> {
  const words = new Map<string, ColumnMeaning>([['ignore', { of: 'ignore' }]]);
  for (const meaning of listMeanings(template).reverse()) {
    if (meaning.of === 'field') words.set(fold(meaning.key), meaning);
    if (meaning.of === 'person' && template.recipients.length === 1) words.set(meaning.property, meaning);
    words.set(fold(writeMeaning(meaning, template)), meaning);
  }
  return words;
}

function meaningOf(word: string, meanings: ReadonlyMap<string, ColumnMeaning>): ColumnMeaning | null {
  const key = /^metadata:(.+)$/su.exec(word.trim())?.[1]?.trim();
  return key === undefined ? (meanings.get(fold(word)) ?? null) : { of: 'metadata', key };
}

function describeUnknown(word: string, template: BulkTemplate): string {
  const example = listMeanings(template)
    .slice(0, 2)
    .map((meaning) => writeMeaning(meaning, template));
  return `“${word.slice(0, 60)}” is nothing of this template. Say ${example.join(', ')}, field:KEY, metadata:KEY, message, tags, deadline, id or ignore.`;
}

/** What a row says of the workflow that is made of it. */
export interface BulkRow {
  recipients: readonly PersonForm[];
  values: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, string>>;
  /** Undefined: as in the template. */
  senderMessage: string | undefined;
  /** Seconds since 1970. */
  expiryDate: number | undefined;
  /** Names of tags of the workspace. */
  tags: readonly string[];
  /** The caller's own key of the row. */
  key: string | null;
}

/** Reads the cells of a row; an empty cell says nothing. */
export function readBulkRow(
  cells: readonly string[],
  { columns, template }: { columns: readonly BulkColumn[]; template: BulkTemplate },
  violations: Violations,
): BulkRow {
  const people = template.recipients.map((): Record<PersonColumn, string> => {
    return { name: '', email: '', phone: '', language: '' };
  });
  const values: Record<string, string> = {};
  const metadata: Record<string, string> = {};
  const plain = { message: '', tags: '', deadline: '', id: '', ignore: '' };
  columns.forEach(({ meaning }, at) => {
    const cell = (cells[at] ?? '').trim();
    if (meaning === null || cell === '') return;
    if (meaning.of === 'person') {
      const person = people[meaning.placeholder];
      if (person) person[meaning.property] = cell;
    } else if (meaning.of === 'field') values[meaning.key] = cell;
    else if (meaning.of === 'metadata') metadata[meaning.key] = cell;
    else plain[meaning.of] = cell;
  });
  if (plain.id.length > LIMITS.metadataValueCharactersMax)
    violations.id = `Must have at most ${LIMITS.metadataValueCharactersMax} characters.`;
  return {
    recipients: people.map((person, index) => readBulkPerson(person, `recipients[${index}]`, violations)),
    values,
    metadata,
    senderMessage: plain.message === '' ? undefined : plain.message,
    expiryDate: plain.deadline === '' ? undefined : readDeadline(plain.deadline, violations),
    tags: plain.tags.split(';').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])),
    key: plain.id === '' ? null : plain.id,
  };
}

function readBulkPerson(
  { phone, language: tag, ...person }: Record<PersonColumn, string>,
  at: string,
  violations: Violations,
): PersonForm {
  const language = SIGNING_LANGUAGES.find((each) => each === tag.toLowerCase());
  if (tag !== '' && !language)
    violations[`${at}[language]`] = `Must be one of ${SIGNING_LANGUAGES.join(', ')}, or empty.`;
  return { ...person, ...(phone === '' ? {} : { phone }), ...(language ? { language } : {}) };
}

/** A day (until its end, UTC), or a date with time (RFC 3339 §5.6). */
function readDeadline(text: string, violations: Violations): number {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i.test(text);
  const ms = isDay || isTime ? Date.parse(isDay ? `${text}T23:59:59Z` : text.replace(' ', 'T')) : Number.NaN;
  // Date.parse takes the 31st of a month of 30 days for the next day.
  const exists = !Number.isNaN(ms) && (!isDay || new Date(ms).toISOString().startsWith(text));
  if (exists) return Math.floor(ms / 1_000);
  violations.deadline = 'Must be a day such as 2027-03-31 (until its end, UTC), or 2027-03-31T18:00+01:00.';
  return 0;
}

/** The heading of the column that a problem of a row is about; null where none is, as for a missing column. */
export function columnOfProblem(path: string, columns: readonly BulkColumn[]): string | null {
  const [, placeholder, property] = /^recipients\[(\d+)\]\[(\w+)\]/.exec(path) ?? [];
  const [, kind, key] = /^(values|metadata)\[(.+)\]$/su.exec(path) ?? [];
  const plain: Readonly<Record<string, string>> = { senderMessage: 'message', expiryDate: 'deadline' };
  const column = columns.find(({ meaning }) => {
    if (meaning === null) return false;
    if (meaning.of === 'person')
      return String(meaning.placeholder) === placeholder && meaning.property === property;
    if (meaning.of === 'field') return kind === 'values' && meaning.key === key;
    if (meaning.of === 'metadata') return kind === 'metadata' && meaning.key === key;
    return meaning.of === (plain[path] ?? path);
  });
  return column?.heading ?? null;
}

/** What a problem is about that no column is about, as a heading would say it: `Tenant email`. */
export function meaningOfProblem(path: string, { recipients }: Pick<BulkTemplate, 'recipients'>): string {
  const [, placeholder, property] = /^recipients\[(\d+)\]\[(\w+)\]$/.exec(path) ?? [];
  const { name } = recipients[Number(placeholder)] ?? {};
  return name === undefined ? path.replace(/^values\[(.+)\]$/su, 'field:$1') : `${name} ${property}`;
}

const TOKEN = /\{\{\s*([^{}]{1,120}?)\s*\}\}/g;

/** What a token such as `{{Tenant.name}}` stands for; null for what is nothing of the template. */
function tokenOf(token: string, { recipients, fields }: BulkTemplate) {
  const [, name, property] = /^(.+)\.(name|email)$/su.exec(token) ?? [];
  const placeholder = recipients.findIndex((each) => each.name === name);
  if (placeholder >= 0) return { placeholder, property: property as 'name' | 'email' };
  if (token === 'row' || token === 'id') return { plain: token } as const;
  const key = token.replace(/^field:/, '');
  return isFieldKey(key) && fields.some(({ rules }) => rules.key === key) ? { key } : null;
}

/** Why a pattern cannot name workflows; null where it can. */
export function findPatternProblem(pattern: string, template: BulkTemplate): string | null {
  const unknown = [...pattern.matchAll(TOKEN)].flatMap(([, token = '']) =>
    tokenOf(token, template) === null ? [token] : [],
  );
  if (unknown.length === 0) return null;
  const [first] = template.recipients;
  return `{{${unknown[0]}}} is nothing of this template. Use {{${first?.name}.name}}, {{${first?.name}.email}}, {{field:KEY}}, {{id}} or {{row}}.`;
}

/** The name of the workflow of a row, cut where names end. */
export function nameBulkRow(
  pattern: string,
  { row, values, recipients, key }: BulkRow & { row: number },
  template: BulkTemplate,
): string {
  const named = pattern.replaceAll(TOKEN, (whole, text: string) => {
    const token = tokenOf(text, template);
    if (token === null) return whole;
    if ('key' in token) return values[token.key] ?? '';
    if ('plain' in token) return token.plain === 'row' ? String(row) : (key ?? '');
    return recipients[token.placeholder]?.[token.property] ?? '';
  });
  return [...named.trim()].slice(0, LIMITS.nameCharactersMax).join('');
}
