import { readUserNames } from '../accounts/read-user-names.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import type { EventActor } from '../platform/tables.ts';

/** The caller as the audit trail keeps them: who they were at that moment. */
export async function actorOf(reads: Reads, caller: Caller, visitor: Visitor): Promise<EventActor> {
  const user = (await readUserNames(reads, [caller.userId])).get(caller.userId);
  return {
    kind: 'user',
    id: caller.userId,
    name: user?.name ?? null,
    email: user?.email ?? null,
    ...visitor,
    through: caller.kind,
    ...(caller.byKey ? { byKey: caller.byKey } : {}),
  };
}

/** For what the service does by itself. */
export const SERVICE: EventActor = {
  kind: 'service',
  id: null,
  name: null,
  email: null,
  ip: null,
  userAgent: null,
};
