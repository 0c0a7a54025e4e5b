import type { PdfInput } from '../byte-source.ts';
import { type DisplayedRect, type PdfRect, userRectToDisplayed } from '../geometry.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { PdfDocument } from '../pdf/document.ts';
import { type LayerChange, readLayers } from '../pdf/layers.ts';
import { type PageInfo, pageInfo, rectOf, walkPages } from '../pdf/pages.ts';
import {
  dictOf,
  isArray,
  isDict,
  isInteger,
  isRef,
  nameOf,
  type PdfDict,
  type PdfValue,
} from '../pdf/values.ts';
import { type VisitedDict, walkValue } from './value-walk.ts';

/** By what a file shows something else in print than on a screen, or changes what it shows. */
export type TwoFacedKind =
  | 'action'
  | 'annotation'
  | 'field'
  | 'hidden-layer'
  | 'ink'
  | 'layer'
  | 'picture'
  | 'print-area'
  | 'print-program';

export interface TwoFacedPart {
  readonly kind: TwoFacedKind;
  /** Plain English; safe to show to users. */
  readonly sentence: string;
  /** 0 for the first page; null for what is on none. */
  readonly page: number | null;
  /** Percent of the displayed page; null where the file does not say it. */
  readonly displayed: DisplayedRect | null;
}

/** Annotation flags (ISO 32000-1 Table 165). */
export const FLAGS = {
  invisible: 1,
  hidden: 2,
  print: 4,
  noZoom: 8,
  noRotate: 16,
  noView: 32,
  toggleNoView: 256,
} as const;

/** Viewers draw their own icon or window for these, which is a comment on the page and no part of it. */
const ICONS: ReadonlySet<string> = new Set(['Text', 'Popup', 'FileAttachment', 'Sound']);
/** Viewers draw these, each in its own way, where the file does not say how they look (ISO 32000-1 §12.5.6). */
export const DRAWN_BY_VIEWERS: ReadonlySet<string> = new Set(
  'Caret Circle FreeText Highlight Ink Line PolyLine Polygon Redact Square Squiggly Stamp StrikeOut Underline'.split(
    ' ',
  ),
);
/** Actions that show or hide parts of a page without a script (ISO 32000-1 §12.6.4.10, §12.6.4.12). */
const CHANGING_ACTIONS: ReadonlySet<string> = new Set(['Hide', 'SetOCGState']);
const AREAS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'];
/** Functions that only printing devices apply (ISO 32000-1 §10.3 and §10.4). */
const DEVICE_KEYS = ['TR', 'TR2', 'HT', 'BG', 'BG2', 'UCR', 'UCR2'];

/**
 * What a file shows otherwise in print than on a screen, at another zoom, or when it is clicked: annotations, layers,
 * pictures and inks. Reads every object that a page or the catalogue refers to.
 * @throws PdfRefusal when the file cannot be read exactly
 */
export function findTwoFaces(input: PdfInput, limits: Limits = defaultLimits): TwoFacedPart[] {
  return new TwoFaceSearch(new PdfDocument(input, { limits })).run();
}

/** The sentence with the page, and where it is on it. */
export function describePart({ sentence, page, displayed }: Omit<TwoFacedPart, 'kind'>): string {
  if (page === null) return sentence;
  const at = displayed
    ? `, ${Math.round(displayed.posX)} % from the left and ${Math.round(displayed.posY)} % from the top`
    : '';
  return `On page ${page + 1}${at}: ${sentence}`;
}

