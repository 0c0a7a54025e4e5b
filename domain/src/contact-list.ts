import { assertPresent } from './assert.ts';
import { NO_CONTACT, readContact, SIGNING_LANGUAGES, type SigningLanguage } from './identification.ts';
import { emailKey, isEmail, readPerson } from './recipient.ts';
import type { Violations } from './refusal.ts';

/** A person of a list, as the text names them; empty where it does not. */
export interface ListedPerson {
  /** The row of the text, from 1; a row may have several lines between quotes. */
  row: number;
  name: string;
  email: string;
  phone: string;
  language: string;
  /** What stands in a column whose meaning is not known. */
  unknown: string;
}

export interface ContactEntry {
  name: string;
  email: string;
  emailKey: string;
  phone: string | null;
  language: SigningLanguage | null;
}

type Column = 'name' | 'firstName' | 'lastName' | 'email' | 'phone' | 'language';

/** The words by which spreadsheets and mail programs name their columns, folded. */
const HEADS: Readonly<Record<Column, readonly string[]>> = {
  firstName: ['firstname', 'givenname', 'vorname', 'prenom', 'nombredepila'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'nomdefamille', 'apellido', 'apellidos'],
  name: ['name', 'fullname', 'displayname', 'nom', 'nombre', 'الاسم'],
  email: ['email', 'emailaddress', 'mail', 'mailadresse', 'emailadresse', 'courriel'].concat([
    'adresseemail',
    'adressemail',
    'correo',
    'correoelectronico',
    'email1value',
    'البريدالإلكتروني',
  ]),
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'telephone', 'telefon', 'telefono', 'الهاتف'],
  language: ['language', 'langue', 'sprache', 'idioma', 'اللغة'],
};

/**
 * Reads a pasted or saved list of people: rows of a spreadsheet or CSV (RFC 4180; comma, semicolon or tab), with or
 * without a row of headings, or addresses as a mail program writes them (RFC 5322 §3.4): `Ann <ann@example.com>; …`.
 */
export function readPeopleText(text: string): ListedPerson[] {
  const plain = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  // Bounded, so that no text takes more than linear time.
  return /<[^<>\s]{1,64}@[^<>\s]{1,255}>/.test(plain) ? readAddressList(plain) : readRows(plain);
}

/** What of a list could be taken over as it is: without what has no address. */
export function isPeopleList(people: readonly ListedPerson[]): boolean {
  return people.length > 0 && people.every(({ email }) => isEmail(email));
}

/** Checks the people of a list as contacts; a problem is named by its row: `rows[3][email]`. */
export function readContactList(people: readonly ListedPerson[], violations: Violations): ContactEntry[] {
  const rows = new Map<string, number>();
  return people.map((person) => {
    const at = `rows[${person.row}]`;
    const entry = readContactEntry({ ...person, at }, violations);
    const before = rows.get(entry.emailKey);
    if (before !== undefined && entry.emailKey !== '')
      violations[`${at}[email]`] ??= `Row ${before} has this address; name it once.`;
    rows.set(entry.emailKey, before ?? person.row);
    if (person.unknown !== '') {
      violations[at] =
        'Has a column that is not understood. Give the columns headings: name, email, phone, language.';
    }
    return entry;
  });
}

interface ContactInput {
  name: string;
  email: string;
  phone?: string | null | undefined;
  language?: string | null | undefined;
  /** Where it stands; empty for a request that is about this contact alone. */
  at: string;
}

/** Checks one contact; its problems are named by property, under `at` where there is one. */
export function readContactEntry({ at, ...input }: ContactInput, violations: Violations): ContactEntry {
  const found: Violations = {};
  const { name, email } = readPerson({ name: input.name, email: input.email }, at, found);
  const { phone } = readContact({ phone: input.phone ?? '' }, at, { before: NO_CONTACT, violations: found });
  const tag = input.language?.trim().toLowerCase() ?? '';
  const language = SIGNING_LANGUAGES.find((each) => each === tag) ?? null;
  if (tag !== '' && language === null)
    found[`${at}[language]`] = `Must be one of ${SIGNING_LANGUAGES.join(', ')}, or empty.`;
  for (const [path, sentence] of Object.entries(found)) {
    const key = at === '' ? path.replaceAll(/[[\]]/g, '') : path;
    violations[key] = sentence.replace("the recipient's", 'the');
  }
  return { name, email, emailKey: emailKey(email), phone, language };
}

