import { uprightForm } from '../appearance/upright-form.ts';
import type { Matrix, Painter } from '../drawing/drawing.ts';
import type { FontFiles } from '../font/typeface.ts';
import type { PdfRect } from '../geometry.ts';
import { DRAWN_BY_VIEWERS, FLAGS } from '../intake/two-faces.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { FieldFacts, widgetRotation } from '../pdf/field-facts.ts';
import { type FormField, formOf, readFields } from '../pdf/form-fields.ts';
import { type PageNode, rectOf } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, valueSource } from '../pdf/source-text.ts';
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
import type { FlatTags } from './flat-tags.ts';
import { type PageOverlay, wrapOverlay } from './page-changes.ts';
import { drawWidget } from './widget-look.ts';

/** Appearances of filled widgets by object number. */
export type FilledAppearances = ReadonlyMap<number, FilledAppearance>;

export interface FlatPage {
  readonly overlays: readonly PageOverlay[];
  /** Elements of /Annots that stay. */
  readonly remaining: readonly PdfValue[];
}

/** What becomes part of the pages when only the form does. */
export interface FormFlattening {
  /**
   * Font for values without an appearance, and for all texts of a file that leaves its appearances to the viewer
   * (/NeedAppearances).
   */
  readonly font: FontFiles;
  /** Full names of fields that others replace: only border and background of their widgets are painted. */
  readonly replaced?: readonly string[];
}

/** What becomes part of the pages: the fields of the form, all other annotations than links, or both. */
export type FlatScope = 'all' | 'form' | 'annotations';

interface FlatteningContext {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
  /** Appearances that take the place of those in the file. */
  readonly looks: FilledAppearances;
  readonly scope: FlatScope;
  /** How the form is drawn where it alone is flattened; else null. */
  readonly form: FormFlattening | null;
  readonly tags: FlatTags;
}

const UNSEEN = FLAGS.hidden | FLAGS.noView;
/** What may be said of a field besides that it is printed: ReadOnly, Locked and LockedContents. */
const KEPT_FLAGS = 64 | 128 | 512;

interface Appearance {
  readonly ref: PdfRef;
  readonly stream: PdfStream;
}

interface Widget {
  readonly field: FormField;
  /** Among the widgets of the field. */
  readonly index: number;
}

/**
 * Flattens a page: paints the appearance of every field except signature fields, of every annotation except links,
 * or of both, into the page, and removes them. Those that no screen shows are removed without being painted.
 */
export class Flattening {
  readonly #document: PdfDocument;
  readonly #revision: RevisionWriter;
  readonly #context: FlatteningContext;
  readonly #widgets: ReadonlyMap<number, Widget>;
  readonly #replaced: ReadonlySet<string>;
  readonly #isAppearanceOpen: boolean;
  readonly #budget: { characters: number };

  constructor(context: FlatteningContext) {
    this.#context = context;
    this.#revision = context.revision;
    this.#document = context.revision.document;
    this.#widgets = new Map(
      readFields(this.#document).flatMap((field) =>
        field.widgets.map(({ ref }, index) => [ref.number, { field, index }] as const),
      ),
    );
    this.#replaced = new Set(context.form?.replaced);
    this.#budget = { characters: this.#document.limits.drawnCharacters };
    const form = formOf(this.#document);
    this.#isAppearanceOpen = this.#document.resolve(form?.entries.get('NeedAppearances')) === true;
  }

