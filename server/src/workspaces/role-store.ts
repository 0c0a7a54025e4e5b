import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { CustomRoleRow } from '../database/tables.ts';

export type StoredRole = Selectable<CustomRoleRow>;

export async function listCustomRoles(reads: Reads, organizationId: number): Promise<StoredRole[]> {
  return reads
    .selectFrom('custom_roles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

/** Locked until the end of the transaction, so that no role is deleted while it is granted. */
export async function lockCustomRoles(tx: Tx, organizationId: number): Promise<StoredRole[]> {
  return tx
    .selectFrom('custom_roles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Null where the organization has a role of this key. */
export async function insertRole(tx: Tx, row: Insertable<CustomRoleRow>): Promise<StoredRole | null> {
  const inserted = await tx
    .insertInto('custom_roles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

export async function updateRoleRow(
  tx: Tx,
  id: number,
  change: Pick<StoredRole, 'name' | 'permissions'>,
): Promise<void> {
  await tx.updateTable('custom_roles').set(change).where('id', '=', id).execute();
}

export async function deleteRoleRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('custom_roles').where('id', '=', id).execute();
}

/** How many users of workspaces have a role. */
export async function countUsersOfRole(reads: Reads, roleId: number): Promise<number> {
  const row = await reads
    .selectFrom('workspace_users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role_id', '=', roleId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
