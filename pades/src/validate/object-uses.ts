import type { PdfDocument } from '../pdf/document.ts';
import { type FormField, formOf, readFields } from '../pdf/form-fields.ts';
import {
  dictOf,
  type IndirectObject,
  isArray,
  isRef,
  isStream,
  type PdfDict,
  type PdfValue,
} from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A use of an object, derived from the path of references to it. One object may have several uses. */
export type ObjectRole =
  | 'action'
  | 'annotation'
  | 'annotation-list'
  | 'attachment'
  | 'catalogue'
  | 'content'
  | 'field'
  | 'field-group'
  | 'field-list'
  | 'form'
  | 'form-part'
  | 'form-resources'
  | 'info'
  | 'layers'
  | 'look'
  | 'look-part'
  | 'metadata'
  | 'navigation'
  | 'other'
  | 'page'
  | 'page-part'
  | 'page-tree'
  | 'permissions'
  | 'root'
  | 'signature-value'
  | 'store'
  | 'structure'
  | 'value';

export interface Use {
  readonly role: ObjectRole;
  /** Index of the first page that references it. */
  readonly page: number | null;
  readonly field: FormField | null;
}

/** Uses by catalogue entry; other entries are of the catalogue itself. */
export const catalogueRoles: ReadonlyMap<string, ObjectRole> = new Map([
  ['AA', 'action'],
  ['AF', 'attachment'],
  ['Collection', 'attachment'],
  ['DSS', 'store'],
  ['Dests', 'navigation'],
  ['Extensions', 'store'],
  ['Lang', 'structure'],
  ['MarkInfo', 'structure'],
  ['Metadata', 'metadata'],
  ['OCProperties', 'layers'],
  ['OpenAction', 'action'],
  ['Outlines', 'navigation'],
  ['PageLabels', 'navigation'],
  ['PageLayout', 'navigation'],
  ['PageMode', 'navigation'],
  ['Perms', 'permissions'],
  ['StructTreeRoot', 'structure'],
  ['Threads', 'navigation'],
  ['URI', 'navigation'],
  ['Version', 'metadata'],
  ['ViewerPreferences', 'navigation'],
]);

/** Uses by entry of a page or of its ancestors in the page tree. */
export const pageRoles: ReadonlyMap<string, ObjectRole> = new Map([
  ['AA', 'action'],
  ['Contents', 'content'],
  ['Group', 'content'],
  ['LastModified', 'metadata'],
  ['Metadata', 'metadata'],
  ['PieceInfo', 'metadata'],
  ['Resources', 'content'],
  ['StructParents', 'structure'],
  ['Tabs', 'structure'],
]);

/** Entries that reference pages, fields and annotations without being a use of them. */
const pointing: ReadonlySet<ObjectRole> = new Set([
  'action',
  'annotation',
  'catalogue',
  'field',
  'form',
  'form-part',
  'form-resources',
  'navigation',
  'page-part',
  'permissions',
  'signature-value',
  'structure',
]);

const USES_MAX = 64;

/** Two revisions of one file. */
export interface RevisionPair {
  readonly before: ObjectUses;
  readonly after: ObjectUses;
}

interface Step {
  readonly value: PdfValue | undefined;
  readonly use: Use;
}

/**
 * All reachable objects with every use. An object with two uses is evaluated for both: a content stream that is also
 * referenced as metadata remains a content stream.
 */
export class ObjectUses {
  readonly document: PdfDocument;
  readonly fields: readonly FormField[];
  /** Saves memory: most objects have one use, and there may be very many objects. */
  readonly #uses = new Map<number, Use | Use[]>();
  readonly #fieldOf = new Map<number, FormField>();
  /** Pages, fields and annotations: compared by their own rules; references to them do not add uses. */
  readonly #anchors = new Set<number>();
  readonly #open: Step[] = [];
  readonly #count: () => void;
  #pages: readonly number[] | null = null;

  constructor(document: PdfDocument, count: () => void) {
    this.document = document;
    this.#count = count;
    this.fields = readFields(document);
    for (const field of this.fields) {
      count();
      for (const { number } of [field.ref, ...field.widgets.map(({ ref }) => ref)])
        this.#fieldOf.set(number, field);
    }
  }

  /** Object numbers of the pages, in order. */
  get pages(): readonly number[] {
    return this.walk();
  }

