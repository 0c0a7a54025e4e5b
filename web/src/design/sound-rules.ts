import { isReference, keysIn, readFormula } from '@paraph/domain';
import type { BoardComparison, BoardField } from './board-field.ts';

/** Drops conditions that became impossible: the other field is gone, of another person, or has no such value. */
export function withSoundConditions(fields: readonly BoardField[]): readonly BoardField[] {
  if (!fields.some(({ showIf }) => showIf !== null)) return fields;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return fields.map((field) => {
    const { showIf } = field;
    if (!showIf) return field;
    const comparisons = showIf.comparisons.flatMap((each): BoardComparison[] => {
      const target = byKey.get(each.key);
      if (isSound(field, each, target ?? null)) return [each];
      const isOnlyValue = target && mayDependOn(field, target);
      return isOnlyValue ? [{ key: each.key, isFilled: true }] : [];
    });
    return { ...field, showIf: comparisons.length > 0 ? { ...showIf, comparisons } : null };
  });
}

/** Drops formulas that name a field which is gone. */
export function withSoundFormulas(fields: readonly BoardField[]): readonly BoardField[] {
  if (!fields.some(({ formula }) => formula !== null)) return fields;
  const keys = new Set(fields.map(({ dataKey }) => dataKey));
  return fields.map((field) => {
    const read = field.formula === null ? null : readFormula(field.formula);
    const isSoundFormula = !read || ('formula' in read && keysIn(read.formula).every((key) => keys.has(key)));
    return isSoundFormula ? field : { ...field, formula: null, readOnly: false };
  });
}

/** Whether the field may have a condition on the other one. */
export function mayDependOn(field: BoardField, other: BoardField): boolean {
  return (
    other.key !== field.key &&
    other.role === field.role &&
    other.type !== 'date' &&
    other.type !== 'stamp' &&
    other.formula === null
  );
}

function isSound(field: BoardField, { equals, oneOf, isFilled }: BoardComparison, target: BoardField | null) {
  if (!target || !mayDependOn(field, target)) return false;
  if (isFilled !== undefined) return true;
  if (isReference(target.type)) return false;
  const values = oneOf ?? [equals];
  if (target.type === 'checkbox') return values.every((value) => value === '1');
  return !target.options || values.every((value) => target.options?.some((option) => option.value === value));
}