  /** Null when the page has nothing to flatten. */
  page({ ref, dict }: PageNode, index: number): FlatPage | null {
    const list = this.#document.resolve(dict.entries.get('Annots'));
    if (!isArray(list)) return null;
    const overlays: PageOverlay[] = [];
    const remaining = list.items.flatMap((item): PdfValue[] => {
      const annotation = this.#document.resolve(item);
      if (!isDict(annotation)) return this.#context.scope === 'all' ? [] : [item];
      const kind = nameOf(this.#document.resolve(annotation.entries.get('Subtype'))) ?? '';
      const fate = this.#fateOf(item, kind);
      if (fate === 'stays') return [item];
      const overlay = this.#overlayOf(item, annotation, { kind, page: index + 1 });
      const isBare = fate === 'bare';
      const tagged = isBare ? overlay : this.#context.tags.retag({ item, annotation, page: ref, overlay });
      if (tagged) overlays.push(tagged);
      return isBare ? [this.#bared(item, annotation, kind)] : [];
    });
    const isSame = remaining.every((item, at) => item === list.items[at]);
    return isSame && remaining.length === list.items.length && overlays.length === 0
      ? null
      : { overlays, remaining };
  }

  /** `bare`: it stays where it is, for what it does, and shows nothing of its own any more. */
  #fateOf(item: PdfValue, kind: string): 'goes' | 'stays' | 'bare' {
    const { scope } = this.#context;
    const formWidget = isRef(item) ? this.#widgets.get(item.number) : undefined;
    const isSignature = formWidget?.field.type === 'Sig';
    if (scope === 'annotations' && (kind === 'Link' || isSignature)) return 'bare';
    if (kind === 'Link' || isSignature) return 'stays';
    return scope === 'all' || (scope === 'form') === (kind === 'Widget') ? 'goes' : 'stays';
  }

  /** Without frame and appearance; what is signed in an empty field must be printed. */
  #bared(item: PdfValue, annotation: PdfDict, kind: string): PdfValue {
    const { entries } = annotation;
    const flags = this.#document.resolve(entries.get('F'));
    const shown = isInteger(flags) ? flags : 0;
    const changes: Record<string, string | null> = { AP: null, AS: null, BS: null, OC: null };
    if (kind === 'Link') changes.Border = '[0 0 0]';
    else Object.assign(changes, { MK: null, F: String(FLAGS.print | (shown & KEPT_FLAGS)) });
    const isChanged = Object.entries(changes).some(([key, source]) => {
      const value = this.#document.resolve(entries.get(key));
      if (key === 'Border') return !isArray(value) || this.#document.resolve(value.items[2]) !== 0;
      return source === null ? value !== null : String(value) !== source;
    });
    if (!isChanged) return item;
    const source = dictSource(annotation, changes);
    if (!isRef(item)) return this.#revision.add(source);
    this.#revision.put(item, source);
    return item;
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
    const isWanted = type === null ? isSignature : type === 'Sig';
    const kids = this.#document.resolve(dict.entries.get('Kids'));
    const fields = isArray(kids) ? kids.items.filter((kid) => this.#isField(kid)) : [];
    if (fields.length === 0) return isWanted;
    const remaining = fields.filter((kid) => this.#prune(kid, isWanted, depth + 1));
    if (remaining.length > 0 && remaining.length < fields.length)
      this.#revision.put(value, dictSource(dict, { Kids: arraySource(null, remaining.map(valueSource)) }));
    return remaining.length > 0;
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
    if ((isInteger(flags) && (flags & UNSEEN) !== 0) || about.kind === 'Popup') return null;
    if (rect === null || rect[0] === rect[2] || rect[1] === rect[3]) return null;
    const look = isRef(item) ? this.#context.looks.get(item.number) : undefined;
    // An appearance painted for this widget needs no scaling.
    if (look && 'form' in look) return { form: look.form, matrix: [1, 0, 0, 1, rect[0], rect[1]] };
    if (this.#context.form && about.kind === 'Widget') {
      const formWidget = isRef(item) ? this.#widgets.get(item.number) : undefined;
      const state = look?.state ?? this.#stateOf(annotation);
      return this.#layered(this.#widgetOverlay(annotation, { formWidget, rect, state }), annotation, rect);
    }
    const form = this.#appearanceOf(annotation, {
      ...about,
      state: look?.state ?? this.#stateOf(annotation),
    });
    const placed = form ? this.#placed(form, rect) : null;
    const blended = placed && about.kind === 'Highlight' ? this.#highlighted(placed, rect) : placed;
    return this.#layered(blended, annotation, rect);
  }

