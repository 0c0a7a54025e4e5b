import { PREFERENCES, type Preferences, verifiesCertificate } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import { openPreferences } from './callback-secret.ts';
import { findNotificationFacts } from './workflow-store.ts';

export interface Callback {
  url: string;
  secret: string;
  verifyCertificate: boolean;
}

/** Where a workflow's notifications are sent and how they are signed; null without a callback. */
export async function readCallback(
  deps: Pick<Deps, 'database' | 'vault'>,
  workflowId: number,
): Promise<Callback | null> {
  const facts = await findNotificationFacts(deps.database, workflowId);
  return facts && callbackOf(openPreferences(deps, facts, facts.preferences));
}

/** Where a workflow's events may be sent: its own callback, and the endpoints of its organization. */
export async function readNotificationTargets(
  reads: Reads,
  workflowId: number,
): Promise<{ callback: Pick<Callback, 'url'> | null; organizationId: number | null }> {
  const facts = await findNotificationFacts(reads, workflowId);
  const url = facts?.preferences[PREFERENCES.callbackUrl];
  return { callback: url ? { url } : null, organizationId: facts?.organizationId ?? null };
}

/** Whether the events of this workflow are sent to an integrator's server. */
export function hasCallback(preferences: Readonly<Record<string, string>>): boolean {
  return preferences[PREFERENCES.callbackUrl] !== undefined;
}

function callbackOf(preferences: Preferences): Callback | null {
  const url = preferences[PREFERENCES.callbackUrl];
  const secret = preferences[PREFERENCES.callbackSecret];
  if (!url || !secret) return null;
  return { url, secret, verifyCertificate: verifiesCertificate(preferences) };
}