const NOBODY = { name: '', email: '', phone: '', language: '', unknown: '' };

/** Addresses are apart where a semicolon, comma or line ends one, outside of quotes, brackets and comments. */
function readAddressList(text: string): ListedPerson[] {
  const entries = text.match(/(?:"(?:\\.|[^"\\\n]){0,250}"|<[^<>\n]*>|[^;,\n"<]|["<])+/g) ?? [];
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index) => {
      const [, before = '', email = entry] = /^(.*?)<([^<>]*)>$/su.exec(entry) ?? [];
      const quoted = /^"(.*)"$/su.exec(before.trim())?.[1];
      const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? before;
      return { ...NOBODY, row: index + 1, name: name.trim(), email: email.trim() };
    });
}

function readRows(text: string): ListedPerson[] {
  const records = splitRecords(text)
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const heads = records[0]?.cells.map(headOf) ?? [];
  const hasHeads = heads.includes('email') && !records[0]?.cells.some((cell) => cell.includes('@'));
  if (hasHeads)
    return records.slice(1).map(({ row, cells }) => personOf(row, cells, (_cell, at) => heads[at]));
  const emailAt = records.flatMap(({ cells }) => cells.findIndex((cell) => cell.includes('@')));
  const at = emailAt.find((index) => index >= 0) ?? 1;
  return records.map(({ row, cells }) => personOf(row, cells, guessFor(cells, at)));
}

/** Without headings, what a cell is follows from what stands in it; the first of the others is the name. */
function guessFor(
  cells: readonly string[],
  emailAt: number,
): (cell: string, at: number) => Column | undefined {
  const isLanguage = (cell: string) => SIGNING_LANGUAGES.some((each) => each === cell.toLowerCase());
  const kindOf = (cell: string): Column | null => {
    if (/^\+[\d\s().\-/]+$/.test(cell)) return 'phone';
    return isLanguage(cell) ? 'language' : null;
  };
  const nameAt = cells.findIndex((cell, at) => at !== emailAt && kindOf(cell) === null);
  return (cell, at) => {
    if (at === emailAt) return 'email';
    return at === nameAt ? 'name' : (kindOf(cell) ?? undefined);
  };
}

function personOf(
  row: number,
  cells: readonly string[],
  columnOf: (cell: string, at: number) => Column | null | undefined,
): ListedPerson {
  const of: Record<Column | 'unknown', string> = { ...NOBODY, firstName: '', lastName: '' };
  // A heading that is not known says what its column is to others: it is left out, and not a problem.
  cells.forEach((cell, at) => {
    const column = columnOf(cell, at);
    if (column !== null) of[column ?? 'unknown'] ||= cell;
  });
  const name = of.name || [of.firstName, of.lastName].filter((each) => each !== '').join(' ');
  return { row, name, email: of.email, phone: of.phone, language: of.language, unknown: of.unknown };
}

/** Null for a heading that means something else. */
function headOf(cell: string): Column | null {
  const word = cell
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const columns = Object.keys(HEADS) as Column[];
  return columns.find((column) => HEADS[column].includes(word)) ?? null;
}

/** RFC 4180 §2, with the separator that the first line has outside of quotes: tab, semicolon or comma. */
function splitRecords(text: string): string[][] {
  const [firstLine = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  const separator = ['\t', ';', ','].find((each) => firstLine.includes(each)) ?? ',';
  const records: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const record = assertPresent(records.at(-1), 'a record');
    const { cell, end } = readCell(text, at, separator);
    record.push(cell);
    if (end >= text.length) break;
    if (text[end] === '\n') records.push([]);
    at = end + 1;
  }
  return records;
}

/** A cell, and where it ends: at a separator, the end of the line, or that of the text. */
function readCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let at = start;
  let quoted = '';
  if (text[at] === '"') {
    at += 1;
    while (at < text.length) {
      if (text[at] === '"' && text[at + 1] !== '"') break;
      if (text[at] === '"') at += 1;
      quoted += text[at];
      at += 1;
    }
    at += 1;
  }
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { cell: quoted + text.slice(at, end), end };
}
