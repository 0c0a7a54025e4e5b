import type { PdfDocument } from '../pdf/document.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, refSource, valueSource } from '../pdf/source-text.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from '../pdf/values.ts';

interface Tag {
  readonly key: number;
  readonly element: PdfRef;
  /** Whether the element is new, and needs a parent. */
  readonly isNew: boolean;
}

/**
 * Structure elements for new widgets of a tagged file, so that they are read aloud with it (ISO 32000-1 §14.7, ISO
 * 14289-1 §7.18.4). Does nothing in other files, nor where the structure is final. Call `finish` last.
 */
export class StructureTags {
  readonly #revision: RevisionWriter;
  readonly #root: { readonly ref: PdfRef; readonly dict: PdfDict } | null;
  readonly #parent: { readonly ref: PdfRef; readonly dict: PdfDict } | null;
  readonly #tags: Tag[] = [];
  readonly #kids = new Map<number, readonly string[]>();
  #nextKey = 0;

  /** `isFinal`: signatures cover the structure, and DocMDP lets nobody change it. */
  constructor(revision: RevisionWriter, { isFinal }: { readonly isFinal: boolean }) {
    this.#revision = revision;
    const { document } = revision;
    this.#root = isFinal ? null : nodeOf(document, document.root.dict.entries.get('StructTreeRoot'));
    this.#parent = this.#root && (onlyChild(document, this.#root.dict) ?? this.#root);
    if (this.#root) this.#nextKey = nextKeyOf(document, this.#root.dict);
  }

  get isTagged(): boolean {
    return this.#root !== null;
  }

  /** Writes the element of a widget; returns the source of the widget's entry. */
  tag(widget: PdfRef, page: PdfRef): string {
    if (!this.#parent) return '';
    const pageEntry = `/Pg ${refSource(page)}`;
    const element = this.#revision.add(
      `<< /Type /StructElem /S /Form /P ${refSource(this.#parent.ref)} ${pageEntry}
/K << /Type /OBJR /Obj ${refSource(widget)} ${pageEntry} >> >>`,
    );
    return `/StructParent ${this.#key(element, true)}`;
  }

  /** Names the existing element to which the marked content of a new stream belongs; returns its /StructParents. */
  adopt(element: PdfRef): number {
    return this.#key(element, false);
  }

  /** Replaces the children of an existing element. */
  putKids({ ref, dict }: { readonly ref: PdfRef; readonly dict: PdfDict }, kids: readonly string[]): void {
    this.#kids.set(ref.number, kids);
    if (ref.number !== this.#parent?.ref.number)
      this.#revision.put(ref, dictSource(dict, { K: `[${kids.join(' ')}]` }));
  }

  #key(element: PdfRef, isNew: boolean): number {
    const key = this.#nextKey;
    this.#nextKey += 1;
    this.#tags.push({ key, element, isNew });
    return key;
  }

  finish(): void {
    const [root, parent] = [this.#root, this.#parent];
    if (!root || !parent || this.#tags.length + this.#kids.size === 0) return;
    const kids = this.#extendedKids(parent);
    const changes: Record<string, string> = {};
    if (this.#tags.length > 0) {
      changes.ParentTreeNextKey = String(this.#nextKey);
      const tree = this.#extendedTree(root.dict);
      if (tree !== null) changes.ParentTree = tree;
    }
    if (parent.ref.number === root.ref.number) Object.assign(changes, kids);
    else if (Object.keys(kids).length > 0) this.#revision.put(parent.ref, dictSource(parent.dict, kids));
    if (Object.keys(changes).length > 0) this.#revision.put(root.ref, dictSource(root.dict, changes));
  }

  /** /K is one child or an array of them. */
  #extendedKids({ ref, dict }: { readonly ref: PdfRef; readonly dict: PdfDict }): Record<string, string> {
    const kids = dict.entries.get('K');
    const value = this.#revision.document.resolve(kids);
    const added = this.#tags.filter(({ isNew }) => isNew).map(({ element }) => refSource(element));
    const changed = this.#kids.get(ref.number);
    if (changed) return { K: `[${[...changed, ...added].join(' ')}]` };
    if (added.length === 0) return {};
    if (isArray(value)) {
      const source = arraySource(value, added);
      if (!isRef(kids)) return { K: source };
      this.#revision.put(kids, source);
      return {};
    }
    const only = kids === undefined || value === null ? [] : [valueSource(kids)];
    return { K: `[${[...only, ...added].join(' ')}]` };
  }

  /** Appends to the number tree (ISO 32000-1 §7.9.7); returns its source unless it is an object of its own. */
  #extendedTree(root: PdfDict): string | null {
    const { document } = this.#revision;
    const parentTree = root.entries.get('ParentTree');
    const tree = document.resolve(parentTree);
    const pairs = this.#tags.map(({ key, element, isNew }) =>
      // The content of a stream has an element for each of its marks (ISO 32000-1 §14.7.4.4).
      isNew ? `${key} ${refSource(element)}` : `${key} [${refSource(element)}]`,
    );
    const changes = isDict(tree) ? this.#changedTree(tree, pairs) : { Nums: `[${pairs.join(' ')}]` };
    const source = isDict(tree) ? dictSource(tree, changes) : `<< /Nums ${changes.Nums} >>`;
    if (!isRef(parentTree) || !isDict(tree)) return source;
    if (Object.keys(changes).length > 0) this.#revision.put(parentTree, source);
    return null;
  }

  #changedTree(tree: PdfDict, pairs: readonly string[]): Record<string, string> {
    const { document } = this.#revision;
    const key = tree.entries.has('Kids') ? 'Kids' : 'Nums';
    const value = tree.entries.get(key);
    const list = document.resolve(value);
    let added = pairs;
    if (key === 'Kids') {
      const limits = `${this.#tags[0]?.key} ${this.#tags.at(-1)?.key}`;
      added = [refSource(this.#revision.add(`<< /Limits [${limits}] /Nums [${pairs.join(' ')}] >>`))];
    }
    const source = arraySource(isArray(list) ? list : null, added);
    if (!isRef(value) || !isArray(list)) return { [key]: source };
    this.#revision.put(value, source);
    return {};
  }
}

function nodeOf(
  document: PdfDocument,
  value: PdfValue | undefined,
): { readonly ref: PdfRef; readonly dict: PdfDict } | null {
  const dict = document.resolve(value);
  return isRef(value) && isDict(dict) ? { ref: value, dict } : null;
}

/** The element that holds the whole document, usually /Document. */
function onlyChild(document: PdfDocument, root: PdfDict) {
  const kids = root.entries.get('K');
  const list = document.resolve(kids);
  const child = nodeOf(document, isArray(list) && list.items.length === 1 ? list.items[0] : kids);
  return child && nameOf(document.resolve(child.dict.entries.get('S'))) !== null ? child : null;
}

/** Above every key of the parent tree, even when /ParentTreeNextKey is too small. */
function nextKeyOf(document: PdfDocument, root: PdfDict): number {
  const claimed = document.resolve(root.entries.get('ParentTreeNextKey'));
  const tree = document.dict(root, 'ParentTree');
  const highest = tree ? highestKey(document, tree, document.limits.nesting) : -1;
  return Math.max(isInteger(claimed) ? claimed : 0, highest + 1);
}

function highestKey(document: PdfDocument, node: PdfDict, depth: number): number {
  const numbers = document.resolve(node.entries.get('Nums'));
  const kids = document.resolve(node.entries.get('Kids'));
  const keys = isArray(numbers) ? numbers.items.filter((_item, index) => index % 2 === 0) : [];
  // The leaves are in ascending order.
  const last = isArray(kids) && depth > 0 ? document.resolve(kids.items.at(-1)) : null;
  const below = isDict(last) ? highestKey(document, last, depth - 1) : -1;
  return Math.max(below, ...keys.map((key) => (isInteger(key) ? key : -1)));
}
