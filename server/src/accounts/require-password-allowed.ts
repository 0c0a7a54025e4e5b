import { Refusal } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { AccountPorts } from './account-ports.ts';

/**
 * For what a password opens, or gives one.
 *
 * @throws Refusal `CONNECTION_REQUIRED` where the address signs in by the connection of its organization alone
 */
export async function requirePasswordAllowed(
  reads: Reads,
  ports: Pick<AccountPorts, 'findRequiredConnection'>,
  of: { email: string; userId: number | null },
): Promise<void> {
  const connection = await ports.findRequiredConnection(reads, of);
  if (connection === null) return;
  throw new Refusal('CONNECTION_REQUIRED', `Your organization signs in through ${connection.name}.`);
}
