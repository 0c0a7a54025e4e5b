import { dictOf, isArray, isDict, isRef, nameOf, type PdfValue } from '../pdf/values.ts';
import { type ChangeKind, type Finding, findingOf } from './change-kinds.ts';
import { readableRectOf } from './displayed-rect.ts';
import { isDocumentTimestamp } from './document-timestamp-field.ts';
import type { ObjectUses, RevisionPair } from './object-uses.ts';
import { meaningOf } from './value-meaning.ts';

interface Values {
  readonly old: PdfValue;
  readonly now: PdfValue;
}

interface ListChanges {
  readonly added: readonly PdfValue[];
  readonly removed: readonly PdfValue[];
  /** The remaining elements changed order or occur twice. */
  readonly isReordered: boolean;
}

function listChanges({ before, after }: RevisionPair, { old, now }: Values): ListChanges {
  const oldItems = itemsOf(before, old);
  const nowItems = itemsOf(after, now);
  const oldKeys = oldItems.map(meaningOf);
  const nowKeys = nowItems.map(meaningOf);
  const oldSet = new Set(oldKeys);
  const nowSet = new Set(nowKeys);
  const order = nowKeys.filter((key) => oldSet.has(key)).join(' ');
  return {
    added: nowItems.filter((_item, index) => !oldSet.has(nowKeys[index] ?? '')),
    removed: oldItems.filter((_item, index) => !nowSet.has(oldKeys[index] ?? '')),
    isReordered: order !== oldKeys.filter((key) => nowSet.has(key)).join(' '),
  };
}

/** Findings for the annotations of one page. */
export function* compareAnnotations(
  pair: RevisionPair,
  { page, ...values }: Values & { readonly page: number | null },
): Generator<Finding> {
  const { added, removed, isReordered } = listChanges(pair, values);
  const { before } = pair;
  const about = (kind: ChangeKind, detail: string | null, fieldName: string | null = null): Finding =>
    findingOf(kind, { page, fieldName, detail });
  for (const item of removed) {
    const field = isRef(item) ? before.fieldOf(item.number) : null;
    if (!field) yield about('annotation', 'removed');
    else if (isDict(before.document.resolve(field.dict.entries.get('V'))))
      yield about('appearance', null, field.name);
    else yield about('form', 'not shown any more', field.name);
  }
  if (isReordered) yield about('annotation', 'in another order');
  for (const item of added) yield* addedAnnotation(pair, { item, page });
}

function* addedAnnotation(
  { before, after }: RevisionPair,
  { item, page }: { readonly item: PdfValue; readonly page: number | null },
): Generator<Finding> {
  const number = isRef(item) ? item.number : -1;
  const groupField = before.fieldOf(number);
  if (groupField) {
    yield findingOf('form', { page, fieldName: groupField.name, detail: 'shown in another place' });
    return;
  }
  if (isDocumentTimestamp(after.document, item)) {
    yield findingOf('timestamp');
    return;
  }
  const field = after.fieldOf(number);
  const dict = dictOf(after.document.resolve(item));
  const displayed = readableRectOf(after.document, page, dict);
  if (field?.type === 'Sig') yield findingOf('field-added', { page, fieldName: field.name, displayed });
  else if (field) yield findingOf('form', { page, fieldName: field.name, detail: 'added', displayed });
  else {
    const subtype = nameOf(after.document.resolve(dict?.entries.get('Subtype'))) ?? 'of no kind';
    yield findingOf('annotation', { page, detail: `${subtype.slice(0, 40)} added`, displayed });
  }
}

/** Findings for the fields of the form or of a group. */
export function* compareFieldList(pair: RevisionPair, old: PdfValue, now: PdfValue): Generator<Finding> {
  const { added, removed, isReordered } = listChanges(pair, { old, now });
  const { before } = pair;
  const form = (detail: string, fieldName: string | null = null): Finding =>
    findingOf('form', { fieldName, detail });
  for (const item of removed) {
    const field = isRef(item) ? before.fieldOf(item.number) : null;
    const isSigned = field?.type === 'Sig' && isDict(before.document.resolve(field.dict.entries.get('V')));
    if (field && isSigned) yield findingOf('signature-changed', { fieldName: field.name });
    else yield form('a field was removed', field?.name ?? null);
  }
  if (isReordered) yield form('in another order');
  for (const item of added) yield* addedField(pair, item);
}

function* addedField({ before, after }: RevisionPair, item: PdfValue): Generator<Finding> {
  const number = isRef(item) ? item.number : -1;
  const field = after.fieldOf(number);
  const hasField = field !== null && before.fields.some(({ name }) => name === field.name);
  const about = { fieldName: field?.name ?? null };
  // Viewers treat two fields of one name as one: the old field would show the value of the new one.
  if (field?.type !== 'Sig' || hasField || before.usesOf(number).length > 0)
    yield findingOf('form', {
      ...about,
      detail: hasField ? 'a second field of one name' : 'a field was added',
    });
  else if (isDocumentTimestamp(after.document, item)) yield findingOf('timestamp');
  else {
    const widget = field.widgets[0]?.dict ?? null;
    const pageRef = widget?.entries.get('P');
    const index = isRef(pageRef) ? before.pages.indexOf(pageRef.number) : -1;
    const page = index < 0 ? null : index;
    const displayed = readableRectOf(after.document, page, widget);
    yield findingOf('field-added', { ...about, page, displayed });
    if (isDict(after.document.resolve(field.dict.entries.get('V')))) yield findingOf('signature', about);
  }
}

/** Findings for added and removed pages, and for changes of order and counts. */
export function comparePageLists({ before, after }: RevisionPair): Finding[] {
  const oldPages = new Set(before.pages);
  const nowPages = new Set(after.pages);
  const findings: Finding[] = [];
  const add = (kind: ChangeKind, page: number | null): void => {
    findings.push(findingOf(kind, { page }));
  };
  for (const [page, number] of before.pages.entries()) if (!nowPages.has(number)) add('page-removed', page);
  for (const [page, number] of after.pages.entries()) if (!oldPages.has(number)) add('page-added', page);
  const old = before.pages.filter((number) => nowPages.has(number)).join(' ');
  const now = after.pages.filter((number) => oldPages.has(number)).join(' ');
  if (old !== now || findings.length === 0) add('page', null);
  return findings;
}

function itemsOf({ document }: ObjectUses, value: PdfValue): readonly PdfValue[] {
  const list = document.resolve(value);
  return isArray(list) ? list.items : [];
}
