/**
 * Returns a value that must exist, such as the id of a row that was just inserted.
 *
 * @throws Error naming what is missing: a bug, never the fault of a request
 */
export function assertPresent<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
