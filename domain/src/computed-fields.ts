import { readComputed } from './amount.ts';
import type { AnsweredField } from './field-rules.ts';
import { computeFormula, keysIn, readFormula } from './formula.ts';
import { listShownFields } from './shown-fields.ts';

type ComputableField = Pick<AnsweredField, 'id' | 'type' | 'key' | 'formula' | 'showIf' | 'value'>;

/**
 * The values of the fields with a formula, by id; all fields are of one role. A hidden field counts as empty, and a box
 * that is not ticked as 0. `inputs` are the values of others who have signed before.
 */
export function computeFields(
  fields: readonly ComputableField[],
  inputs: Readonly<Record<string, string | null>>,
): Map<number, string | null> {
  const shown = new Set(listShownFields(fields).map(({ id }) => id));
  const byKey = new Map(fields.flatMap((field) => (field.key ? [[field.key, field] as const] : [])));
  const values = new Map<number, string | null>();
  const textOf = (key: string): string | null => {
    const field = byKey.get(key);
    if (!field) return Object.hasOwn(inputs, key) ? (inputs[key] ?? null) : null;
    if (!shown.has(field.id)) return field.type === 'checkbox' ? '0' : null;
    return field.formula ? compute(field, field.formula) : inputValue(field);
  };
  const compute = (field: ComputableField, text: string): string | null => {
    const known = values.get(field.id);
    if (known !== undefined) return known;
    // A circle, which is refused when fields are set, would end here.
    values.set(field.id, null);
    const read = readFormula(text);
    const isShown = shown.has(field.id) && 'formula' in read;
    const value = isShown ? computeFormula(read.formula, textOf) : null;
    values.set(field.id, fits(field, value) ? value : null);
    return values.get(field.id) ?? null;
  };
  for (const field of fields) if (field.formula) compute(field, field.formula);
  return values;
}

/** What a formula reads of a field. */
export function inputValue({ type, value }: Pick<AnsweredField, 'type' | 'value'>): string | null {
  return type === 'checkbox' ? (value ?? '0') : value;
}

function fits({ type }: ComputableField, value: string | null): boolean {
  const computed = value === null ? null : readComputed(value);
  if (type === 'text' || computed === null) return true;
  return (computed.kind === 'day') === (type === 'date');
}

/** The keys that the formulas of these fields name, but their own. */
export function foreignKeys(fields: readonly Pick<AnsweredField, 'key' | 'formula'>[]): string[] {
  const own = new Set(fields.map(({ key }) => key));
  const named = fields.flatMap(({ formula }) => {
    const read = formula ? readFormula(formula) : null;
    return read && 'formula' in read ? keysIn(read.formula) : [];
  });
  return [...new Set(named)].filter((key) => !own.has(key));
}
