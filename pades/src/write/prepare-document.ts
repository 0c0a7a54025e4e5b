import { uprightForm } from '../appearance/upright-form.ts';
import type { PdfInput } from '../byte-source.ts';
import { type DrawOperation, Painter } from '../drawing/drawing.ts';
import { FORM_FONT } from '../font/form-font.ts';
import type { FontFiles } from '../font/typeface.ts';
import { displayedRectToUser, type PageGeometry, type PdfRect } from '../geometry.ts';
import type { Limits } from '../limits.ts';
import { docMdpLevelOf } from '../pdf/doc-mdp.ts';
import { PdfDocument } from '../pdf/document.ts';
import { type FormField, formOf, readFields } from '../pdf/form-fields.ts';
import { countPages, findPage, type PageNode, pageInfo, pageTreeRoot, walkPages } from '../pdf/pages.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, numberSource, refSource } from '../pdf/source-text.ts';
import { isArray, isDict, isInteger, isRef, type PdfRef, type PdfValue } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type FieldFill, fillFields } from './fill-fields.ts';
import { FlatTags } from './flat-tags.ts';
import { Flattening, type FormFlattening } from './flatten.ts';
import { writeCatalogueChanges } from './form-changes.ts';
import { FieldWriter, lockSource, type NewFormField, type NewSignatureField } from './new-form-fields.ts';
import { type PageOverlay, writePageChanges } from './page-changes.ts';
import type { PlacedRect, Placement } from './placement.ts';
import { layOutStamp, type Stamp } from './stamp.ts';
import { StructureTags } from './structure-tags.ts';

/** A page to append. */
export interface AddedPage {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly content: readonly DrawOperation[];
}

export interface PrepareOptions {
  /** An existing empty signature field of the same name is reused at its place. */
  readonly signatureFields?: readonly NewSignatureField[];
  readonly formFields?: readonly NewFormField[];
  readonly stamps?: readonly (Placement & Stamp)[];
  /** Placements may use them: page indices continue after the file's last page. */
  readonly addedPages?: readonly AddedPage[];
  /** Values for existing fields. */
  readonly fill?: readonly FieldFill[];
  /**
   * Flattens all other fields and all annotations except links, so that no page can change later. Hidden ones are
   * removed without being painted.
   */
  readonly flatten?: boolean;
  /**
   * Makes the form of the file part of its pages: paints every field except signature fields into them and removes it.
   * Other annotations stay. A file that is signed already keeps its form, because changes would break its signatures.
   */
  readonly flattenForm?: FormFlattening | undefined;
  /**
   * Makes all annotations other than fields part of their pages, as a screen shows them. Links and empty signature
   * fields stay, without frame and appearance. The form stays as it is.
   */
  readonly flattenAnnotations?: boolean;
  /** Characters that the form embeds once for the texts of later signatures, which embed further ones themselves. */
  readonly formText?: { readonly font: FontFiles; readonly characters: string } | undefined;
  readonly limits?: Limits;
}

/**
 * Prepares a file before the first signature in one incremental update: field values, flattening, new pages, stamps,
 * signature fields and form fields. Widgets of a tagged file get a structure element, and /NeedAppearances is removed.
 * A file that is signed already gets signature fields alone: nothing that its signatures cover is written anew but the
 * lists of fields and annotations (ISO 32000-2 §12.8.2.2).
 * @returns the bytes to append; empty when there is nothing to do.
 * @throws PdfRefusal `certified` when the file is already signed and the changes would break its signatures.
 */
export function prepareDocument(input: PdfInput, options: PrepareOptions): Uint8Array {
  return prepareUpdate(input, options).update;
}

export interface PreparedUpdate {
  /** The bytes to append; empty when there is nothing to do. */
  readonly update: Uint8Array;
  /** Whether the file carries a signature or a document timestamp already. */
  readonly isSigned: boolean;
}

