import { PREFERENCES } from '@paraph/domain';
import { type Listener, openListener } from '../../developers/listeners.ts';
import type { Reads } from '../../platform/database.ts';
import { findNotificationTargets } from '../store/notification-target-store.ts';

/** Where a workflow's events may be sent: its own callback, and the endpoints of its organization. */
export async function readNotificationTargets(
  reads: Reads,
  workflowId: number,
): Promise<{ callback: { url: string } | null; listeners: Listener[] }> {
  const targets = await findNotificationTargets(reads, workflowId);
  const url = targets?.preferences[PREFERENCES.callbackUrl];
  return { callback: url ? { url } : null, listeners: targets?.listeners.map(openListener) ?? [] };
}
