import type { FieldType, Placement } from './field.ts';
import type { FieldOption } from './field-rules.ts';

/** Below this font size, in points, the words of an option cannot be read on paper. */
export const LEGIBLE_POINTS = 6;

/** Points. */
export interface BoxSize {
  width: number;
  height: number;
}

/** A radio or dropdown in its box on a page. */
export interface OptionField extends Placement {
  type: FieldType;
  documentId: number;
  options: readonly FieldOption[] | null;
  fontSize: number;
}

/**
 * The size of the box in which the words of all options have the font size of the field; null where they are legible
 * in the box as it is. A single radio button has no words of its own: the page names it.
 */
export type FindOptionSize = (field: OptionField) => BoxSize | null;

/** Why the box of a field cannot show its options; null if it can. */
export function findOptionProblem(
  field: OptionField & { label: string },
  findOptionSize: FindOptionSize,
): string | null {
  const size = findOptionSize(field);
  if (size === null) return null;
  const needed = `${Math.ceil(size.width)} × ${Math.ceil(size.height)} points`;
  return (
    `The words of the options of “${field.label}” are not legible in its box; it needs ${needed} at its font size ` +
    `of ${field.fontSize}. Enlarge the box, shorten the words or choose a smaller font.`
  );
}

/** The size that `findOptionProblem` named, for a page that says it in other words; null in other sentences. */
export function readOptionSize(sentence: string): BoxSize | null {
  const [, width, height] = /\bneeds (\d{1,9}) × (\d{1,9}) points\b/.exec(sentence) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}
