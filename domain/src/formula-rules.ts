import type { FieldType } from './field.ts';
import { keysIn, readFormula } from './formula.ts';

/** The order of the step in which a role acts; null where it acts in none yet. */
export type OrderOf = (role: number) => number | null;

interface FormulaField {
  type: FieldType;
  key: string | null;
  formula: string | null;
  role: number;
}

/** Why formulas cannot be computed from the other fields, by the positions of their fields. */
export function findFormulaProblems(fields: readonly FormulaField[], orderOf: OrderOf): Map<number, string> {
  const problems = new Map<number, string>();
  const byKey = new Map(fields.flatMap(({ key }, index) => (key === null ? [] : [[key, index] as const])));
  const next = fields.map((field, index) => {
    const read = field.formula === null ? null : readFormula(field.formula);
    if (!read || 'error' in read) return [];
    return keysIn(read.formula).flatMap((key) => {
      const at = byKey.get(key);
      const problem = findInputProblem(field, { key, input: fields[at ?? -1], orderOf });
      if (problem !== null && !problems.has(index)) problems.set(index, problem);
      return at === undefined ? [] : [at];
    });
  });
  for (const index of listCircular(next)) {
    if (!problems.has(index))
      problems.set(index, 'Depends on itself through other formulas; break the circle.');
  }
  return problems;
}

function findInputProblem(
  field: FormulaField,
  { key, input, orderOf }: { key: string; input: FormulaField | undefined; orderOf: OrderOf },
): string | null {
  if (!input) return `There is no field with the key ${key} here.`;
  if (input === field) return 'Depends on itself; name other fields.';
  if (input.type === 'attachment') return `The field ${key} is a file; name fields with numbers or days.`;
  if (input.role === field.role) return null;
  const [earlier, own] = [orderOf(input.role), orderOf(field.role)];
  if (earlier === null || own === null || earlier < own) return null;
  return `The field ${key} must be of the same person, or of one who signs in an earlier step.`;
}

/** The positions from which `next` leads back to themselves. */
export function listCircular(next: readonly (readonly number[])[]): number[] {
  return [...next.keys()].filter((start) => {
    const seen = new Set<number>();
    const open = [...(next[start] ?? [])];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === start) return true;
      if (!seen.has(at)) open.push(...(next[at] ?? []));
      seen.add(at);
    }
    return false;
  });
}
