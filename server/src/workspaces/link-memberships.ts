import { emailKey } from '@paraph/domain';
import type { Tx } from '../platform/database.ts';
import { linkMembers } from './workspace-store.ts';

/**
 * Makes a person a member wherever their address was invited. Only for an address that is proven to be theirs:
 * otherwise whoever signs up with somebody's address would join instead of them.
 */
export async function linkMemberships(tx: Tx, person: { userId: number; email: string }): Promise<void> {
  await linkMembers(tx, { userId: person.userId, emailKey: emailKey(person.email) });
}
