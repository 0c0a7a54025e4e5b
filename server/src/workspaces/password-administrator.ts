import type { Reads, Tx } from '../database/database.ts';
import { findPasswordAdministrator, listMembershipsOf, lockOrganization } from './member-store.ts';
import { listOrganizationRows } from './workspace-store.ts';

/**
 * Whether an administrator is left who can sign in while the provider of the organization is down: one keeps a
 * password, with a second factor, where its addresses sign in by a connection alone.
 */
export async function hasPasswordLeft(
  reads: Reads,
  organizationId: number,
  exceptId: number | null = null,
): Promise<boolean> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  if (!organization?.requires_connection) return true;
  return (await findPasswordAdministrator(reads, organizationId, exceptId))?.hasFactor === true;
}

export const LAST_PASSWORD =
  'Where members sign in by a connection alone, one administrator with a password and a second factor stays, who can sign in when the provider is down; make another one first, or end that the connection is required.';

/**
 * The organization in which a person is the only administrator who could sign in while its provider is down; null where
 * there is none. Until the end of the transaction, it stays so.
 */
export async function lockOrganizationKeptBy(tx: Tx, userId: number): Promise<{ name: string } | null> {
  const own = await listMembershipsOf(tx, { userId, organizationId: null }, null);
  const run = own.filter(({ administrator }) => administrator);
  const byId = run.toSorted((a, b) => a.organization_id - b.organization_id);
  for (const { organization_id: id } of byId) await lockOrganization(tx, id);
  for (const { id, organization_id: organizationId, organizationName: name } of byId)
    if (!(await hasPasswordLeft(tx, organizationId, id))) return { name };
  return null;
}

/** Whether a person keeps the password of an organization whose addresses sign in by a connection alone. */
export async function keepsPassword(reads: Reads, userId: number): Promise<boolean> {
  const own = await listMembershipsOf(reads, { userId, organizationId: null }, null);
  const ids = own.filter(({ administrator }) => administrator).map((each) => each.organization_id);
  const requiring = (await listOrganizationRows(reads, ids)).filter((each) => each.requires_connection);
  for (const { id } of requiring)
    if ((await findPasswordAdministrator(reads, id))?.userId === userId) return true;
  return false;
}
