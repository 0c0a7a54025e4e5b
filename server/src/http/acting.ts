import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller, Visitor } from './caller.ts';

/** Who makes the request that is being answered, and from where. */
export interface Acting {
  caller: Caller | null;
  visitor: Visitor;
}

/**
 * Of the request that is being answered. Nothing is decided by it: it is written into records, so that a new act is
 * recorded with who and from where without each use case handing that on.
 */
const current = new AsyncLocalStorage<Acting>();

export function answering<T>(acting: Acting, act: () => Promise<T>): Promise<T> {
  return current.run(acting, act);
}

/** Null in jobs and commands. */
export function currentlyActing(): Acting | null {
  return current.getStore() ?? null;
}
