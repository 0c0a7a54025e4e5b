import { ApiError } from './call.ts';

/** The server's sentences for the given fields, so that each can stand at its own. */
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