class TwoFaceSearch {
  readonly #document: PdfDocument;
  readonly #parts: TwoFacedPart[] = [];
  /** Page of each object that was visited, null for what is on none. */
  readonly #visited = new Map<number, number | null>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  run(): TwoFacedPart[] {
    let index = 0;
    for (const node of walkPages(this.#document)) {
      this.#visit(node.ref.number, pageInfo(this.#document, node, index));
      index += 1;
    }
    this.#visit(this.#document.root.ref.number, null);
    for (const { ref, change } of readLayers(this.#document)) {
      if (change === null || !this.#visited.has(ref.number)) continue;
      const page = this.#visited.get(ref.number) ?? null;
      this.#add({ kind: change === 'switch' ? 'hidden-layer' : 'layer', page }, LAYERS[change]);
    }
    return this.#parts;
  }

  #visit(from: number, page: PageInfo | null): void {
    const open = [from];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (this.#visited.has(number)) continue;
      const object = this.#document.object(number);
      const type = isDict(object?.value) && nameOf(this.#document.resolve(object.value.entries.get('Type')));
      if (!object || (number !== from && (type === 'Page' || type === 'Catalog'))) continue;
      this.#visited.set(number, page?.index ?? null);
      for (const visited of walkValue(object.value)) {
        this.#check(visited, page);
        // What is no object of its own is no layer, but some viewers go by its usage.
        if (visited.dict !== object.value && hasUsage(this.#document, visited.dict))
          this.#add({ kind: 'layer', page: page?.index ?? null }, LAYERS.print);
      }
      for (const target of targetsOf(object.value)) open.push(target);
    }
  }

  #check(visited: VisitedDict, page: PageInfo | null): void {
    const [document, { dict }] = [this.#document, visited];
    const index = page?.index ?? null;
    if (dict.entries.has('Rect')) this.#checkAnnotation(dict, page);
    for (const { kind, sentence } of printKeys(document, visited)) this.#add({ kind, page: index }, sentence);
    if (isChangingAction(document, dict)) this.#add({ kind: 'action', page: index }, ACTION);
  }

  #checkAnnotation(dict: PdfDict, page: PageInfo | null): void {
    const kind = nameOf(this.#document.resolve(dict.entries.get('Subtype')));
    const rect = rectOf(this.#document, dict.entries.get('Rect'));
    if (page === null || kind === null || rect === null || !isShowing(this.#document, { dict, kind, rect }))
      return;
    const reason = twoFacedReason(this.#document, { dict, kind }, page.rotate !== 0);
    if (reason === null) return;
    const name = kind === 'Widget' ? 'A field' : `An annotation (${kind.slice(0, 40)})`;
    const part = { kind: kind === 'Widget' ? 'field' : 'annotation', page: page.index } as const;
    this.#add({ ...part, displayed: userRectToDisplayed(page, rect) }, `${name} ${reason}`);
  }

  #add(
    part: Pick<TwoFacedPart, 'kind' | 'page'> & { readonly displayed?: DisplayedRect },
    sentence: string,
  ): void {
    const isListed = this.#parts.some((each) => each.sentence === sentence && each.page === part.page);
    if ((isListed && !part.displayed) || this.#parts.length >= this.#document.limits.findings) return;
    this.#parts.push({ displayed: null, ...part, sentence });
  }
}

/** Numbers of the objects that a value refers to, but for parents and answers, which may be on other pages. */
function* targetsOf(value: PdfValue): Generator<number> {
  const dict = dictOf(value);
  if (isRef(value)) yield value.number;
  else if (isArray(value)) for (const item of value.items) yield* targetsOf(item);
  else if (dict) for (const [key, entry] of dict.entries) if (!ELSEWHERE.has(key)) yield* targetsOf(entry);
}

const ELSEWHERE: ReadonlySet<string> = new Set(['IRT', 'P', 'Parent', 'Popup']);

const LAYERS: Readonly<Record<LayerChange, string>> = {
  print: 'A layer shows on a screen and not in print, or in print and not on a screen.',
  zoom: 'A layer shows at some zooms only.',
  viewer: 'A layer shows for some readers and not for others.',
  switch: 'A hidden layer shows when someone switches it on.',
};
const ACTION = 'A link or button shows or hides parts of the file.';
const TOUCHED = 'changes when the pointer touches it.';

interface Annotation {
  readonly dict: PdfDict;
  readonly kind: string;
}

/** Whether anything of it may show: its appearance, or what viewers draw without one. */
function isShowing(
  document: PdfDocument,
  { dict, kind, rect }: Annotation & { readonly rect: PdfRect },
): boolean {
  if (kind === 'Popup' || rect[0] === rect[2] || rect[1] === rect[3]) return false;
  if (document.resolve(document.dict(dict, 'AP')?.entries.get('N')) !== null) return true;
  if (kind === 'Widget') return hasValue(document, dict);
  return DRAWN_BY_VIEWERS.has(kind) || (kind === 'Link' && hasWideFrame(document, dict));
}

/** Points; a wider frame hides what is around a link. */
const FRAME_MAX = 2;

function hasWideFrame(document: PdfDocument, link: PdfDict): boolean {
  const border = document.resolve(link.entries.get('Border'));
  const width = document.resolve(isArray(border) ? border.items[2] : null);
  const styled = document.resolve(document.dict(link, 'BS')?.entries.get('W'));
  return [width, styled].some((points) => typeof points === 'number' && points > FRAME_MAX);
}

function hasValue(document: PdfDocument, widget: PdfDict): boolean {
  if (nameOf(document.resolve(widget.entries.get('FT'))) === 'Sig') return false;
  const value = document.resolve(widget.entries.get('V'));
  return value !== null && !(isDict(value) || nameOf(value) === 'Off');
}

/** The end of a sentence; null for an annotation that shows the same everywhere. */
function twoFacedReason(
  document: PdfDocument,
  { dict, kind }: Annotation,
  isPageTurned: boolean,
): string | null {
  const value = document.resolve(dict.entries.get('F'));
  const has = (flag: keyof typeof FLAGS): boolean => isInteger(value) && (value & FLAGS[flag]) !== 0;
  const isSeen = !has('hidden') && !has('noView');
  const isPrinted = !has('hidden') && has('print');
  if (has('toggleNoView') && (isSeen || isPrinted)) return TOUCHED;
  if (isSeen && !isPrinted) return 'shows on a screen and not in print.';
  if (isPrinted && !isSeen) return 'shows in print and not on a screen.';
  if (!isSeen) return null;
  if (kind !== 'Widget' && document.dict(dict, 'AP')?.entries.has('R')) return TOUCHED;
  // ISO 32000-1 §12.5.6.22.
  if (dict.entries.has('FixedPrint')) return 'is printed at another place or size than it shows.';
  if (ICONS.has(kind)) return null;
  if (has('noZoom')) return 'covers less of the page at a larger zoom.';
  return has('noRotate') && isPageTurned ? 'stays upright on a turned page.' : null;
}

interface PrintKey {
  readonly key: string;
  readonly kind: TwoFacedKind;
  readonly sentence: string;
}

const ALTERNATE = 'A picture may be printed otherwise than it shows.';
const INK = 'Colours are printed otherwise than they show: ';

/** The entries of one dictionary by which print differs. */
export function* printKeys(document: PdfDocument, { dict, isStream }: VisitedDict): Generator<PrintKey> {
  const valueAt = (key: string) => document.resolve(dict.entries.get(key));
  const picture = { kind: 'picture', sentence: ALTERNATE } as const;
  if (isStream) {
    for (const key of ['Alternates', 'OPI']) if (valueAt(key) !== null) yield { key, ...picture };
    if (isDict(valueAt('Ref'))) yield { key: 'Ref', ...picture };
    const isProgram = [valueAt('Subtype'), valueAt('Subtype2')].some((name) => nameOf(name) === 'PS');
    if (isProgram) yield { key: 'Subtype', kind: 'print-program', sentence: PROGRAM };
    return;
  }
  for (const key of ['OP', 'op'])
    if (valueAt(key) === true) yield { key, kind: 'ink', sentence: `${INK}one is printed over another.` };
  // Masks have a function of that name too, and the look of fields a background.
  const functions = dict.entries.has('S') || dict.entries.has('G') ? [] : DEVICE_KEYS;
  for (const key of functions)
    if (changesInk(document, key, valueAt(key)))
      yield { key, kind: 'ink', sentence: `${INK}a function changes them.` };
  const area = {
    kind: 'print-area',
    sentence: 'The file asks for another part of its pages in print.',
  } as const;
  for (const key of AREAS) {
    const box = nameOf(valueAt(key));
    if (box !== null && box !== 'CropBox') yield { key, ...area };
  }
  if (isArray(valueAt('PrintPageRange'))) yield { key: 'PrintPageRange', ...area };
}

const PROGRAM = 'A program for printers draws what does not show on a screen.';

/** Names are of what devices do anyway; of a halftone only its function matters, and not its dots. */
function changesInk(document: PdfDocument, key: string, value: PdfValue): boolean {
  const items = isArray(value) && key.startsWith('TR') ? value.items : [value];
  const functions = items.map((item) => dictOf(document.resolve(item))).filter((dict) => dict !== null);
  return key === 'HT'
    ? functions.some(({ entries }) => entries.has('TransferFunction'))
    : functions.length > 0;
}

/** Whether it is a group of layers that says where it shows (ISO 32000-1 Table 98). */
export function hasUsage(document: PdfDocument, { entries }: PdfDict): boolean {
  return entries.has('Usage') && nameOf(document.resolve(entries.get('Type'))) === 'OCG';
}

/** Whether the value is an action that shows or hides parts of the file. */
export function isChangingAction(document: PdfDocument, dict: PdfDict): boolean {
  return CHANGING_ACTIONS.has(nameOf(document.resolve(dict.entries.get('S'))) ?? '');
}
