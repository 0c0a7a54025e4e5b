import type { PdfDocument } from '../pdf/document.ts';
import type { FormField } from '../pdf/form-fields.ts';
import { dictOf, emptyDict, isDict, type PdfDict, type PdfValue } from '../pdf/values.ts';
import { type ChangeKind, type Finding, findingOf, isAllowedAt } from './change-kinds.ts';
import { changedNumbers, isInside, isStructure, usedAmong } from './changed-objects.ts';
import { compareField, lookKind } from './compare-field.ts';
import { compareAnnotations, compareFieldList, comparePageLists } from './compare-lists.ts';
import { isExtended, isExtendedObject } from './compare-resources.ts';
import { readableRectOf } from './displayed-rect.ts';
import { valueChange } from './field-values.ts';
import { catalogueRoles, type ObjectRole, pageRoles, type RevisionPair, type Use } from './object-uses.ts';
import { isEmptied } from './shown-field.ts';
import { changedKeys, meaningOf } from './value-meaning.ts';

/**
 * Finds the changes of one revision, object by object, for every use of an object in the earlier file. New objects are
 * reachable only through changed ones and are evaluated there.
 */
export function revisionFindings(pair: RevisionPair, count: () => void): Finding[] {
  return new RevisionComparison(pair).findings(count);
}

/** Uses where every change is of one kind. */
const kindOfRole: Readonly<Partial<Record<ObjectRole, ChangeKind>>> = {
  action: 'action',
  annotation: 'annotation',
  attachment: 'attachment',
  catalogue: 'catalogue',
  content: 'content',
  'form-part': 'form',
  info: 'metadata',
  layers: 'layers',
  'look-part': 'appearance',
  metadata: 'metadata',
  navigation: 'navigation',
  other: 'other',
  'page-part': 'page',
  permissions: 'permissions',
  'signature-value': 'signature-changed',
  store: 'validation-data',
  structure: 'structure',
};

const kindOfCatalogue: ReadonlyMap<ObjectRole, ChangeKind> = new Map(
  [...new Set(catalogueRoles.values())].map((role) => [role, kindOfRole[role] ?? 'catalogue']),
);

const FIELD_ROLES: ReadonlySet<ObjectRole> = new Set(['field', 'look', 'value']);

class RevisionComparison {
  readonly #pair: RevisionPair;
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #findings = new Map<string, Finding>();
  /** Fields that changed, each with its page. */
  readonly #touched = new Map<FormField, number | null>();

  constructor(pair: RevisionPair) {
    this.#pair = pair;
    this.#before = pair.before.document;
    this.#after = pair.after.document;
  }

