import { PdfDocument } from '../pdf/document.ts';
import { readFields } from '../pdf/form-fields.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dictSource } from '../pdf/source-text.ts';
import { isDict } from '../pdf/values.ts';
import type { PdfRefusalCode } from '../pdf-refusal.ts';
import type { ChangeKind } from '../validate/change-kinds.ts';
import { authority } from './level-fixture.ts';
import { type SampleOptions, samplePdf, streamSource } from './sample-pdf.ts';
import { signedIn, withFields } from './signed-pdf.ts';

/** A file made by a published attack on signed PDFs, and the expected verdict. */
export interface HostileRow {
  readonly attack: string;
  readonly made: string;
  readonly file: () => Buffer | Promise<Buffer>;
  readonly says: Verdict;
}

export interface Verdict {
  /** The file is refused, with this code. */
  readonly refused?: PdfRefusalCode;
  /** Expected reason why the signature in field One is broken. */
  readonly broken?: string;
  /** Whether it can only not be judged, rather than be called changed. */
  readonly isUnknown?: boolean;
  /** Expected kinds of changes after the signature in One. */
  readonly kinds?: readonly ChangeKind[];
  /** Whether all of them are permitted; default false. */
  readonly allowed?: boolean;
  /** Whether the file is damaged, and nothing but permitted changes shows in what viewers repair. */
  readonly isDamaged?: boolean;
  /** Fields whose signatures were removed. */
  readonly removed?: readonly string[];
  /** Expected problems of other signatures by field name. */
  readonly verdicts?: Readonly<Record<string, string>>;
}

/** Rows of one kind of attack. */
export const rowsOf =
  (attack: string) =>
  (made: string, says: Verdict, file: HostileRow['file']): HostileRow => ({ attack, made, file, says });

/** The same, of one file each, which is changed in a later revision. */
export const rowsOver =
  (attack: string, file: () => Promise<Buffer>) =>
  (made: string, says: Verdict, ...changes: readonly Change[]): HostileRow => ({
    ...{ attack, made, says },
    file: async () => revise(await file(), ...changes),
  });

/** Object numbers of every victim file. */
export const objectIds = {
  root: 1,
  pages: 2,
  font: 3,
  content: 4,
  info: 5,
  note: 10,
  overlay: 11,
  hidden: 12,
  firstPage: 13,
  secondPage: 14,
} as const;

export const evilContent = streamSource('', Buffer.from('BT /F1 18 Tf 72 700 Td (Pay a million.) Tj ET'));
export const noteField =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /V (ten) /Rect [50 50 150 70] /F 4 >>';

export interface VictimOptions extends SampleOptions {
  readonly docMdp?: 1 | 2 | 3 | null;
  /** Source of /Lock of the field One. */
  readonly lock?: string;
  /** Extra entries of the first page. */
  readonly pageEntries?: string;
  readonly isSignedTwice?: boolean;
  /** Replaces the form field's source. */
  readonly note?: string;
  /** Replaces the unused stream. */
  readonly hidden?: Uint8Array;
  /** The attacker's change before signing; must not change any offset. */
  readonly prepared?: (pdf: Buffer) => Buffer;
}

// One certificate for all files: a value moved between two of them fits the place that it finds.
const ana = authority.signer('Ana');
const ben = authority.signer('Ben');

/** A contract of two pages with a text field, signed by Ana in field One; Two is empty, or signed by Ben. */
export async function victim(options: VictimOptions = {}): Promise<Buffer> {
  const overlay = streamSource(
    '/Type /XObject /Subtype /Form /BBox [0 0 100 100]',
    Buffer.from('0 0 9 9 re f'),
  );
  const unused = streamSource('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', Buffer.from('(Pay) Tj'));
  const hidden = Buffer.from(options.hidden ?? unused);
  const sample = samplePdf({
    pages: 2,
    objects: [options.note ?? noteField, overlay.toString('latin1'), hidden.toString('latin1')],
    ...options,
    catalog: `/AcroForm << /Fields [10 0 R] >> ${options.catalog ?? ''}`,
    page: `/Annots [10 0 R] /Resources << /Font << /F1 3 0 R >> /XObject << /Over 11 0 R >> >>
${options.pageEntries ?? ''}`,
  });
  const original = options.prepared?.(sample) ?? sample;
  let file = withFields(original, 'One', 'Two');
  if (options.lock !== undefined) file = revise(file, changeOf('One', { Lock: options.lock }));
  const { docMdp } = options;
  file = await signedIn(file, 'One', { signer: ana, ...(docMdp === undefined ? {} : { docMdp }) });
  return options.isSignedTwice === true ? signedIn(file, 'Two', { signer: ben }) : file;
}

/** Any file, signed by Ana in a new field One. */
export const signedOnce = (pdf: Buffer): Promise<Buffer> =>
  signedIn(withFields(pdf, 'One'), 'One', { signer: ana });

