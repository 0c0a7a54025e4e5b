import { sql } from 'kysely';
import { type Reads, type Tx, waitShortly } from '../database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { LOCK_WAIT_MS } from './freeze-store.ts';
import { listTablesOf, pathCondition, type Table } from './owned-rows-store.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

const POLICY = 'paraph_scope';
/** Who superusers are while they ask for a caller: they have all rights of the owner, and policies hold for them. */
const ROLE = 'paraph_caller';

/** Those say where a person belongs, which is asked over all organizations, or let a person come to one. */
const OPEN: readonly string[] = ['organizations', 'members', 'invitations', 'workspaces', 'workspace_users'];

/** The tables whose rows name their organization, or are by one step those of one that does. */
export function listScopedTables(): Table[] {
  return listTablesOf('organizations').filter((table) => !OPEN.includes(table));
}

interface DatabaseUser {
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
  await sql`do $$ begin
    if not exists (select from pg_roles where rolname = '${sql.raw(ROLE)}') then
      create role ${sql.raw(ROLE)} nologin;
    end if;
    execute format('grant %I to ${sql.raw(ROLE)}', current_user);
  exception when duplicate_object or unique_violation then null;
  end $$`.execute(tx);
}

/** Names of tables with those of their policies. */
export async function listPolicies(reads: Reads): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname || ' ' || polname as name from pg_policy join pg_class on pg_class.oid = polrelid
    where relnamespace = current_schema()::regnamespace and relrowsecurity and relforcerowsecurity`.execute(
    reads,
  );
  return new Set(rows.map(({ name }) => name));
}

interface Policy {
  table: Table;
  /** What it says is in its name: one of another version is replaced. */
  name: string;
  isInScope: string;
}

export function policyOf(table: Table): Policy {
  const isInScope = conditionOf(table);
  return { table, isInScope, name: `${POLICY}_${sha256(isInScope).toString('hex').slice(0, 8)}` };
}

/** For the owner too, who else sees all rows; where nobody said for whom a transaction asks, it does. */
export async function createPolicy(tx: Tx, { table, name, isInScope }: Policy): Promise<void> {
  await waitShortly(tx, LOCK_WAIT_MS);
  const { rows } = await sql<{ name: string }>`select polname as name from pg_policy
    where polrelid = ${table}::regclass and starts_with(polname, ${POLICY})`.execute(tx);
  for (const { name: former } of rows)
    await sql`drop policy ${sql.id(former)} on ${sql.table(table)}`.execute(tx);
  await sql`create policy ${sql.id(name)} on ${sql.table(table)}
    using ((select scoped_organizations()) is null or ${sql.raw(isInScope)})`.execute(tx);
  if (mayLeadNowhere(table))
    await sql`create policy ${sql.id(`${POLICY}_added`)} on ${sql.table(table)}
      for insert with check (true)`.execute(tx);
  await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(tx);
}

/** A row that leads to no organization, as a mail about an account, is written by calls of all. */
function conditionOf(table: Table): string {
  const ofScope = (id: string) => `${id} = any((select scoped_organizations())::bigint[])`;
  const path = pathCondition(table, table, ofScope);
  const belonging = TABLE_BELONGINGS[table];
  return mayLeadNowhere(table) && belonging.kind === 'through'
    ? `${table}.${belonging.by} is null or ${path}`
    : path;
}

/** As what remains of an erased workflow. */
function mayLeadNowhere(table: Table): boolean {
  return 'otherwise' in TABLE_BELONGINGS[table];
}
