import { PREFERENCES, type Preferences, verifiesCertificate } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import { openPreferences } from './callback-secret.ts';
import { findNewsFacts } from './workflow-store.ts';

export interface Callback {
  url: string;
  secret: string;
  verifyCertificate: boolean;
}

/** Where a workflow's news goes and how it is signed; null when nobody asked for it. */
export async function readCallback(
  deps: Pick<Deps, 'database' | 'vault'>,
  workflowId: number,
): Promise<Callback | null> {
  const facts = await findNewsFacts(deps.database, workflowId);
  return facts && callbackOf(openPreferences(deps, facts, facts.preferences));
}

/** Everybody a workflow's news may go to: its own callback, and whoever listens in its organization. */
export async function readNewsAddresses(
  reads: Reads,
  workflowId: number,
): Promise<{ callback: Pick<Callback, 'url'> | null; organizationId: number | null }> {
  const facts = await findNewsFacts(reads, workflowId);
  const url = facts?.preferences[PREFERENCES.callbackUrl];
  return { callback: url ? { url } : null, organizationId: facts?.organizationId ?? null };
}

/** Whether news of this workflow goes to an integrator's server. */
export function hasCallback(preferences: Readonly<Record<string, string>>): boolean {
  return preferences[PREFERENCES.callbackUrl] !== undefined;
}

function callbackOf(preferences: Preferences): Callback | null {
  const url = preferences[PREFERENCES.callbackUrl];
  const secret = preferences[PREFERENCES.callbackSecret];
  if (!url || !secret) return null;
  return { url, secret, verifyCertificate: verifiesCertificate(preferences) };
}
