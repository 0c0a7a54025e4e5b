import { type Comparison, hasRule, type ShowCondition } from '@paraph/domain';
import type { NewFields } from '../api/wire.ts';
import type { BoardCondition, BoardField } from './board-state.ts';

/** The fields as a request body; `saved` are the fields that the server has. */
export function toWire(fields: readonly BoardField[], saved: readonly BoardField[] = []): NewFields {
  const ids = new Map(fields.map(({ key, id }, index) => [key, id ?? NEW_ID + index]));
  const named = new Set(fields.flatMap(({ showIf }) => showIf?.comparisons.map(({ key }) => key) ?? []));
  return fields.map(({ key, dataKey, id, posX, posY, width, height, style, showIf, ...field }, index) => ({
    ...(id === null && !named.has(key) ? {} : { id: id ?? NEW_ID + index }),
    ...field,
    key: dataKey,
    ...growthOf(fields[index], saved),
    showIf: conditionToWire(showIf, ids),
    posX,
    posY,
    style: { ...style, width, height },
  }));
}

/**
 * The words of a choice that is being made have the chosen font size. A choice of a form keeps to the space that its
 * form has, and one that is not changed stays as it is, as long as its words are legible.
 */
function growthOf(
  field: BoardField | undefined,
  saved: readonly BoardField[],
): Pick<NewFields[number], 'grow'> {
  if (!field || !hasRule(field.type, 'options')) return {};
  const before = saved.find(({ key }) => key === field.key);
  const isUnchanged = before && wordsAndBoxOf(before) === wordsAndBoxOf(field);
  return { grow: isUnchanged || field.formField !== null ? 'legible' : 'full' };
}

function wordsAndBoxOf({ type, options, style, width, height }: BoardField): string {
  return JSON.stringify([type, options, style.fontSize, width, height]);
}

/** New fields that conditions name need an id in the request; saved fields have smaller ones. */
const NEW_ID = 2_000_000_000;

function conditionToWire(
  showIf: BoardCondition | null,
  ids: ReadonlyMap<string, number>,
): ShowCondition | null {
  const comparisons = (showIf?.comparisons ?? []).flatMap(({ key, ...rest }): Comparison[] => {
    const fieldId = ids.get(key);
    return fieldId === undefined ? [] : [{ ...rest, fieldId }];
  });
  const [only] = comparisons;
  if (!showIf || !only) return null;
  return comparisons.length === 1 ? only : { [showIf.match]: comparisons };
}