/** As `prepareDocument`; says as well whether what follows comes after signatures of others. */
export function prepareUpdate(input: PdfInput, options: PrepareOptions): PreparedUpdate {
  const document = new PdfDocument(input, options.limits ? { limits: options.limits } : {});
  if (document.isEncrypted)
    throw new PdfRefusal('encrypted', 'An encrypted file cannot be prepared; save it without protection.');
  const fields = readFields(document);
  const isSigned = fields.some((field) => isFilled(document, field));
  const work = workOf({ document, fields, isSigned }, options);
  return { update: work === null ? new Uint8Array() : new Preparation(document).run(work), isSigned };
}

interface ReadForm {
  readonly document: PdfDocument;
  readonly fields: readonly FormField[];
  readonly isSigned: boolean;
}

interface LockedField {
  readonly field: FormField;
  readonly locks: readonly string[];
}

/** Null when there is nothing to do. */
function workOf({ document, fields, isSigned }: ReadForm, options: PrepareOptions): Work | null {
  const { stamps = [], addedPages = [], fill = [], formFields = [], flatten = false } = options;
  const { flattenAnnotations = false } = options;
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const signatureFields: NewSignatureField[] = [];
  const locked: LockedField[] = [];
  for (const wanted of options.signatureFields ?? []) {
    const existing = fieldsByName.get(wanted.name);
    if (!existing) signatureFields.push(wanted);
    else if (existing.type !== 'Sig' || isFilled(document, existing))
      throw new PdfRefusal(
        'field',
        `The form has another field named ${wanted.name}; choose another name.`,
        wanted.name,
      );
    else if (wanted.locks) locked.push({ field: existing, locks: wanted.locks });
  }
  const taken = formFields.find(({ name }) => fieldsByName.has(name));
  if (taken) throw new PdfRefusal('field', `The form has a field named ${taken.name} already.`, taken.name);
  const hasFields = [...fieldsByName.values()].some(({ type }) => type !== 'Sig');
  const flattenForm = isSigned || !hasFields ? undefined : options.flattenForm;
  const isFlattened = flatten || flattenAnnotations || flattenForm !== undefined;
  const changed =
    stamps.length +
    addedPages.length +
    fill.length +
    formFields.length +
    locked.length +
    (isFlattened ? 1 : 0);
  const isAppearanceOpen =
    !isSigned && !flattenAnnotations && formOf(document)?.entries.has('NeedAppearances') === true;
  const hasRequest = changed > 0 || (options.signatureFields ?? []).length > 0;
  if (!hasRequest || (signatureFields.length + changed === 0 && !isAppearanceOpen)) return null;
  if (isSigned && (changed > 0 || docMdpLevelOf(document) !== null))
    throw new PdfRefusal(
      'certified',
      'The file is signed already; pages, stamps and fields cannot be added to it.',
    );
  checkNames([...signatureFields, ...formFields]);
  checkLocks(
    options.signatureFields ?? [],
    new Set([...formFields.map(({ name }) => name), ...fieldsByName.keys()]),
  );
  // The structure and the resources of a signed file belong to what was signed.
  const formText = isSigned ? undefined : options.formText;
  const form = { flatten, flattenForm, flattenAnnotations, isAppearanceOpen, formText, isSigned };
  return { signatureFields, locked, formFields, stamps, addedPages, fill, ...form };
}

function isFilled(document: PdfDocument, { type, dict }: FormField): boolean {
  return type === 'Sig' && isDict(document.resolve(dict.entries.get('V')));
}

function checkLocks(fields: readonly NewSignatureField[], names: ReadonlySet<string>): void {
  for (const { name, locks = [] } of fields) {
    const missing = locks.find((locked) => !names.has(locked));
    if (missing !== undefined)
      throw new PdfRefusal(
        'field',
        `The signature field ${name} locks ${missing}, which is no field of the file; add it to formFields.`,
        missing,
      );
  }
}

function checkNames(fields: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of fields) {
    if (name === '' || name.includes('.') || names.has(name))
      throw new PdfRefusal(
        'argument',
        `The field name "${name}" is empty, contains a full stop or occurs twice.`,
        name,
      );
    names.add(name);
  }
}

