import { ApiError } from './call.ts';

/** All violations of an error of the server, by what they are about. */
export function violationsIn(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.violations : {};
}

/** The server's violations of the given fields or of what is in them, to be shown at each field. */
export function violationsOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { field: Field; sentence: string }[] {
  if (!(error instanceof ApiError)) return [];
  const { violations } = error;
  return fields.flatMap((field) => {
    const path = Object.keys(violations).find((each) => each === field || each.startsWith(`${field}[`));
    const sentence = path && violations[path];
    return sentence === undefined ? [] : [{ field, sentence }];
  });
}