export type Change = (revision: RevisionWriter, document: PdfDocument) => void;

export function revise(pdf: Buffer, ...changes: readonly Change[]): Buffer {
  const document = new PdfDocument(pdf);
  const revision = new RevisionWriter(document);
  for (const change of changes) change(revision, document);
  return Buffer.concat([pdf, revision.finish()]);
}

export const put =
  (number: number, source: string | Uint8Array, generation = 0): Change =>
  (revision) =>
    revision.put({ kind: 'ref', number, generation }, source);

/** Entries of a dictionary by its object number, or by the name of its field. */
export const changeOf =
  (target: number | string, changes: Record<string, string | null>): Change =>
  (revision, document) => {
    const number = typeof target === 'number' ? target : numberOf(document, target);
    const value = document.object(number)?.value;
    if (!isDict(value)) throw new Error(`There is no dictionary ${target}.`);
    revision.put({ kind: 'ref', number, generation: 0 }, dictSource(value, changes));
  };

export function numberOf(document: PdfDocument, fieldName: string): number {
  const field = readFields(document).find(({ name }) => name === fieldName);
  if (!field) throw new Error(`There is no field ${fieldName}.`);
  return field.ref.number;
}

/** Number of the signature in a field. */
export function signatureOf(pdf: Buffer, fieldName: string): number {
  const field = readFields(new PdfDocument(pdf)).find(({ name }) => name === fieldName);
  const value = field?.dict.entries.get('V');
  if (typeof value !== 'object' || value?.kind !== 'ref') throw new Error(`${fieldName} is not signed.`);
  return value.number;
}

/** Replaces text by text of at most the same length, padded with spaces, so that offsets do not change. */
export function swap(pdf: Buffer, pattern: RegExp, by: (matched: string) => string): Buffer {
  const text = pdf.toString('latin1');
  const match = pattern.exec(text);
  if (!match) throw new Error(`There is no ${pattern} in the file.`);
  const written = by(match[0]).padEnd(match[0].length);
  if (written.length !== match[0].length) throw new Error(`${written} is too long.`);
  return Buffer.from(
    text.slice(0, match.index) + written + text.slice(match.index + match[0].length),
    'latin1',
  );
}

/** Appends raw bytes. */
export function append(pdf: Buffer, text: string | ((at: number) => string)): Buffer {
  return Buffer.concat([pdf, Buffer.from(typeof text === 'string' ? text : text(pdf.length), 'latin1')]);
}

/** A cross-reference table with trailer for objects at known offsets. */
export function tableFor(
  offsets: ReadonlyMap<number, string>,
  { at, trailer }: { readonly at: number; readonly trailer: string },
): string {
  const rows = [...offsets].sort(([one], [other]) => one - other);
  const table = rows.map(([number, entry]) => `${number} 1\n${entry}\n`).join('');
  return `xref\n${table}trailer\n<< ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
}

export const usedAt = (offset: number, generation = 0): string =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n `;
export const freeEntry = '0000000000 00001 f ';

export const startxrefOf = (pdf: Buffer): number => new PdfDocument(pdf).xref.startxref;
/** Of every revision, oldest first: the file, its fields, One, Two. */
export const startxrefsOf = (pdf: Buffer): number[] =>
  [...pdf.toString('latin1').matchAll(/startxref\n(\d+)/g)].map((match) => Number(match[1]));
export const sizeOf = (pdf: Buffer): number => new PdfDocument(pdf).nextNumber;

interface UpdateOptions {
  /** Startxref of the revision before it, when that is not the last. */
  readonly previous?: number;
  readonly free?: readonly number[];
  /** Entries for objects that the update does not hold. */
  readonly offsets?: ReadonlyMap<number, string>;
  readonly root?: string;
  /** Default: the value of the file. */
  readonly size?: number;
}

/** A hand-written incremental update of a file with tables: objects by number, and trailer entries. */
export function update(
  pdf: Buffer,
  objects: Readonly<Record<number, string>>,
  options: UpdateOptions = {},
): Buffer {
  const offsets = new Map<number, string>(options.offsets);
  let body = '\n';
  for (const [number, source] of Object.entries(objects)) {
    offsets.set(Number(number), usedAt(pdf.length + body.length));
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  for (const number of options.free ?? []) offsets.set(number, freeEntry);
  const highest = Math.max(
    options.size ?? sizeOf(pdf),
    ...Object.keys(objects).map((number) => Number(number) + 1),
  );
  const trailer = `/Size ${highest} /Root ${options.root ?? '1 0 R'} /Info 5 0 R /Prev ${options.previous ?? startxrefOf(pdf)}`;
  return append(pdf, body + tableFor(offsets, { at: pdf.length + body.length, trailer }));
}
