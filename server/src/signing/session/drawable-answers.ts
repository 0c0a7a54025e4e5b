import {
  type AnsweredField,
  drawnValue,
  type FindMissingCharacters,
  isAnswered,
  listShownFields,
} from '@paraph/domain';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';

type Field = WorkflowFacts['fields'][number];

/**
 * A name that cannot be drawn is not offered as an answer; where the sender has fixed it, the address stands for it, as
 * in a signature. The certificate contains the name.
 */
export function withDrawableNames<OneField extends Pick<Field, 'read_only' | 'type' | 'value'>>(
  fields: readonly OneField[],
  { name, email }: { name: string; email: string },
  findMissing: FindMissingCharacters,
): OneField[] {
  const isOffered = ({ type, value }: OneField) => type === 'name' && value === name;
  if (!fields.some(isOffered) || findMissing(name).length === 0) return [...fields];
  return fields.map((field) =>
    isOffered(field) ? { ...field, value: field.read_only ? email : null } : field,
  );
}

/** The characters of each answer that cannot be drawn, by the id of its field. */
export function findUndrawableAnswers(
  fields: readonly AnsweredField[],
  findMissing: FindMissingCharacters,
): Map<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const field of listShownFields(fields).filter(isAnswered)) {
    const drawn = field.options === null ? drawnValue(field) : null;
    const missing = drawn?.kind === 'text' ? findMissing(drawn.text) : [];
    if (missing.length > 0) found.set(field.id, missing);
  }
  return found;
}
