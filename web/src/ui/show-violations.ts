import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { violationsOf } from '../api/violations.ts';

type Violations<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'setError'>;
  error: unknown;
  fields: readonly Path<Values>[];
  /** False for forms that save on blur, where the user is in another field already. */
  shouldFocus?: boolean;
};

/** Shows the server's violations at their fields and focuses the first one. */
export function showViolations<Values extends FieldValues>(violations: Violations<Values>): void {
  const { form, error, fields, shouldFocus = true } = violations;
  // Every call moves the focus, so the first field comes last.
  for (const { field, sentence } of violationsOf(error, fields).toReversed())
    form.setError(field, { message: sentence }, { shouldFocus });
}