type Work = Required<Omit<PrepareOptions, 'limits' | 'flattenForm' | 'formText'>> & {
  readonly flattenForm: FormFlattening | undefined;
  readonly formText: PrepareOptions['formText'];
  readonly isSigned: boolean;
  /** Existing signature fields that get a lock. */
  readonly locked: readonly LockedField[];
  /** Whether viewers may replace the appearances of the form by their own (/NeedAppearances). */
  readonly isAppearanceOpen: boolean;
};

interface TargetPage {
  readonly ref: PdfRef;
  readonly geometry: PageGeometry;
  /** The existing page; null for a new one. */
  readonly node: PageNode | null;
  readonly annotations: PdfRef[];
  readonly overlays: PageOverlay[];
  /** Annotations to keep; null for all. */
  remaining: readonly PdfValue[] | null;
}

class Preparation {
  readonly #document: PdfDocument;
  readonly #revision: RevisionWriter;
  readonly #painter: Painter;
  readonly #pageCount: number;
  readonly #targets = new Map<number, TargetPage>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#revision = new RevisionWriter(document);
    this.#painter = new Painter(this.#revision);
    this.#pageCount = countPages(document);
  }

  run(work: Work): Uint8Array {
    const { signatureFields, locked, formFields, stamps, addedPages, isAppearanceOpen } = work;
    const revision = this.#revision;
    const tags = new StructureTags(revision, { isFinal: work.isSigned });
    const remaining = this.#flatten(work, tags);
    for (const [index, page] of addedPages.entries())
      this.#targets.set(this.#pageCount + index, this.#addedTarget(page));
    const writer = new FieldWriter({
      revision,
      painter: this.#painter,
      tags,
      toRect: (placement) => this.#placeWidget(placement),
    });
    const signatures = signatureFields.map((field) => ({ ref: revision.allocate(), field }));
    const inputs = formFields.map((field) => ({ ref: revision.allocate(), field }));
    const { formText } = work;
    if (formText) writer.fonts.set(FORM_FONT, this.#painter.embed(formText.font, formText.characters));
    for (const { ref, field } of signatures) writer.addSignatureField(ref, field);
    for (const { ref, field } of inputs) writer.addFormField(ref, field);
    for (const { field, locks } of locked)
      revision.put(field.ref, dictSource(field.dict, { Lock: lockSource(locks) }));
    for (const stamp of stamps) this.#addStamp(stamp);
    for (const target of this.#targets.values())
      if (target.node) writePageChanges(revision, target.node, { ...target, isTagged: tags.isTagged });
    tags.finish();
    if (addedPages.length > 0) this.#writeAddedPages(addedPages);
    this.#painter.finish();
    const fields = [...signatures, ...inputs].map(({ ref }) => ref);
    if (fields.length > 0 || remaining || isAppearanceOpen)
      writeCatalogueChanges(revision, {
        fields,
        ...(remaining ? { remaining } : {}),
        fonts: writer.fonts,
        isAppearanceFinal: isAppearanceOpen,
      });
    return revision.hasObjects ? revision.finish() : new Uint8Array();
  }

  /** Fills, and flattens below the stamps; returns the fields to keep, or null when none is removed. */
  #flatten(
    { fill, flatten, flattenForm, flattenAnnotations }: Work,
    structure: StructureTags,
  ): readonly PdfValue[] | null {
    const [revision, painter] = [this.#revision, this.#painter];
    const isFlattened = flatten || flattenAnnotations || flattenForm !== undefined;
    const looks = fillFields({ revision, painter, isFlattened }, fill);
    if (!isFlattened) return null;
    const tags = new FlatTags(revision, structure);
    const form = flatten ? null : (flattenForm ?? null);
    const scope = flatten ? 'all' : form ? 'form' : 'annotations';
    const flattening = new Flattening({ revision, painter, looks, scope, form, tags });
    let index = 0;
    for (const node of walkPages(this.#document)) {
      const flat = flattening.page(node, index);
      if (flat) {
        const target = this.#target(index);
        target.overlays.push(...flat.overlays);
        target.remaining = flat.remaining;
      }
      index += 1;
    }
    tags.finish();
    if (scope === 'annotations') return null;
    return readFields(this.#document).some(({ type }) => type !== 'Sig') ? flattening.fields() : null;
  }

  #placeWidget(placement: Placement): PlacedRect {
    const { target, rect } = this.#place(placement);
    const { ref, geometry, annotations } = target;
    return { page: ref, rect, rotate: geometry.rotate, annotations };
  }

  #addStamp(stamp: Placement & Stamp): void {
    const { target, rect } = this.#place(stamp);
    const size = uprightForm(rect, target.geometry.rotate);
    const form = this.#painter.form(layOutStamp(stamp, size), size);
    target.overlays.push({ form, matrix: [1, 0, 0, 1, rect[0], rect[1]] });
  }

  #place(placement: Placement): { target: TargetPage; rect: PdfRect } {
    const target = this.#target(placement.page);
    const rect =
      'rect' in placement ? placement.rect : displayedRectToUser(target.geometry, placement.displayed);
    if (!rect.every(Number.isFinite) || rect[2] < rect[0] || rect[3] < rect[1])
      throw new PdfRefusal('argument', 'rect must be left, bottom, right and top, in points.', 'rect');
    return { target, rect };
  }

  #target(index: number): TargetPage {
    const cached = this.#targets.get(index);
    if (cached) return cached;
    const node = findPage(this.#document, index);
    const geometry = pageInfo(this.#document, node, index);
    const target = { ref: node.ref, geometry, node, annotations: [], overlays: [], remaining: null };
    this.#targets.set(index, target);
    return target;
  }

  #addedTarget({ width, height }: AddedPage): TargetPage {
    const side = this.#document.limits.pageSidePoints;
    if (!(width > 0 && height > 0 && width <= side && height <= side))
      throw new PdfRefusal('argument', `An added page must measure from 1 to ${side} points.`, 'addedPages');
    const geometry = { cropBox: [0, 0, width, height] as const, rotate: 0 as const };
    return {
      ref: this.#revision.allocate(),
      geometry,
      node: null,
      annotations: [],
      overlays: [],
      remaining: null,
    };
  }

  #writeAddedPages(added: readonly AddedPage[]): void {
    const root = pageTreeRoot(this.#document);
    const refs: string[] = [];
    for (const [index, page] of added.entries()) {
      const target = this.#target(this.#pageCount + index);
      const overlay = this.#overlayOfAdded(target);
      const { content, resources } = this.#painter.paint(page.content, overlay.forms);
      const stream = this.#revision.addStream('', Buffer.from(`${content}\n${overlay.content}`, 'latin1'));
      const box = `[0 0 ${numberSource(page.width)} ${numberSource(page.height)}]`;
      this.#revision.put(
        target.ref,
        `<< /Type /Page /Parent ${refSource(root.ref)} /MediaBox ${box} /CropBox ${box} /Rotate 0
/Resources ${resources} /Contents ${refSource(stream)} /Annots [${target.annotations.map(refSource).join(' ')}] >>`,
      );
      refs.push(refSource(target.ref));
    }
    this.#extendPageTree(refs);
  }

  #overlayOfAdded({ overlays }: TargetPage): { forms: string; content: string } {
    const forms = overlays.map(({ form }, index) => `/Paraph${index + 1} ${refSource(form)}`);
    const content = overlays.map(({ matrix }, index) => {
      const transform = `${matrix.map(numberSource).join(' ')} cm`;
      return `q ${transform} /Paraph${index + 1} Do Q`;
    });
    return { forms: forms.join(' '), content: content.join('\n') };
  }

  #extendPageTree(added: readonly string[]): void {
    const { ref, dict } = pageTreeRoot(this.#document);
    const kidsValue = dict.entries.get('Kids');
    const kids = this.#document.resolve(kidsValue);
    const count = this.#document.resolve(dict.entries.get('Count'));
    if (!isArray(kids) || !isInteger(count))
      throw new PdfRefusal('page', 'The file is damaged: its page tree has no list.');
    const source = arraySource(kids, added);
    const changes: Record<string, string> = { Count: String(count + added.length) };
    if (isRef(kidsValue)) this.#revision.put(kidsValue, source);
    else changes.Kids = source;
    this.#revision.put(ref, dictSource(dict, changes));
  }
}