  findings(count: () => void): Finding[] {
    // Reads the whole file even when no object was rewritten.
    this.#pair.before.walk();
    this.#compareTrailers();
    const changed = changedNumbers([this.#before, this.#after], count);
    const { before } = this.#pair;
    const isUsed = (number: number): boolean => before.usesOf(number).length > 0;
    const used = usedAmong(changed, { after: this.#after, isUsed });
    for (const number of changed) {
      if (isUsed(number)) for (const use of before.usesOf(number)) this.#compare(number, use);
      else if (!used.has(number) && !isStructure(this.#after, number) && this.#after.object(number))
        this.#add('unused-objects');
    }
    // What is never permitted says enough.
    if ([...this.#findings.values()].every(({ kind }) => isAllowedAt(null, kind))) {
      this.#addEmptied();
      this.#addRevived(changed, used, isUsed);
    }
    return [...this.#findings.values()];
  }

  #addEmptied(): void {
    for (const [field, page] of this.#touched)
      if (isEmptied(this.#pair, field)) this.#add('emptied', { page, fieldName: field.name });
  }

  /**
   * A program that changes a file writes what is new. An entry that leads to another place in the earlier bytes, or a
   * reference to an object that was in them without use, shows what the signer did not see.
   */
  #addRevived(
    changed: ReadonlySet<number>,
    used: ReadonlySet<number>,
    isUsed: (number: number) => boolean,
  ): void {
    const { before } = this.#pair;
    for (const number of changed)
      if ((isUsed(number) || used.has(number)) && isInside(this.#before.source.size, this.#after, number))
        this.#add('revived', { page: before.usesOf(number)[0]?.page ?? null });
    for (const number of used) if (!changed.has(number) && this.#before.object(number)) this.#add('revived');
  }

  #add(kind: ChangeKind, about: Partial<Omit<Finding, 'kind'>> = {}): void {
    const isFull = this.#findings.size >= this.#before.limits.findings;
    // Above the limit, one finding of each kind represents the rest; it names no field, so that every lock applies.
    const finding = findingOf(kind, isFull ? {} : about);
    const { page, fieldName, detail, displayed } = finding;
    this.#findings.set(JSON.stringify([kind, page, fieldName, detail, displayed]), finding);
  }

  #addAll(findings: Iterable<Finding>): void {
    for (const finding of findings) this.#add(finding.kind, finding);
  }

  /** A trailer may name another catalogue or information dictionary although neither object changed. */
  #compareTrailers(): void {
    const [old, now] = [this.#before.root.ref, this.#after.root.ref];
    // Some programs write a copy of the catalogue under another number.
    if (old.number !== now.number || old.generation !== now.generation)
      this.#compareRoot(this.#before.root.dict, this.#after.root.dict);
    const [oldInfo, nowInfo] = [this.#before, this.#after].map(({ trailer }) =>
      meaningOf(trailer.entries.get('Info') ?? null),
    );
    if (oldInfo !== nowInfo) this.#add('metadata');
  }

  #compare(number: number, use: Use): void {
    const old = this.#before.object(number)?.value ?? null;
    const now = this.#after.object(number)?.value ?? null;
    const { role, page, field } = use;
    if (field && FIELD_ROLES.has(role)) this.#touched.set(field, page);
    const whole = kindOfRole[role];
    if (whole === 'annotation') this.#addAnnotation(now, page);
    else if (whole) this.#add(whole, { page, fieldName: field?.name ?? null });
    else if (role === 'annotation-list') this.#addAll(compareAnnotations(this.#pair, { old, now, page }));
    else if (role === 'form-resources') {
      if (!isExtendedObject(this.#pair, number)) this.#add('form', { detail: 'DR' });
    } else if (role === 'field-list') this.#addAll(compareFieldList(this.#pair, old, now));
    else if (role === 'look' && field) this.#addOfField(lookKind(this.#pair, field), field, page);
    else if (role === 'value' && field) this.#addOfField('form-fill', field, page);
    else if (role === 'field' && field) this.#addAll(compareField(this.#pair, { number, use, old, now }));
    else if (role === 'page-tree' && !isDict(now)) this.#addPageLists();
    else if (!isDict(old) || !isDict(now)) this.#add(role.startsWith('page') ? 'page' : 'other', { page });
    else if (role === 'root') this.#compareRoot(old, now);
    else if (role === 'form') this.#compareForm(old, now);
    else if (role === 'field-group') this.#compareGroup(old, now);
    else this.#compareNode(old, now, page);
  }

  #addOfField(kind: ChangeKind, field: FormField, page: number | null): void {
    const values = kind === 'form-fill' ? valueChange(this.#pair, field) : null;
    this.#add(kind, { page, fieldName: field.name, values });
  }

  #addAnnotation(now: PdfValue, page: number | null): void {
    this.#add('annotation', { page, displayed: readableRectOf(this.#after, page, dictOf(now)) });
  }

  #compareRoot(old: PdfDict, now: PdfDict): void {
    for (const key of changedKeys(old, now)) {
      if (key === 'AcroForm') {
        const oldForm = this.#before.dict(old, key);
        const nowForm = this.#after.dict(now, key);
        if (nowForm) this.#compareForm(oldForm, nowForm);
        else this.#add('form', { detail: 'it was removed' });
      } else if (key === 'Pages') {
        this.#add('page');
        this.#addPageLists();
      } else {
        const kind = kindOfCatalogue.get(catalogueRoles.get(key) ?? 'catalogue') ?? 'catalogue';
        this.#add(kind, kind === 'catalogue' ? { detail: key } : {});
      }
    }
  }

  #compareForm(old: PdfDict | null, now: PdfDict): void {
    for (const key of changedKeys(old ?? emptyDict, now)) {
      if (key === 'SigFlags' || isAddedDefault(this.#pair, key, [old, now])) continue;
      if (key === 'Fields')
        this.#addAll(
          compareFieldList(this.#pair, old?.entries.get(key) ?? null, now.entries.get(key) ?? null),
        );
      else this.#add('form', { detail: key });
    }
  }

  #compareGroup(old: PdfDict, now: PdfDict): void {
    for (const key of changedKeys(old, now))
      if (key === 'Kids')
        this.#addAll(
          compareFieldList(this.#pair, old.entries.get(key) ?? null, now.entries.get(key) ?? null),
        );
      else this.#add('form', { detail: key });
  }

  /** A page or a node of the page tree. */
  #compareNode(old: PdfDict, now: PdfDict, page: number | null): void {
    for (const key of changedKeys(old, now)) {
      const values = { old: old.entries.get(key) ?? null, now: now.entries.get(key) ?? null };
      if (key === 'Annots') this.#addAll(compareAnnotations(this.#pair, { ...values, page }));
      else if (key === 'Kids' || key === 'Count') this.#addPageLists();
      else if (!this.#isCopy(values))
        this.#add(kindOfRole[pageRoles.get(key) ?? 'page-part'] ?? 'page', { page });
    }
  }

  /** Whether a value only moved to another object, as resources that a program writes anew. */
  #isCopy({ old, now }: { readonly old: PdfValue; readonly now: PdfValue }): boolean {
    const [was, is] = [this.#before.resolve(old), this.#after.resolve(now)];
    return isDict(was) && isDict(is) && changedKeys(was, is).length === 0;
  }

  #addPageLists(): void {
    this.#addAll(comparePageLists(this.#pair));
  }
}

/** Defaults that the form did not have, and names added to its resources: fields that exist do not use them. */
function isAddedDefault(pair: RevisionPair, key: string, forms: readonly [PdfDict | null, PdfDict]): boolean {
  const [old = null, now = null] = forms.map((form) => form?.entries.get(key) ?? null);
  if (key !== 'DA' && key !== 'DR') return false;
  return old === null || (key === 'DR' && isExtended(pair, old, now));
}
