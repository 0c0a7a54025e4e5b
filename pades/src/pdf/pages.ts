import { displayedSize, type PageGeometry, type PdfRect } from '../geometry.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { PdfDocument } from './document.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from './values.ts';

/** One page, as written and as displayed. Lengths in points. */
export interface PageInfo extends PageGeometry {
  /** 0 for the first page. */
  readonly index: number;
  readonly objectNumber: number;
  readonly mediaBox: PdfRect;
  readonly displayed: { readonly width: number; readonly height: number };
}

export interface PageNode {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

/** The root of the page tree. */
export function pageTreeRoot(document: PdfDocument): PageNode {
  const ref = document.root.dict.entries.get('Pages');
  const dict = document.resolve(ref);
  if (!isRef(ref) || !isDict(dict)) throw new PdfRefusal('page', 'The file is damaged: it has no pages.');
  return { ref, dict };
}

/** Number of pages by /Count of the page tree. */
export function countPages(document: PdfDocument): number {
  const count = nodeCount(document, pageTreeRoot(document).dict);
  if (count === null || count < 1) throw new PdfRefusal('page', 'The file is damaged: it has no pages.');
  if (count > document.limits.pages)
    throw new PdfRefusal('limit', `The file has more than ${document.limits.pages} pages.`);
  return count;
}

/** Finds a page by its index (0 for the first); skips subtrees by their /Count. */
export function findPage(document: PdfDocument, index: number): PageNode {
  const count = countPages(document);
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new PdfRefusal(
      'page',
      `The page ${index + 1} does not exist; the file has ${count}.`,
      `page ${index + 1}`,
    );
  let node = pageTreeRoot(document);
  let left = index;
  for (let depth = 0; depth < document.limits.nesting; depth += 1) {
    if (!isTreeNode(document, node.dict)) {
      if (left !== 0) break;
      return node;
    }
    const next = descend(document, node.dict, left);
    if (next === null) break;
    node = next.node;
    left = next.left;
  }
  throw new PdfRefusal(
    'page',
    'The file is damaged: its page tree does not hold together.',
    `page ${index + 1}`,
  );
}

/** Every page in order. @throws PdfRefusal for a tree with circles, wrong counts or too many pages */
export function* walkPages(document: PdfDocument): Generator<PageNode> {
  const expected = countPages(document);
  const visited = new Set<number>();
  const open: Iterator<PdfValue>[] = [[pageTreeRoot(document).ref][Symbol.iterator]()];
  let pages = 0;
  while (open.length > 0) {
    const step = open.at(-1)?.next();
    if (!step || step.done) {
      open.pop();
      continue;
    }
    const node = childNode(document, step.value);
    if (node === null || visited.has(node.ref.number))
      throw new PdfRefusal('page', 'The file is damaged: its page tree does not hold together.');
    visited.add(node.ref.number);
    if (isTreeNode(document, node.dict)) {
      if (nodeCount(document, node.dict) === 0)
        throw new PdfRefusal('page', 'The file is damaged: a part of its page tree is empty.');
      if (open.length >= document.limits.nesting)
        throw new PdfRefusal('limit', 'The page tree is nested too deep.');
      open.push(kidsOf(document, node.dict)[Symbol.iterator]());
      continue;
    }
    pages += 1;
    if (pages > expected) break;
    yield node;
  }
  if (pages !== expected)
    throw new PdfRefusal('page', `The file is damaged: its page count of ${expected} is wrong.`);
}

/** Boxes and rotation of a page, including inherited ones (ISO 32000-1 §7.7.3.4). */
export function pageInfo(document: PdfDocument, node: PageNode, index: number): PageInfo {
  const where = `page ${index + 1}`;
  const mediaBox = rectOf(document, inheritedEntry(document, node.dict, 'MediaBox'));
  if (mediaBox === null || mediaBox[2] - mediaBox[0] <= 0 || mediaBox[3] - mediaBox[1] <= 0)
    throw new PdfRefusal('page', 'The file is damaged: a page has no size.', where);
  const side = document.limits.pageSidePoints;
  if (mediaBox[2] - mediaBox[0] > side || mediaBox[3] - mediaBox[1] > side)
    throw new PdfRefusal('limit', `A page is larger than ${side} points (5.08 m).`, where);
  const crop = rectOf(document, inheritedEntry(document, node.dict, 'CropBox')) ?? mediaBox;
  const cropBox: PdfRect = [
    Math.max(mediaBox[0], crop[0]),
    Math.max(mediaBox[1], crop[1]),
    Math.min(mediaBox[2], crop[2]),
    Math.min(mediaBox[3], crop[3]),
  ];
  const isEmpty = cropBox[2] <= cropBox[0] || cropBox[3] <= cropBox[1];
  const geometry = {
    cropBox: isEmpty ? mediaBox : cropBox,
    rotate: quarterRotation(document.resolve(inheritedEntry(document, node.dict, 'Rotate'))),
  };
  return { index, objectNumber: node.ref.number, mediaBox, ...geometry, displayed: displayedSize(geometry) };
}

/** An entry of the page or of its nearest ancestor that has it; unresolved. */
export function inheritedEntry(document: PdfDocument, page: PdfDict, key: string): PdfValue {
  let node: PdfDict | null = page;
  for (let depth = 0; node !== null && depth < document.limits.nesting; depth += 1) {
    const value = node.entries.get(key);
    if (value !== undefined && value !== null) return value;
    node = document.dict(node, 'Parent');
  }
  return null;
}

/** A rectangle with its corners in order, or null. */
export function rectOf(document: PdfDocument, value: PdfValue | undefined): PdfRect | null {
  const array = document.resolve(value);
  if (!isArray(array) || array.items.length !== 4) return null;
  const [x0, y0, x1, y1] = array.items.map((item) => document.resolve(item));
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number')
    return null;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

interface Descent {
  readonly node: PageNode;
  /** Pages to skip inside that node. */
  readonly left: number;
}

function descend(document: PdfDocument, parent: PdfDict, index: number): Descent | null {
  const kids = kidsOf(document, parent);
  // With as many children as pages, each child is a page, and only the requested one is read.
  if (nodeCount(document, parent) === kids.length) {
    const node = childNode(document, kids[index]);
    if (node !== null && !isTreeNode(document, node.dict)) return { node, left: 0 };
  }
  let left = index;
  for (const kid of kids) {
    const node = childNode(document, kid);
    if (node === null) return null;
    const count = isTreeNode(document, node.dict) ? nodeCount(document, node.dict) : 1;
    if (count === null) return null;
    if (left < count) return { node, left };
    left -= count;
  }
  return null;
}

function childNode(document: PdfDocument, value: PdfValue | undefined): PageNode | null {
  const dict = document.resolve(value);
  if (!isRef(value) || !isDict(dict)) return null;
  const type = nameOf(document.resolve(dict.entries.get('Type')));
  return type === 'Page' || type === 'Pages' ? { ref: value, dict } : null;
}

function isTreeNode(document: PdfDocument, dict: PdfDict): boolean {
  return nameOf(document.resolve(dict.entries.get('Type'))) === 'Pages';
}

function kidsOf(document: PdfDocument, node: PdfDict): readonly PdfValue[] {
  const kids = document.resolve(node.entries.get('Kids'));
  return isArray(kids) ? kids.items : [];
}

function nodeCount(document: PdfDocument, node: PdfDict): number | null {
  const count = document.resolve(node.entries.get('Count'));
  return isInteger(count) && count >= 0 ? count : null;
}

function quarterRotation(value: PdfValue): PageGeometry['rotate'] {
  const rotation = typeof value === 'number' ? ((value % 360) + 360) % 360 : 0;
  return rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0;
}
