import type { Reads } from '../database/database.ts';
import { findPasswordAdministrator } from './member-store.ts';
import { listOrganizationRows } from './workspace-store.ts';

/**
 * Whether an administrator is left who can sign in while the provider of the organization is down: one keeps a password
 * where its addresses sign in by a connection alone.
 */
export async function hasPasswordLeft(
  reads: Reads,
  organizationId: number,
  exceptId: number | null = null,
): Promise<boolean> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  if (!organization?.requires_connection) return true;
  return (await findPasswordAdministrator(reads, organizationId, exceptId)) !== null;
}

export const LAST_PASSWORD =
  'Where members sign in by a connection alone, one administrator with a password stays, who can sign in when the provider is down; make another one first, or end that the connection is required.';
