import type { PdfDocument } from '../pdf/document.ts';
import { type FormField, formOf, readFields } from '../pdf/form-fields.ts';
import { numbersInUse, referencesIn } from '../pdf/object-numbers.ts';
import { walkPages } from '../pdf/pages.ts';
import { latin1 } from '../pdf/parser.ts';
import {
  dictOf,
  isArray,
  isDict,
  isRef,
  isStream,
  nameOf,
  type PdfArray,
  type PdfDict,
  type PdfValue,
} from '../pdf/values.ts';
import { valueSource } from '../write/source-text.ts';
import type { ChangeKind } from './changes-after.ts';
import { isDocumentTimestamp } from './document-timestamp-field.ts';
import { securityStoreObjects } from './security-store-objects.ts';

/**
 * Says what one revision changed, object by object, by the part each played before. An object whose part is not known
 * is never passed over: it makes the revision `content` or `other`.
 */
export function revisionKinds(before: PdfDocument, after: PdfDocument): ChangeKind[] {
  return new RevisionComparison(before, after).kinds();
}

/** Numbers behind the last one of a file that it refers to all the same. */
function danglingNumbers(document: PdfDocument): Set<number> {
  const found = new Set<number>();
  const { nextNumber } = document;
  for (const number of numbersInUse(document))
    for (const target of referencesIn(document.object(number)?.value ?? null))
      if (target >= nextNumber) found.add(target);
  return found;
}

/** What an object was for before the revision. */
type Part = 'annotation-list' | 'field-list' | 'form' | 'info' | 'metadata' | 'page' | 'page-tree' | 'root';

class RevisionComparison {
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #kinds = new Set<ChangeKind>();
  readonly #parts: ReadonlyMap<number, Part>;
  readonly #fields = new Map<number, FormField>();
  /** Appearance streams of fields that are not signed. */
  readonly #looks = new Set<number>();

