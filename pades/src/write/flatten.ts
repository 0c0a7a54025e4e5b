import type { Matrix } from '../drawing/drawing.ts';
import type { PdfRect } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { formOf, readFields } from '../pdf/form-fields.ts';
import { type PageNode, rectOf } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import {
  arraySource,
  dictSource,
  numberSource,
  rectSource,
  refSource,
  valueSource,
} from '../pdf/source-text.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfStream,
  type PdfValue,
} from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { copyStream } from './copy-appearance.ts';
import type { FilledAppearance } from './fill-fields.ts';
import type { PageOverlay } from './page-changes.ts';

/** Appearances of filled widgets by object number. */
export type FilledAppearances = ReadonlyMap<number, FilledAppearance>;

export interface FlatPage {
  readonly overlays: readonly PageOverlay[];
  /** Elements of /Annots that stay. */
  readonly kept: readonly PdfValue[];
}

/** Hidden and NoView (ISO 32000-1 Table 165). */
const UNSEEN = 2 | 32;
/** Annotations to keep: they do not change the page. */
const STAYS: ReadonlySet<string> = new Set(['Link']);
/** Viewers draw their own icon for these. */
const ICONS: ReadonlySet<string> = new Set(['Text', 'Popup', 'FileAttachment', 'Sound']);

/**
 * Flattens a page: paints the appearance of every field except signature fields and of every annotation except links
 * into the page, and removes them. Hidden ones are removed without being painted.
 */
export class Flattening {
  readonly #document: PdfDocument;
  readonly #revision: RevisionWriter;
  readonly #looks: FilledAppearances;
  readonly #signatureWidgets: ReadonlySet<number>;

  constructor(revision: RevisionWriter, looks: FilledAppearances) {
    this.#document = revision.document;
    this.#revision = revision;
    this.#looks = looks;
    const signatures = readFields(this.#document).filter(({ type }) => type === 'Sig');
    this.#signatureWidgets = new Set(
      signatures.flatMap(({ widgets }) => widgets.map(({ ref }) => ref.number)),
    );
  }

