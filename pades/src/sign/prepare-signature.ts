import { layOutAppearance, type SignatureAppearance } from '../appearance/signature-appearance.ts';
import { uprightForm } from '../appearance/upright-form.ts';
import { buildSignedAttributes } from '../cms/build-cms.ts';
import { Painter } from '../drawing/drawing.ts';
import type { PageGeometry } from '../geometry.ts';
import { type DocMdpLevel, docMdpLevelOf } from '../pdf/doc-mdp.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { fieldLocks, lockedNames } from '../pdf/field-locks.ts';
import { type FormField, type FormWidget, readFields } from '../pdf/form-fields.ts';
import { findPage, inheritedEntry, pageInfo, rectOf } from '../pdf/pages.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { dateSource, dictSource, entriesSource, refSource, valueSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import { isDict, isRef, type PdfDict, type PdfRef } from '../pdf/values.ts';
import { WidgetPages } from '../pdf/widget-pages.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type FieldFill, fillFields } from '../write/fill-fields.ts';
import { writeCatalogueChanges } from '../write/form-changes.ts';
import {
  contentsSource,
  fillByteRange,
  type HashedDocument,
  type PreparedContents,
  placeholderSize,
} from './contents-placeholder.ts';

export interface SignatureOptions {
  /** Fully qualified name of an empty signature field of the file. */
  readonly fieldName: string;
  /** Visible appearance; null for an invisible signature. */
  readonly appearance: SignatureAppearance | null;
  /** /Reason */
  readonly reason?: string;
  /** /Name: the signer's name. */
  readonly name: string;
  /**
   * Text entries of the signature dictionary for private use; each name begins with XX (ISO 32000-1 Annex E).
   * The signature covers them.
   */
  readonly privateEntries?: Readonly<Record<string, string>>;
  /** SHA-256 of what the signer was shown and answered, for a signed attribute of our own. */
  readonly contentHash?: Uint8Array;
  /** /M: the claimed time. */
  readonly signingTime: Date;
  /**
   * Values for other fields, written in the same update. Every field that the signature locks then has appearance
   * objects of this update, also those without a value: validators count older ones as changed later.
   */
  readonly answers?: readonly FieldFill[];
  /**
   * Certifies the file and permits 1 no change, 2 filling and signing, 3 annotating too (ISO 32000-1 Table 254).
   * null does not certify. Default: 2 for the first signature of the file, null for others.
   */
  readonly docMdp?: DocMdpLevel | null;
  /** Capacity for the CMS in bytes; `prepare` alone knows no signer: default 16,384. A larger CMS is refused. */
  readonly contentsBytes?: number;
}

/** A signature without its CMS. Plain data: it can be stored and finished hours later. */
export interface PreparedSignature extends PreparedContents {
  /** DER SET (tag 0x31): the input of `Signer.sign`. */
  readonly signedAttributes: Uint8Array;
}

export interface PreparationContext extends HashedDocument {
  /** DER certificate of the signer. */
  readonly certificate: Uint8Array;
}

/** Writes the incremental update of a signature without its CMS. */
export function writeSignature(context: PreparationContext, options: SignatureOptions): PreparedSignature {
  const { document } = context;
  const contentsBytes = placeholderSize(options.contentsBytes);
  const { field, widget, level, lock } = chooseField(document, options);
  const revision = new RevisionWriter(document);
  const painter = new Painter(revision);
  const signature = revision.allocate();
  const references = signatureReferences(document, lock, level);
  writeAnswers({ revision, painter }, lock, options.answers ?? []);
  writeField({ revision, painter }, { field, widget, signature, appearance: options.appearance });
  painter.finish();
  writeCatalogueChanges(revision, {
    fields: [],
    ...(level === null ? {} : { permissions: permissionsSource(document, signature) }),
  });
  const body = contentsSource({
    type: 'Sig',
    subFilter: 'ETSI.CAdES.detached',
    contentsBytes,
    entries: signatureEntries(options, references),
  });
  const start = revision.put(signature, body.source);
  const prepared = fillByteRange(context, { update: revision.finish(), start, body });
  const { contentHash } = options;
  const signedAttributes = buildSignedAttributes(
    prepared.digest,
    context.certificate,
    contentHash ? { contentHash } : {},
  );
  return { ...prepared, signedAttributes };
}

interface Choice {
  readonly field: FormField;
  readonly widget: FormWidget;
  /** The level to certify with, or null for an approval signature. */
  readonly level: DocMdpLevel | null;
  /** /Lock: the fields that the signature locks. */
  readonly lock: PdfDict | null;
}

function chooseField(document: PdfDocument, { fieldName, docMdp }: SignatureOptions): Choice {
  if (document.isEncrypted)
    throw new PdfRefusal('encrypted', 'An encrypted file cannot be signed; save it without protection.');
  const fields = readFields(document);
  const field = fields.find(({ name }) => name === fieldName);
  const widget = field?.widgets[0];
  if (field?.type !== 'Sig' || !widget || field.widgets.length !== 1)
    throw new PdfRefusal(
      'field',
      `The file has no signature field named ${fieldName}; prepare it first.`,
      fieldName,
    );
  const isFilled = ({ dict }: FormField): boolean => isDict(document.resolve(dict.entries.get('V')));
  if (isFilled(field)) throw new PdfRefusal('field', `The field ${fieldName} is signed already.`, fieldName);
  if (docMdpLevelOf(document) === 1)
    throw new PdfRefusal('certified', 'The file is certified so that nothing may be added to it.');
  const isFirst = !fields.some((other) => other.type === 'Sig' && isFilled(other));
  if (!isFirst && docMdp !== undefined && docMdp !== null)
    throw new PdfRefusal('certified', 'Only the first signature of a file can certify it.', 'docMdp');
  const level = docMdp === undefined ? (isFirst ? 2 : null) : docMdp;
  const lock = document.dict(field.dict, 'Lock') ?? document.dict(widget.dict, 'Lock');
  return { field, widget, level, lock };
}