  constructor(before: PdfDocument, after: PdfDocument) {
    this.#before = before;
    this.#after = after;
    this.#parts = partsOf(before);
    for (const field of readFields(before)) {
      this.#fields.set(field.ref.number, field);
      for (const widget of field.widgets) {
        this.#fields.set(widget.ref.number, field);
        if (field.type !== 'Sig') collectLooks(before, widget.dict, this.#looks);
      }
    }
  }

  #danglingNumbers: Set<number> | null = null;
  #storeObjects: ReadonlySet<number> | null = null;

  kinds(): ChangeKind[] {
    if (rootNumber(this.#before) !== rootNumber(this.#after)) this.#kinds.add('catalogue');
    for (const number of this.#writtenNumbers()) this.#compare(number);
    return [...this.#kinds].sort();
  }

  /**
   * Numbers in the sections that one of the files has and the other has not: a later file may also leave out a
   * section, and so bring back what it had replaced.
   */
  #writtenNumbers(): Set<number> {
    const numbers = new Set<number>();
    for (const [one, other] of [
      [this.#after, this.#before],
      [this.#before, this.#after],
    ] as const) {
      const known = new Set(other.xref.sections.map(({ offset }) => offset));
      for (const { offset, subsections } of one.xref.sections) {
        if (known.has(offset)) continue;
        for (const { first, count } of subsections)
          for (let number = first; number < first + count; number += 1) if (number !== 0) numbers.add(number);
      }
    }
    return numbers;
  }

  #compare(number: number): void {
    const old = this.#before.object(number)?.value ?? null;
    const now = this.#after.object(number)?.value ?? null;
    if (old === null) {
      // Free and unknown numbers read as null; a reference that waited for one of them now shows something.
      const isAwaited = number < this.#before.nextNumber || this.#dangling().has(number);
      if (now !== null && isAwaited) this.#kinds.add('other');
      return;
    }
    if (isSameObject(this.#before, this.#after, number)) return;
    const part = this.#parts.get(number);
    const field = this.#fields.get(number);
    if (part) this.#comparePart(part, old, now);
    else if (field && isDict(old) && isDict(now)) this.#compareField(field, old, now);
    else if (this.#looks.has(number)) this.#kinds.add('form-fill');
    else if (this.#isOfStore(number)) this.#kinds.add('validation-data');
    else this.#kinds.add(isStream(old) ? 'content' : 'other');
  }

  #isOfStore(number: number): boolean {
    this.#storeObjects ??= securityStoreObjects(this.#before);
    return this.#storeObjects.has(number);
  }

  #dangling(): Set<number> {
    this.#danglingNumbers ??= danglingNumbers(this.#before);
    return this.#danglingNumbers;
  }

  #comparePart(part: Part, old: PdfValue, now: PdfValue): void {
    if (part === 'info' || part === 'metadata') this.#kinds.add('metadata');
    else if (part === 'page-tree') this.#kinds.add('page');
    else if (part === 'annotation-list') this.#compareAnnotations(old, now);
    else if (part === 'field-list') this.#compareFieldList(old, now);
    else if (!isDict(old) || !isDict(now)) this.#kinds.add('other');
    else if (part === 'root') this.#compareRoot(old, now);
    else if (part === 'form') this.#compareForm(old, now);
    else this.#comparePage(old, now);
  }

  #compareRoot(old: PdfDict, now: PdfDict): void {
    for (const key of changedKeys(old, now)) {
      if (key === 'DSS' || key === 'Extensions') this.#kinds.add('validation-data');
      else if (key === 'Metadata') this.#kinds.add('metadata');
      else if (key === 'AcroForm') {
        const oldForm = this.#before.dict(old, key);
        const nowForm = this.#after.dict(now, key);
        if (nowForm) this.#compareForm(oldForm ?? emptyForm, nowForm);
        else this.#kinds.add('form');
      } else this.#kinds.add('catalogue');
    }
  }

  #compareForm(old: PdfDict, now: PdfDict): void {
    for (const key of changedKeys(old, now)) {
      if (key === 'SigFlags') continue;
      if (key === 'Fields')
        this.#compareFieldList(old.entries.get(key) ?? null, now.entries.get(key) ?? null);
      else this.#kinds.add('form');
    }
  }

  #compareFieldList(old: PdfValue, now: PdfValue): void {
    const added = this.#addedItems(old, now);
    if (added === null) {
      this.#kinds.add('form');
      return;
    }
    const isSignature = (item: PdfValue): boolean => this.#typeOf(item, 'FT') === 'Sig';
    const others = added.filter((item) => !isDocumentTimestamp(this.#after, item));
    if (others.length < added.length) this.#kinds.add('timestamp');
    if (others.length > 0) this.#kinds.add(others.every(isSignature) ? 'field-added' : 'form');
    if (
      others.some((item) => isDict(this.#after.resolve(dictOf(this.#after.resolve(item))?.entries.get('V'))))
    )
      this.#kinds.add('signature');
  }

  #comparePage(old: PdfDict, now: PdfDict): void {
    for (const key of changedKeys(old, now)) {
      if (key === 'Annots')
        this.#compareAnnotations(old.entries.get(key) ?? null, now.entries.get(key) ?? null);
      else this.#kinds.add(key === 'Contents' || key === 'Resources' ? 'content' : 'page');
    }
  }

  #compareAnnotations(old: PdfValue, now: PdfValue): void {
    const added = this.#addedItems(old, now);
    if (added === null) this.#kinds.add('annotation');
    else
      for (const item of added) {
        const isField = this.#typeOf(item, 'Subtype') === 'Widget' && this.#typeOf(item, 'FT') === 'Sig';
        if (isDocumentTimestamp(this.#after, item)) this.#kinds.add('timestamp');
        else this.#kinds.add(isField ? 'field-added' : 'annotation');
      }
  }

  /** Elements put behind the old ones; null when old ones were moved or taken away. */
  #addedItems(old: PdfValue, now: PdfValue): PdfValue[] | null {
    const oldItems = itemsOf(this.#before.resolve(old));
    const nowItems = itemsOf(this.#after.resolve(now));
    const isKept = oldItems.every(
      (item, index) => valueSource(item) === valueSource(nowItems[index] ?? null),
    );
    return isKept ? nowItems.slice(oldItems.length) : null;
  }

  #compareField(field: FormField, old: PdfDict, now: PdfDict): void {
    const keys = changedKeys(old, now);
    if (field.type !== 'Sig') {
      const isFilling = keys.every((key) => ['V', 'AS', 'AP', 'I', 'M', 'DV'].includes(key));
      this.#kinds.add(isFilling ? 'form-fill' : 'annotation');
      return;
    }
    const wasSigned = isDict(this.#before.resolve(field.dict.entries.get('V')));
    const isSigned = isDict(this.#after.resolve(now.entries.get('V')));
    const signs = !wasSigned && (isSigned || !keys.includes('V'));
    for (const key of keys) {
      if (key === 'V') this.#kinds.add(wasSigned ? 'other' : this.#signatureKind(now));
      else if (key === 'AP') this.#kinds.add(signs ? 'signature' : 'appearance');
      else if (key !== 'M') this.#kinds.add('annotation');
    }
  }

  #signatureKind(field: PdfDict): ChangeKind {
    const signature = this.#after.dict(field, 'V');
    if (!signature) return 'other';
    return nameOf(this.#after.resolve(signature.entries.get('Type'))) === 'DocTimeStamp'
      ? 'timestamp'
      : 'signature';
  }

  #typeOf(item: PdfValue, key: string): string | null {
    const dict = dictOf(this.#after.resolve(item));
    return dict ? nameOf(this.#after.resolve(dict.entries.get(key))) : null;
  }
}

const emptyForm: PdfDict = { kind: 'dict', entries: new Map(), spans: new Map() };

function rootNumber(document: PdfDocument): number {
  return document.root.ref.number;
}

function partsOf(document: PdfDocument): Map<number, Part> {
  const parts = new Map<number, Part>();
  const note = (value: PdfValue | undefined, part: Part): void => {
    if (isRef(value)) parts.set(value.number, part);
  };
  const { dict } = document.root;
  note(document.root.ref, 'root');
  note(document.trailer.entries.get('Info'), 'info');
  note(dict.entries.get('Metadata'), 'metadata');
  note(dict.entries.get('AcroForm'), 'form');
  note(formOf(document)?.entries.get('Fields'), 'field-list');
  for (const page of walkPages(document)) {
    note(page.ref, 'page');
    note(page.dict.entries.get('Annots'), 'annotation-list');
    let parent = page.dict.entries.get('Parent');
    while (isRef(parent) && !parts.has(parent.number)) {
      note(parent, 'page-tree');
      parent = dictOf(document.resolve(parent))?.entries.get('Parent');
    }
  }
  return parts;
}

function collectLooks(document: PdfDocument, widget: PdfDict, looks: Set<number>): void {
  const appearances = document.dict(widget, 'AP');
  if (!appearances) return;
  for (const value of appearances.entries.values()) {
    if (isRef(value)) looks.add(value.number);
    const states = document.resolve(value);
    if (isDict(states))
      for (const state of states.entries.values()) if (isRef(state)) looks.add(state.number);
  }
}

/** The same object at the same place in both files. */
function isSameObject(before: PdfDocument, after: PdfDocument, number: number): boolean {
  const old = before.entry(number);
  const now = after.entry(number);
  if (old.type === 'offset' && now.type === 'offset') return old.offset === now.offset;
  return (
    old.type === 'compressed' &&
    now.type === 'compressed' &&
    old.container === now.container &&
    old.index === now.index
  );
}

function changedKeys(old: PdfDict, now: PdfDict): string[] {
  const keys = new Set([...old.spans.keys(), ...now.spans.keys()]);
  return [...keys].filter((key) => entrySource(old, key) !== entrySource(now, key));
}

function entrySource(dict: PdfDict, key: string): string | null {
  const span = dict.spans.get(key);
  return span ? latin1(span.bytes, span.start, span.end) : null;
}

function itemsOf(value: PdfValue): PdfArray['items'] {
  return isArray(value) ? value.items : [];
}
