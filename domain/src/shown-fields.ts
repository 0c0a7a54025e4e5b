import { type Comparison, comparisonsIn } from './condition.ts';
import type { AnsweredField } from './field-rules.ts';

/** The fields that are shown with these answers, all of one role. A hidden field counts as empty for others. */
export function listShownFields<F extends Pick<AnsweredField, 'id' | 'showIf' | 'value'>>(
  fields: readonly F[],
): F[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const shownById = new Map<number, boolean>();
  const isShown = (field: F): boolean => {
    const answer = shownById.get(field.id);
    if (answer !== undefined) return answer;
    // A circle, which is refused when fields are set, would end here.
    shownById.set(field.id, true);
    const answers = (field.showIf ? comparisonsIn(field.showIf) : []).map((comparison) => {
      const target = byId.get(comparison.fieldId);
      return !target || holds(comparison, isShown(target) ? target.value : null);
    });
    const shown = field.showIf?.any ? answers.some((each) => each) : answers.every((each) => each);
    shownById.set(field.id, shown);
    return shown;
  };
  return fields.filter(isShown);
}

function holds({ equals, oneOf, isFilled }: Comparison, value: string | null): boolean {
  const text = value?.trim() ?? '';
  if (isFilled !== undefined) return (text !== '') === isFilled;
  return text !== '' && (oneOf ?? [equals ?? '']).includes(text);
}