  /** The appearance of a widget in the file, or one that is drawn from its value. */
  #widgetOverlay(
    widget: PdfDict,
    {
      formWidget,
      rect,
      state,
    }: { readonly formWidget: Widget | undefined; readonly rect: PdfRect; readonly state: string },
  ): PageOverlay | null {
    const isReplaced = formWidget !== undefined && this.#replaced.has(formWidget.field.name);
    const facts = new FieldFacts(this.#document, widget);
    const isDrawnAnew = this.#isAppearanceOpen && (facts.type === 'Tx' || facts.type === 'Ch');
    if (!isReplaced && !isDrawnAnew) {
      const appearance = this.#normalAppearance(widget, state);
      if (appearance === 'none') return null;
      if (appearance) return this.#placed(appearance, rect);
    }
    const { painter, form } = this.#context;
    if (!form) return null;
    const size = uprightForm(rect, widgetRotation(this.#document, widget));
    const { index = 0 } = formWidget ?? {};
    const look = { widget, index, font: form.font, isEmptied: isReplaced, budget: this.#budget };
    const operations = drawWidget(this.#document, look, size);
    if (operations.length === 0) return null;
    return { form: painter.form(operations, size), matrix: [1, 0, 0, 1, rect[0], rect[1]] };
  }

  /** Keeps the layer of an annotation, which may be switched off (ISO 32000-1 Table 164, /OC). */
  #layered(overlay: PageOverlay | null, annotation: PdfDict, box: PdfRect): PageOverlay | null {
    const layer = annotation.entries.get('OC') ?? null;
    if (overlay === null || layer === null) return overlay;
    return wrapOverlay(this.#revision, overlay, { box, entries: `/OC ${valueSource(layer)}` });
  }

  /** Multiplies a highlight with the page, as viewers do regardless of its appearance. */
  #highlighted(overlay: PageOverlay, box: PdfRect): PageOverlay {
    const resources = '/ExtGState << /M << /Type /ExtGState /BM /Multiply >> >>';
    return wrapOverlay(this.#revision, overlay, { box, resources, before: '/M gs' });
  }

  /** `none`: it shows nothing in this state; null: the file does not say what it shows. */
  #normalAppearance(annotation: PdfDict, state: string): Appearance | 'none' | null {
    const appearances = this.#document.dict(annotation, 'AP');
    let normalLook = appearances?.entries.get('N');
    const normal = this.#document.resolve(normalLook);
    if (isDict(normal)) normalLook = normal.entries.get(state);
    const stream = this.#document.resolve(normalLook);
    if (isRef(normalLook) && isStream(stream)) return { ref: normalLook, stream };
    return isDict(normal) ? 'none' : null;
  }

  #appearanceOf(
    annotation: PdfDict,
    { kind, page, state }: { readonly kind: string; readonly page: number; readonly state: string },
  ): Appearance | null {
    const appearance = this.#normalAppearance(annotation, state);
    if (appearance === 'none') return null;
    if (appearance) return appearance;
    const isShown = kind === 'Widget' ? this.#hasValue(annotation) : DRAWN_BY_VIEWERS.has(kind);
    if (!isShown) return null;
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
  #placed({ ref, stream }: Appearance, rect: PdfRect): PageOverlay | null {
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
    const isWhole = numbers.length === 6 && numbers.every((entry) => typeof entry === 'number');
    return isWhole ? ([a, b, c, d, e, f] as unknown as Matrix) : [1, 0, 0, 1, 0, 0];
  }

  /** Some programs omit /Subtype /Form from appearances, or their resources: a page can paint only whole forms. */
  #asForm(ref: PdfRef, stream: PdfStream): PdfRef {
    const isForm = nameOf(this.#document.resolve(stream.dict.entries.get('Subtype'))) === 'Form';
    const shared = formOf(this.#document)?.entries.get('DR');
    const lacksResources = !stream.dict.entries.has('Resources') && shared !== undefined;
    if (isForm && !lacksResources) return ref;
    const resources = lacksResources ? { Resources: valueSource(shared) } : {};
    return copyStream(this.#revision, stream, { Type: '/XObject', Subtype: '/Form', ...resources });
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
