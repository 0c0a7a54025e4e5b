import type { PdfDocument } from '../pdf/document.ts';
import { rectOf } from '../pdf/pages.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { refSource, valueSource } from '../pdf/source-text.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  nameOf,
  type PdfArray,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from '../pdf/values.ts';
import { type PageOverlay, wrapOverlay } from './page-changes.ts';
import type { StructureTags } from './structure-tags.ts';

interface FlattenedWidget {
  /** The annotation in the list of its page. */
  readonly item: PdfValue;
  readonly annotation: PdfDict;
  readonly page: PdfRef;
  /** What is painted instead of it; null for nothing. */
  readonly overlay: PageOverlay | null;
}

interface Element {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** Sources of its children, by the number of the widget for those that are one. */
  readonly kids: { source: string; readonly widget: number | null }[];
}

/**
 * Keeps the place of flattened widgets in the structure of a tagged file: their structure elements hold the painted
 * content instead (ISO 32000-1 §14.7.4.2), and nothing where none is painted.
 */
export class FlatTags {
  readonly #document: PdfDocument;
  readonly #revision: RevisionWriter;
  readonly #tags: StructureTags;
  readonly #elements = new Map<number, Element>();
  #byKey: Map<number, PdfRef> | null = null;

  constructor(revision: RevisionWriter, tags: StructureTags) {
    this.#revision = revision;
    this.#document = revision.document;
    this.#tags = tags;
  }

  /** The overlay with its place in the structure, or as it is where the widget has none. */
  retag({ item, annotation, page, overlay }: FlattenedWidget): PageOverlay | null {
    const key = this.#document.resolve(annotation.entries.get('StructParent'));
    if (!this.#tags.isTagged || !isRef(item) || !isInteger(key)) return overlay;
    const element = this.#elementOf(key);
    const at = element?.kids.findIndex(({ widget }) => widget === item.number) ?? -1;
    if (!element || at < 0) return overlay;
    const box = rectOf(this.#document, annotation.entries.get('Rect'));
    if (overlay === null || box === null) {
      element.kids.splice(at, 1);
      return overlay;
    }
    const entries = `/StructParents ${this.#tags.adopt(element.ref)}`;
    const tag = { before: '/Form << /MCID 0 >> BDC', after: 'EMC' };
    const tagged = wrapOverlay(this.#revision, overlay, { box, entries, ...tag });
    const source = `<< /Type /MCR /Pg ${refSource(page)} /Stm ${refSource(tagged.form)} /MCID 0 >>`;
    element.kids.splice(at, 1, { source, widget: null });
    return { ...tagged, isTagged: true };
  }

  /** Writes the changed elements. */
  finish(): void {
    for (const element of this.#elements.values())
      this.#tags.putKids(
        element,
        element.kids.map(({ source }) => source),
      );
  }

  #elementOf(key: number): Element | null {
    this.#byKey ??= elementsByKey(this.#document);
    const ref = this.#byKey.get(key);
    if (!ref) return null;
    const cached = this.#elements.get(ref.number);
    if (cached) return cached;
    const dict = this.#document.resolve(ref);
    if (!isDict(dict) || nameOf(this.#document.resolve(dict.entries.get('S'))) === null) return null;
    const element = { ref, dict, kids: this.#kidsOf(dict) };
    this.#elements.set(ref.number, element);
    return element;
  }

  #kidsOf(element: PdfDict): Element['kids'] {
    const kids = element.entries.get('K');
    const list = this.#document.resolve(kids);
    const items = isArray(list) ? list.items : kids === undefined || list === null ? [] : [kids];
    return items.map((item) => {
      const kid = this.#document.resolve(item);
      const object = isDict(kid) ? kid.entries.get('Obj') : undefined;
      return { source: valueSource(item), widget: isRef(object) ? object.number : null };
    });
  }
}

/** The parent tree (ISO 32000-1 §14.7.4.4) as far as it leads from objects to elements. */
function elementsByKey(document: PdfDocument): Map<number, PdfRef> {
  const pairs = new Map<number, PdfRef>();
  const root = document.dict(document.root.dict, 'StructTreeRoot');
  const open: PdfDict[] = [];
  const visited = new Set<number>();
  const tree = root ? document.dict(root, 'ParentTree') : null;
  if (tree) open.push(tree);
  for (let node = open.pop(); node; node = open.pop()) {
    const numbers = document.resolve(node.entries.get('Nums'));
    if (isArray(numbers)) addPairs(pairs, numbers);
    const kids = document.resolve(node.entries.get('Kids'));
    for (const kid of isArray(kids) ? kids.items : []) {
      const dict = document.resolve(kid);
      if (!isRef(kid) || !isDict(dict) || visited.has(kid.number)) continue;
      visited.add(kid.number);
      open.push(dict);
    }
  }
  return pairs;
}

function addPairs(pairs: Map<number, PdfRef>, { items }: PdfArray): void {
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [key, value] = [items[index], items[index + 1]];
    if (isInteger(key) && isRef(value)) pairs.set(key, value);
  }
}
