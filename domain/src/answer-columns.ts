import type { FieldType } from './field.ts';

interface NamedField {
  type: FieldType;
  label: string;
  rules: { key: string | null };
}

/**
 * The fields that say something in words, by a name that each has in all workflows of a template: its key, or its label
 * and which of the fields with this label it is. Signatures and initials are pictures.
 */
export function nameAnswers<F extends NamedField>(fields: readonly F[]): Map<string, F> {
  const worded = fields.filter(({ type }) => type !== 'signature' && type !== 'initials');
  const counts = new Map<string, number>();
  return new Map(
    worded.map((field) => {
      const { key } = field.rules;
      if (key !== null) return [JSON.stringify([key]), field];
      const count = (counts.get(field.label) ?? 0) + 1;
      counts.set(field.label, count);
      return [JSON.stringify([field.label, count]), field];
    }),
  );
}

/** Headings of a table, each once: the second `Rent` is `Rent (2)`. */
export function distinctHeadings(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    let heading = text;
    for (let count = 2; taken.has(heading); count += 1) heading = `${text} (${count})`;
    taken.add(heading);
    return heading;
  });
}
