import type { Reads } from '../platform/database.ts';
import { listGrantsOf } from './app-store.ts';

/** Whether the user still lets the app act for them, by a token that is left. */
export async function isAppAllowed(
  reads: Reads,
  { userId, clientId }: { userId: number; clientId: string },
): Promise<boolean> {
  const grants = await listGrantsOf(reads, userId);
  return grants.some(({ app }) => app.client_id === clientId);
}
