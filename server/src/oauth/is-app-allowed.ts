import type { Reads } from '../platform/database.ts';
import { findGrantsOf } from './app-store.ts';

/** Whether the user still lets the app act for them, by a token that is left. */
export async function isAppAllowed(
  reads: Reads,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<boolean> {
  const grants = await findGrantsOf(reads, userId);
  return grants.some(({ app }) => app.client_id === clientId);
}