interface Paper {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
}

/** @throws PdfRefusal `certified` for an answer in a field that an earlier signature locked */
function writeAnswers(paper: Paper, lock: PdfDict | null, answers: readonly FieldFill[]): void {
  if (!lock && answers.length === 0) return;
  const { document } = paper.revision;
  const locks = fieldLocks(document, readFields(document));
  const lockOn = (name: string) => locks.find(({ holds }) => holds(name));
  for (const { name } of answers) {
    const earlier = lockOn(name);
    if (earlier)
      throw new PdfRefusal(
        'certified',
        `The signature in ${earlier.signedField} locked the field ${name}.`,
        name,
      );
  }
  const isLocked = lock ? lockedNames(document, lock) : () => false;
  fillFields({ ...paper, isRenewed: (name) => isLocked(name) && !lockOn(name) }, answers);
}

/** /Reference: the certification (DocMDP) and the locked fields of /Lock (FieldMDP, ISO 32000-1 §12.8.2). */
function signatureReferences(
  document: PdfDocument,
  lock: PdfDict | null,
  level: DocMdpLevel | null,
): string[] {
  const references: string[] = [];
  if (level !== null)
    references.push(
      `<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${level} /V /1.2 >> >>`,
    );
  if (lock) {
    const parameters = ['Action', 'Fields']
      .filter((key) => lock.entries.has(key))
      .map((key) => `/${key} ${valueSource(document.resolve(lock.entries.get(key)))}`);
    references.push(
      `<< /Type /SigRef /TransformMethod /FieldMDP /Data ${refSource(document.root.ref)}
/TransformParams << /Type /TransformParams /V /1.2 ${parameters.join(' ')} >> >>`,
    );
  }
  return references;
}

function permissionsSource(document: PdfDocument, signature: PdfRef): string {
  const permissions = document.dict(document.root.dict, 'Perms');
  const otherPermissions = permissions
    ? entriesSource({
        ...permissions,
        spans: new Map([...permissions.spans].filter(([key]) => key !== 'DocMDP')),
      })
    : '';
  return `<< ${otherPermissions} /DocMDP ${refSource(signature)} >>`;
}

interface FieldWrite {
  readonly field: FormField;
  readonly widget: FormWidget;
  readonly signature: PdfRef;
  readonly appearance: SignatureAppearance | null;
}

function writeField(
  { revision, painter }: Paper,
  { field, widget, signature, appearance }: FieldWrite,
): void {
  const isMerged = field.ref.number === widget.ref.number;
  const value = { V: refSource(signature) };
  const look = appearanceEntry({ revision, painter }, widget, appearance);
  if (isMerged) revision.put(field.ref, dictSource(field.dict, { ...value, ...look }));
  else {
    revision.put(field.ref, dictSource(field.dict, value));
    // /V belongs to the field (ISO 32000-2 §12.7.4.1), but poppler and MuPDF read it from the widget only.
    revision.put(widget.ref, dictSource(widget.dict, { ...value, ...look }));
  }
}

function appearanceEntry(
  { revision, painter }: Paper,
  widget: FormWidget,
  appearance: SignatureAppearance | null,
): Record<string, string> {
  const { document } = revision;
  const rect = rectOf(document, widget.dict.entries.get('Rect'));
  if (appearance === null || rect === null || rect[2] === rect[0] || rect[3] === rect[1]) return {};
  const size = uprightForm(rect, rotationOf(document, widget));
  const form = painter.form(layOutAppearance(appearance, size), size);
  return { AP: `<< /N ${refSource(form)} >>` };
}

function rotationOf(document: PdfDocument, widget: FormWidget): PageGeometry['rotate'] {
  const page = widget.dict.entries.get('P');
  const dict = document.resolve(page);
  if (isRef(page) && isDict(dict) && inheritedEntry(document, dict, 'MediaBox') !== null)
    return pageInfo(document, { ref: page, dict }, 0).rotate;
  const index = new WidgetPages(document).pageOf(widget.ref.number, widget.dict);
  return index === null ? 0 : pageInfo(document, findPage(document, index), index).rotate;
}

function signatureEntries(options: SignatureOptions, references: readonly string[]): string {
  const reason = options.reason === undefined ? '' : `/Reason ${encodeTextString(options.reason)}\n`;
  const reference = references.length === 0 ? '' : `/Reference [${references.join('\n')}]\n`;
  const name = `/Name ${encodeTextString(options.name)}`;
  const privateEntries = Object.entries(options.privateEntries ?? {}).map(([key, value]) => {
    if (!PRIVATE_KEY.test(key))
      throw new PdfRefusal('argument', `The private entry "${key}" must be named XX and letters.`, key);
    return `/${key} ${encodeTextString(value)}\n`;
  });
  return `/M ${dateSource(options.signingTime)}\n${name}\n${reason}${privateEntries.join('')}${reference}`;
}

const PRIVATE_KEY = /^XX[A-Za-z]{1,60}$/;
