import { pendingInsertion } from './transparency-store.ts';

/**
 * Adds leaves to the log with what they prove, in its transaction: to be executed, or to be part of a statement. They
 * get their places later, in one order for all processes: until then another transaction would have to wait.
 */
export function leafInsertion(...given: Parameters<typeof pendingInsertion>) {
  return pendingInsertion(...given);
}
