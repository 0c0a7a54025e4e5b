import type { Operation } from '@paraph/contract';
import { withinRowScope } from '../database/row-scope.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';

/**
 * Where the instance wants it, what a call does in the database sees rows of its caller's organizations alone: the second
 * wall, should a statement forget to ask for them. Pages of a person reach over organizations (tasks that others have sent
 * them), and are left out.
 */
export function withinCallersRows<T>(
  { config }: Pick<Deps, 'config'>,
  { caller, operation }: { caller: Caller | null; operation: Pick<Operation, 'access'> },
  act: () => Promise<T>,
): Promise<T> {
  if (!config.scopesRows || caller === null || operation.access !== 'caller') return act();
  const { userId, organizationId } = caller;
  return withinRowScope({ userId, organizationId }, act);
}
