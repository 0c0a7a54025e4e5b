import { PREFERENCES, type Preferences, verifiesCertificate } from '@paraph/domain';
import type { Reads } from '../platform/database.ts';
import { findNewsFacts } from './workflow-store.ts';

export interface Callback {
  url: string;
  secret: string;
  verifyCertificate: boolean;
}

/** Where a workflow's news goes and how it is signed; null when nobody asked for it. */
export async function readCallback(reads: Reads, workflowId: number): Promise<Callback | null> {
  return (await readNewsAddresses(reads, workflowId)).callback;
}

/** Everybody a workflow's news may go to: its own callback, and whoever listens in its organization. */
export async function readNewsAddresses(
  reads: Reads,
  workflowId: number,
): Promise<{ callback: Callback | null; organizationId: number | null }> {
  const facts = await findNewsFacts(reads, workflowId);
  return { callback: callbackOf(facts?.preferences ?? {}), organizationId: facts?.organizationId ?? null };
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