  /** Null when the page has nothing to flatten. */
  page({ dict }: PageNode, index: number): FlatPage | null {
    const list = this.#document.resolve(dict.entries.get('Annots'));
    if (!isArray(list)) return null;
    const overlays: PageOverlay[] = [];
    const kept = list.items.filter((item) => {
      const annotation = this.#document.resolve(item);
      if (!isDict(annotation)) return false;
      const kind = nameOf(this.#document.resolve(annotation.entries.get('Subtype'))) ?? '';
      if (STAYS.has(kind) || (isRef(item) && this.#signatureWidgets.has(item.number))) return true;
      const overlay = this.#overlayOf(item, annotation, { kind, page: index + 1 });
      if (overlay) overlays.push(overlay);
      return false;
    });
    return kept.length === list.items.length ? null : { overlays, kept };
  }

  /** Elements of the form's /Fields to keep: ancestors of signature fields. */
  fields(): PdfValue[] {
    const form = formOf(this.#document);
    const roots = form ? this.#document.resolve(form.entries.get('Fields')) : null;
    return isArray(roots) ? roots.items.filter((root) => this.#prune(root, false, 0)) : [];
  }

  #prune(value: PdfValue, isSignature: boolean, depth: number): boolean {
    const dict = this.#document.resolve(value);
    if (!isRef(value) || !isDict(dict) || depth > this.#document.limits.nesting) return false;
    const type = nameOf(this.#document.resolve(dict.entries.get('FT')));
    const isOwn = type === null ? isSignature : type === 'Sig';
    const kids = this.#document.resolve(dict.entries.get('Kids'));
    const fields = isArray(kids) ? kids.items.filter((kid) => this.#isField(kid)) : [];
    if (fields.length === 0) return isOwn;
    const kept = fields.filter((kid) => this.#prune(kid, isOwn, depth + 1));
    if (kept.length > 0 && kept.length < fields.length)
      this.#revision.put(value, dictSource(dict, { Kids: arraySource(null, kept.map(valueSource)) }));
    return kept.length > 0;
  }

  #isField(value: PdfValue): boolean {
    const dict = this.#document.resolve(value);
    return isDict(dict) && dict.entries.has('T');
  }

  #overlayOf(
    item: PdfValue,
    annotation: PdfDict,
    about: { readonly kind: string; readonly page: number },
  ): PageOverlay | null {
    const flags = this.#document.resolve(annotation.entries.get('F'));
    const rect = rectOf(this.#document, annotation.entries.get('Rect'));
    if (isInteger(flags) && (flags & UNSEEN) !== 0) return null;
    if (rect === null || rect[0] === rect[2] || rect[1] === rect[3]) return null;
    const look = isRef(item) ? this.#looks.get(item.number) : undefined;
    // An appearance painted for this widget needs no scaling.
    if (look && 'form' in look) return { form: look.form, matrix: [1, 0, 0, 1, rect[0], rect[1]] };
    const form = this.#appearanceOf(annotation, {
      ...about,
      state: look?.state ?? this.#stateOf(annotation),
    });
    const placed = form ? this.#placed(form, rect) : null;
    return placed && about.kind === 'Highlight' ? this.#highlighted(placed, rect) : placed;
  }

  /** Multiplies a highlight with the page, as viewers do regardless of its appearance. */
  #highlighted({ form, matrix }: PageOverlay, rect: PdfRect): PageOverlay {
    const looks = '/ExtGState << /M << /Type /ExtGState /BM /Multiply >> >>';
    const entries = `/Type /XObject /Subtype /Form /BBox ${rectSource(rect)}
/Resources << ${looks} /XObject << /H ${refSource(form)} >> >>`;
    const content = `/M gs ${matrix.map(numberSource).join(' ')} cm /H Do`;
    const wrapped = this.#revision.addStream(entries, Buffer.from(content, 'latin1'));
    return { form: wrapped, matrix: [1, 0, 0, 1, 0, 0] };
  }

  #appearanceOf(
    annotation: PdfDict,
    { kind, page, state }: { readonly kind: string; readonly page: number; readonly state: string },
  ): { ref: PdfRef; stream: PdfStream } | null {
    const appearances = this.#document.dict(annotation, 'AP');
    let held = appearances?.entries.get('N');
    const normal = this.#document.resolve(held);
    if (isDict(normal)) held = normal.entries.get(state);
    const stream = this.#document.resolve(held);
    if (isRef(held) && isStream(stream)) return { ref: held, stream };
    const isShown = kind === 'Widget' ? this.#hasValue(annotation) : !ICONS.has(kind);
    if (isDict(normal) || !isShown) return null;
    throw new PdfRefusal(
      'form',
      `On page ${page} a ${kind === 'Widget' ? 'field' : kind} has no appearance to print; fill it again or remove it.`,
      `page ${page}`,
    );
  }

  #stateOf(annotation: PdfDict): string {
    return nameOf(this.#document.resolve(annotation.entries.get('AS'))) ?? 'Off';
  }

  #hasValue(widget: PdfDict): boolean {
    let node: PdfDict | null = widget;
    for (let depth = 0; node !== null && depth < this.#document.limits.nesting; depth += 1) {
      const value = this.#document.resolve(node.entries.get('V'));
      if (value !== null)
        return !(typeof value === 'object' && value.kind === 'string' && value.bytes.length === 0);
      node = this.#document.dict(node, 'Parent');
    }
    return false;
  }

  /** ISO 32000-1 §12.5.5, algorithm 8.1: the box, turned by the form's own matrix, fills the rectangle. */
  #placed({ ref, stream }: { ref: PdfRef; stream: PdfStream }, rect: PdfRect): PageOverlay | null {
    const box = rectOf(this.#document, stream.dict.entries.get('BBox'));
    if (box === null) return null;
    const bounds = boundsOf(box, this.#matrixOf(stream.dict));
    const width = bounds[2] - bounds[0];
    const height = bounds[3] - bounds[1];
    if (width <= 0 || height <= 0) return null;
    const scale = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height] as const;
    const shift = [rect[0] - bounds[0] * scale[0], rect[1] - bounds[1] * scale[1]] as const;
    return { form: this.#asForm(ref, stream), matrix: [scale[0], 0, 0, scale[1], ...shift] };
  }

  #matrixOf(dict: PdfDict): Matrix {
    const array = this.#document.resolve(dict.entries.get('Matrix'));
    const numbers = isArray(array) ? array.items.map((item) => this.#document.resolve(item)) : [];
    const [a, b, c, d, e, f] = numbers;
    const isWhole = numbers.length === 6 && numbers.every((part) => typeof part === 'number');
    return isWhole ? ([a, b, c, d, e, f] as unknown as Matrix) : [1, 0, 0, 1, 0, 0];
  }

  /** Some programs omit /Subtype /Form from appearances; a page can paint only forms. */
  #asForm(ref: PdfRef, stream: PdfStream): PdfRef {
    if (nameOf(this.#document.resolve(stream.dict.entries.get('Subtype'))) === 'Form') return ref;
    return copyStream(this.#revision, stream, { Type: '/XObject', Subtype: '/Form' });
  }
}

function boundsOf([left, bottom, right, top]: PdfRect, [a, b, c, d, e, f]: Matrix): PdfRect {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
