import { ApiError } from './call.ts';

/** The server's violations of the given fields, to be shown at each field. */
export function violationsOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { field: Field; sentence: string }[] {
  if (!(error instanceof ApiError)) return [];
  const { violations } = error;
  return fields.flatMap((field) => {
    const sentence = violations[field];
    return sentence === undefined ? [] : [{ field, sentence }];
  });
}
