import { sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { waitShortly } from './freeze-store.ts';
import { listTablesOf, pathCondition, type Table } from './owned-rows-store.ts';

const POLICY = 'paraph_scope';
/** Who superusers are while they ask for a caller: they have all rights of the owner, and policies hold for them. */
const ROLE = 'paraph_caller';

/** Those say to which organizations a caller belongs, or let a person come to one. */
const OPEN: readonly string[] = ['organizations', 'members', 'invitations'];

/** The tables whose rows name their organization, or are by one step those of one that does. */
export function listScopedTables(): Table[] {
  return listTablesOf('organizations').filter((table) => !OPEN.includes(table));
}

export interface DatabaseUser {
  isSuperuser: boolean;
  bypassesPolicies: boolean;
  hasRole: boolean;
}

export async function readDatabaseUser(reads: Reads): Promise<DatabaseUser> {
  const { rows } = await sql<DatabaseUser>`
    select rolsuper as "isSuperuser", rolbypassrls and not rolsuper as "bypassesPolicies",
      exists (select from pg_roles where rolname = ${ROLE}) and pg_has_role(
        (select rolname from pg_roles where rolname = ${ROLE}), current_user, 'usage') as "hasRole"
    from pg_roles where rolname = current_user`.execute(reads);
  const [user] = rows;
  if (!user) throw new Error('the user of the database is gone');
  return user;
}

/** Another database of the server may make it at the same moment. */
export async function createRole(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${ROLE}))`.execute(tx);
  await sql`do $$ begin
    if not exists (select from pg_roles where rolname = '${sql.raw(ROLE)}') then
      create role ${sql.raw(ROLE)} nologin;
    end if;
    execute format('grant %I to ${sql.raw(ROLE)}', current_user);
  exception when duplicate_object or unique_violation then null;
  end $$`.execute(tx);
}

/** Those that have their policy by now. */
export async function listPolicies(reads: Reads): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select polrelid::regclass::text as name from pg_policy join pg_class on pg_class.oid = polrelid
    where polname = ${POLICY} and relrowsecurity and relforcerowsecurity`.execute(reads);
  return rows.map(({ name }) => name);
}

/** For the owner too, who else sees all rows; where nobody said for whom a transaction asks, it does. */
export async function createPolicy(tx: Tx, table: Table): Promise<void> {
  const isInScope = pathCondition(
    table,
    table,
    (id) => `${id} = any((select scoped_organizations())::bigint[])`,
  );
  await waitShortly(tx);
  await sql`drop policy if exists ${sql.raw(POLICY)} on ${sql.table(table)}`.execute(tx);
  await sql`create policy ${sql.raw(POLICY)} on ${sql.table(table)}
    using ((select scoped_organizations()) is null or ${sql.raw(isInScope)})`.execute(tx);
  await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(tx);
}
