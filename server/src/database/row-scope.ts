import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose rows may be seen: those of one organization, or of all to which a person belongs. */
interface RowScope {
  userId: number;
  organizationId: number | null;
}

const current = new AsyncLocalStorage<RowScope>();

/** All that `act` and what it calls does in the database sees the rows of this scope alone, where policies hold. */
export function withinRowScope<T>(scope: RowScope, act: () => Promise<T>): Promise<T> {
  return current.run(scope, act);
}

/** The statement that says so at the beginning of a transaction; null outside of a scope. */
export function rowScopeStatement(): string | null {
  const scope = current.getStore();
  if (!scope) return null;
  const { userId, organizationId } = scope;
  if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(organizationId ?? 0))
    throw new Error('a row scope is no number');
  return `select enter_row_scope(${userId}, ${organizationId ?? 'null'})`;
}