  /** Empty for an unreachable object. */
  usesOf(number: number): readonly Use[] {
    this.walk();
    return this.#usesIn(number);
  }

  fieldOf(number: number): FormField | null {
    return this.#fieldOf.get(number) ?? null;
  }

  /** Reads all reachable objects. @throws PdfRefusal when that is not possible. */
  walk(): readonly number[] {
    if (this.#pages) return this.#pages;
    this.#pages = this.#walkTree();
    this.#walkRoot();
    this.#walkForm();
    this.#walkOpen();
    return this.#pages;
  }

  #usesIn(number: number): readonly Use[] {
    const uses = this.#uses.get(number);
    if (uses === undefined) return [];
    return Array.isArray(uses) ? uses : [uses];
  }

  #anchor(number: number, use: Use): void {
    this.#anchors.add(number);
    this.#note(number, use);
  }

  /** Whether the use is new to the object. */
  #note(number: number, use: Use): boolean {
    const uses = this.#usesIn(number);
    if (uses.length === 0) {
      this.#count();
      this.#uses.set(number, use);
      return true;
    }
    // One use per part is enough, but fields are evaluated separately; an object shared by very many belongs to none.
    const isShared = use.field !== null && uses.length >= USES_MAX;
    const noted: Use = isShared ? { role: 'look-part', page: null, field: null } : use;
    if (uses.some(({ role, field }) => role === noted.role && field === noted.field)) return false;
    this.#count();
    this.#uses.set(number, [...uses, noted]);
    return true;
  }

  /** Detects a signed object that extends into the appended bytes and would change without being rewritten. */
  #objectWithin(number: number): IndirectObject | null {
    const object = this.document.object(number);
    if (isStream(object?.value)) this.document.streamEnd(object.value);
    return object;
  }

  #later(value: PdfValue | undefined, use: Use): void {
    if (isRef(value) || isArray(value) || dictOf(value)) this.#open.push({ value, use });
  }

  #walkTree(): number[] {
    const pages: number[] = [];
    const root = this.document.root.dict.entries.get('Pages');
    const open: PdfValue[] = [root ?? null];
    while (open.length > 0) {
      const ref = open.pop() ?? null;
      if (!isRef(ref) || this.#anchors.has(ref.number)) continue;
      const node = dictOf(this.document.resolve(ref));
      const isTree = node?.entries.has('Kids') === true;
      const page = isTree || !node ? null : pages.length;
      if (page !== null) pages.push(ref.number);
      this.#anchor(ref.number, { role: page === null ? 'page-tree' : 'page', page, field: null });
      if (!node) continue;
      this.#walkNode(node, page);
      const kids = this.document.resolve(node.entries.get('Kids'));
      if (isTree && isArray(kids)) open.push(...[...kids.items].reverse());
    }
    return pages;
  }

  #walkNode(node: PdfDict, page: number | null): void {
    const use = (role: ObjectRole): Use => ({ role, page, field: null });
    for (const [key, value] of node.entries) {
      if (key === 'Parent') continue;
      if (key === 'Kids') {
        if (isRef(value)) this.#note(value.number, use('page-tree'));
      } else if (key === 'Annots') this.#walkAnnotations(value, page);
      else this.#later(value, use(pageRoles.get(key) ?? 'page-part'));
    }
  }

  #walkAnnotations(annotations: PdfValue, page: number | null): void {
    if (isRef(annotations)) this.#note(annotations.number, { role: 'annotation-list', page, field: null });
    const list = this.document.resolve(annotations);
    if (!isArray(list)) return;
    for (const item of list.items) {
      const field = isRef(item) ? this.#fieldOf.get(item.number) : undefined;
      if (field && isRef(item)) this.#anchor(item.number, { role: 'field', page, field });
      else if (isRef(item)) this.#anchor(item.number, { role: 'annotation', page, field: null });
      const annotation = field ? null : dictOf(this.document.resolve(item));
      for (const value of annotation?.entries.values() ?? [])
        this.#later(value, { role: 'annotation', page, field: null });
    }
  }

  #walkRoot(): void {
    const { root, trailer } = this.document;
    const use = (role: ObjectRole): Use => ({ role, page: null, field: null });
    this.#anchor(root.ref.number, use('root'));
    for (const [key, value] of root.dict.entries)
      if (key !== 'Pages' && key !== 'AcroForm')
        this.#later(value, use(catalogueRoles.get(key) ?? 'catalogue'));
    for (const [key, value] of trailer.entries)
      if (key === 'Info') this.#later(value, use('info'));
      else if (key !== 'Root') for (const item of this.#present(value)) this.#later(item, use('other'));
  }

  /**
   * What an entry of the trailer names. Office programs leave entries there that name no object of the file; another
   * program gives the number to an object of its own.
   */
  #present(value: PdfValue): readonly PdfValue[] {
    const items = isArray(value) ? value.items : [value];
    return items.filter((item) => !isRef(item) || this.document.object(item.number) !== null);
  }

  #walkForm(): void {
    const { document } = this;
    const use = (role: ObjectRole): Use => ({ role, page: null, field: null });
    const formValue = document.root.dict.entries.get('AcroForm');
    if (isRef(formValue)) this.#anchor(formValue.number, use('form'));
    const form = formOf(document);
    for (const [key, value] of form?.entries ?? []) {
      if (key !== 'Fields') this.#later(value, use(key === 'DR' ? 'form-resources' : 'form-part'));
      else {
        if (isRef(value)) this.#note(value.number, use('field-list'));
        const list = document.resolve(value);
        if (isArray(list)) for (const item of list.items) this.#walkGroup(item);
      }
    }
    for (const field of this.fields)
      for (const { ref, dict } of new Set([{ ref: field.ref, dict: field.dict }, ...field.widgets]))
        this.#walkField(field, ref.number, dict);
  }

  /** Groups of fields; `readFields` has limited the depth and excluded circles. */
  #walkGroup(item: PdfValue): void {
    if (!isRef(item) || this.#fieldOf.has(item.number) || this.#anchors.has(item.number)) return;
    this.#anchor(item.number, { role: 'field-group', page: null, field: null });
    const group = dictOf(this.document.resolve(item));
    for (const [key, value] of group?.entries ?? []) {
      const kids = key === 'Kids' ? this.document.resolve(value) : null;
      if (key === 'Kids' && isRef(value))
        this.#note(value.number, { role: 'field-group', page: null, field: null });
      if (isArray(kids)) for (const kid of kids.items) this.#walkGroup(kid);
      else if (key !== 'Parent') this.#later(value, { role: 'form-part', page: null, field: null });
    }
  }

  #walkField(field: FormField, number: number, dict: PdfDict): void {
    const page = this.#usesIn(number).find((use) => use.page !== null)?.page ?? null;
    this.#anchor(number, { role: 'field', page, field });
    for (const [key, value] of dict.entries) {
      if (key === 'Parent' || key === 'P') continue;
      if (key === 'AP') this.#later(value, { role: 'look', page, field });
      else if (key !== 'V') this.#later(value, { role: 'form-part', page: null, field: null });
      else this.#later(value, { role: field.type === 'Sig' ? 'signature-value' : 'value', page, field });
    }
  }

  #walkOpen(): void {
    for (let step = this.#open.pop(); step; step = this.#open.pop()) {
      const { value, use } = step;
      if (isRef(value)) this.#follow(value.number, use);
      else for (const item of membersOf(value)) this.#later(item, use);
    }
  }

  #follow(number: number, use: Use): void {
    if (this.#anchors.has(number)) {
      if (!pointing.has(use.role)) this.#note(number, use);
      return;
    }
    if (!this.#note(number, use)) return;
    const object = this.#objectWithin(number);
    if (object) this.#later(object.value, insideOf(use, isStream(object.value)));
  }
}

/** Appearances are streams or dictionaries of streams by state; resources of a stream belong to no single field. */
function insideOf(use: Use, isInStream: boolean): Use {
  if (use.role !== 'look') return use.field === null ? use : { ...use, field: null };
  return isInStream ? { role: 'look-part', page: use.page, field: null } : use;
}

function membersOf(value: PdfValue | undefined): Iterable<PdfValue> {
  if (isArray(value)) return value.items;
  return dictOf(value)?.entries.values() ?? [];
}

/** Limits the objects compared across all revisions of one file. */
export function counter(objectsMax: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > objectsMax)
      throw new PdfRefusal('limit', 'The file has too many revisions and parts to tell what changed.');
  };
}
