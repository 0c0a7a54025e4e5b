import { assertPresent, emailKey, Fault } from '@paraph/domain';
import { sql } from 'kysely';
import type pg from 'pg';
import { isBounded } from '../accounts/password.ts';
import type { Tx } from '../database/database.ts';
import { COLUMNS } from '../database/rows.generated.ts';
import {
  listMovingTables,
  listTablesOf,
  type OwnedRows,
  ownedRowsOf,
  pathCondition,
  REFERENCES,
  type Reference,
  type Table,
} from './owned-rows-store.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

// The rows of an archive are strangers' until they are checked. They are read into temporary tables of one connection,
// which nobody else sees, and which go before the tables of their names where a statement names none of both: so the
// statements by which an organization is taken out say of the staged rows which are its own. What is not, is refused.

/** A foreign key by all of its columns. */
interface ForeignKey {
  table: Table;
  columns: string[];
  parent: Table;
  keys: string[];
  /** What becomes of a row whose parent goes: `c` it goes too, `n` it names none. */
  removal: string;
}

export interface Staging {
  client: pg.ClientBase;
  /** Of the tables of this instance. */
  schema: string;
  tables: Table[];
  references: Reference[];
  rows: OwnedRows;
}

const FOREIGN_KEYS = `select c.relname as table, p.relname as parent, k.confdeltype::text as removal,
    (select array_agg(a.attname::text order by o.n) from unnest(k.conkey) with ordinality o (att, n)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.att) as columns,
    (select array_agg(a.attname::text order by o.n) from unnest(k.confkey) with ordinality o (att, n)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.att) as keys
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace order by c.relname`;

export function stagedName(table: string): string {
  return `pg_temp."${table}"`;
}

/** The table of this instance, whatever is staged under its name. */
function ownName({ schema }: Pick<Staging, 'schema'>, table: string): string {
  return `"${schema}"."${table}"`;
}

export function quoted(columns: readonly string[], row?: string): string {
  return columns.map((column) => `${row === undefined ? '' : `${row}.`}"${column}"`).join(', ');
}

/** Empty tables for the rows of an organization of that number, without any constraint. */
export async function beginStaging(client: pg.ClientBase, organizationId: number): Promise<Staging> {
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const { rows: schemas } = await client.query<{ schema: string }>('select current_schema() as schema');
  const schema = assertPresent(schemas[0], 'the schema of this instance').schema;
  const tables = listMovingTables(references);
  for (const table of tables)
    await client.query(
      `create temporary table "${table}" as select ${quoted(COLUMNS[table])} from ${ownName({ schema }, table)} with no data`,
    );
  return { client, schema, tables, references, rows: ownedRowsOf(organizationId, references) };
}

/**
 * That the rows are those of this organization alone, and name no row but each other.
 *
 * @throws Fault naming the table
 */
export async function checkStaged(staging: Staging, organizationId: number): Promise<void> {
  const { client, tables, rows } = staging;
  await client.query(`analyze ${tables.map(stagedName).join(', ')}`);
  const { rows: organizations } = await client.query('select id from pg_temp.organizations');
  if (organizations.length !== 1 || Number(organizations[0]?.id) !== organizationId)
    throw hostile('organizations', 'are not the one that its manifest names');
  for (const table of tables) {
    const [first = ''] = COLUMNS[table];
    const { rows: counts } = await client.query<{ staged: number; owned: number }>(
      `select (select count(*)::int from ${stagedName(table)}) as staged,
         (select count(*)::int from (${rows.select(table, [first])}) as owned) as owned`,
    );
    if (counts[0]?.staged !== counts[0]?.owned)
      throw hostile(table, 'are not those of the organization alone');
  }
  for (const key of await listForeignKeys(staging))
    if (await hasRow(client, danglingIn(staging, key)))
      throw hostile(key.table, `name rows of ${key.parent} that it does not have`);
  for (const table of tables) {
    const belonging = TABLE_BELONGINGS[table];
    const names = Object.entries(('names' in belonging ? belonging.names : undefined) ?? {});
    for (const [column, parent] of names)
      if (await hasRow(client, ofOthersIn(staging, [table, column, parent])))
        throw hostile(table, `name rows of ${parent} that are of others here`);
  }
}

function ofOthersIn(staging: Staging, [table, column, parent]: readonly [string, string, string]): string {
  return `from ${stagedName(table)} r where exists (select from ${ownName(staging, parent)} p where p.id = r."${column}")
    and not exists (select from ${stagedName(parent)} s where s.id = r."${column}")`;
}

function hostile(table: string, problem: string): Fault {
  return new Fault(`The rows of ${table} in the archive ${problem}. Nothing of it was read in.`);
}

async function listForeignKeys({ client, tables }: Staging): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
  return rows.filter(({ table }) => tables.includes(table));
}

/** Rows, as `r`, that name a parent which is not among the staged. */
function danglingIn({ tables }: Staging, { table, columns, parent, keys }: ForeignKey): string {
  const isNamed = columns.map((column) => `r."${column}" is not null`).join(' and ');
  const isSame = columns.map((column, index) => `p."${keys[index]}" = r."${column}"`).join(' and ');
  const isThere = tables.includes(parent)
    ? `exists (select from ${stagedName(parent)} p where ${isSame})`
    : 'false';
  return `from ${stagedName(table)} r where ${isNamed} and not ${isThere}`;
}

async function hasRow(client: pg.ClientBase, from: string): Promise<boolean> {
  return (await client.query(`select ${from} limit 1`)).rows.length > 0;
}

/**
 * That every number is one that this instance will never give: it gives those after `beginning`, and an instance of an
 * earlier range gave all of these.
 *
 * @throws Fault naming the table
 */
export async function checkNumbers({ client, tables }: Staging, beginning: number): Promise<void> {
  const { rows: identities } = await client.query<{ table: Table; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
  );
  for (const { table, column } of identities) {
    if (!tables.includes(table)) continue;
    const isOther = `r."${column}" not between 1 and ${beginning}`;
    if (await hasRow(client, `from ${stagedName(table)} r where ${isOther}`))
      throw new Fault(
        `Rows of ${table} in the archive have numbers that this instance gives, or may give. An organization goes to ` +
          'an instance with a greater PARAPH_CELL than the one where it was made.',
      );
  }
}

const PEOPLE = 'users' satisfies Table;

/** Who is here already, by address, or by the number of a person who came with another organization. */
export async function findPresent(staging: Staging): Promise<{ there: number; here: number }[]> {
  const { client } = staging;
  const here = ownName(staging, PEOPLE);
  const { rows: people } = await client.query<{
    email: string;
    email_key: string;
    password_hash: string | null;
  }>(`select email, email_key, password_hash from ${stagedName(PEOPLE)}`);
  if (people.some(({ password_hash: hash }) => hash !== null && !isBounded(hash)))
    throw hostile(PEOPLE, 'have a password that would take too much to compare');
  // By its key an address is found: an account with the key of another address would be that person's tomorrow.
  if (people.some(({ email, email_key: key }) => key !== emailKey(email) && !key.startsWith('claimed-')))
    throw hostile(PEOPLE, 'have an address that is found by another one');
  const { rows } = await client.query<{ there: number; here: number }>(
    `select r.id::bigint as there, coalesce(a.id, n.id)::bigint as here from ${stagedName(PEOPLE)} r
     left join ${here} a on a.email_key = r.email_key
     left join ${here} n on n.id = r.id
     where coalesce(a.id, n.id) is not null`,
  );
  return rows;
}

/**
 * Leaves out what does not arrive: of people who have an account here all that opens it or says how it is, which is
 * theirs alone; what is done where it comes from; and what nothing names any more.
 */
export async function leaveOut(
  staging: Staging,
  present: readonly { there: number; here: number }[],
): Promise<void> {
  const { client, tables } = staging;
  await client.query('create temporary table moved_people (there bigint primary key, here bigint not null)');
  await client.query(
    'insert into moved_people select there, here from jsonb_to_recordset($1::jsonb) as m (there bigint, here bigint)',
    [JSON.stringify(present)],
  );
  const isPresent = (id: string) => `${id} in (select there from moved_people)`;
  for (const table of listTablesOf(PEOPLE).toReversed())
    if (tables.includes(table))
      await client.query(`delete from ${stagedName(table)} r where ${pathCondition(table, 'r', isPresent)}`);
  await repoint(staging);
  for (const table of tables) {
    const belonging = TABLE_BELONGINGS[table];
    const column = 'ofNewcomers' in belonging ? belonging.ofNewcomers : undefined;
    if (column !== undefined)
      await client.query(
        `delete from ${stagedName(table)} r where r."${column}" in (select here from moved_people)`,
      );
    const leaves = 'leaves' in belonging ? belonging.leaves : undefined;
    if (leaves !== undefined) await client.query(`delete from ${stagedName(table)} r where ${leaves}`);
  }
  await removeKnown(staging);
  await removeDangling(staging);
  await removeUnnamed(staging);
}

/** Rows name people by the numbers that they have here. */
async function repoint({ client, references, tables }: Staging): Promise<void> {
  for (const { table, column, parent } of references)
    if (parent === PEOPLE && tables.includes(table))
      await client.query(
        `update ${stagedName(table)} r set "${column}" = m.here from moved_people m where r."${column}" = m.there`,
      );
}

/** Apps that came with another organization, or that are the same everywhere, as they are here. */
async function removeKnown(staging: Staging): Promise<void> {
  const { client, references, tables } = staging;
  for (const table of tables) {
    const own = ownName(staging, table);
    const belonging = TABLE_BELONGINGS[table];
    const known = 'knownBy' in belonging ? belonging.knownBy : undefined;
    if (known !== undefined) {
      const both = `${stagedName(table)} r, ${own} h where ${known}`;
      for (const { table: child, column, parent } of references)
        if (parent === table && tables.includes(child))
          await client.query(
            `update ${stagedName(child)} c set "${column}" = h.id from ${both} and c."${column}" = r.id`,
          );
      await client.query(`delete from ${stagedName(table)} r using ${own} h where ${known}`);
    }
    const same = 'sameBy' in belonging ? (belonging.sameBy as readonly string[] | undefined) : undefined;
    if (same === undefined) continue;
    const isSame = same.map((column) => `r."${column}" is not distinct from h."${column}"`).join(' and ');
    await client.query(`delete from ${stagedName(table)} r using ${own} h where ${isSame}`);
  }
}

/** What named a row that was left out. People and apps that are here already are named still. */
async function removeDangling(staging: Staging): Promise<void> {
  const keys = await listForeignKeys(staging);
  for (let isWhole = false; !isWhole; ) {
    isWhole = true;
    for (const key of keys) {
      if (TABLE_BELONGINGS[key.parent].kind === 'named') continue;
      const { table, columns, removal } = key;
      const dangling = danglingIn(staging, key);
      const act =
        removal === 'n'
          ? `update ${stagedName(table)} set ${columns.map((column) => `"${column}" = null`).join(', ')}`
          : `delete from ${stagedName(table)}`;
      const { rowCount } = await staging.client.query(`${act} where ctid in (select r.ctid ${dangling})`);
      if ((rowCount ?? 0) > 0) isWhole = false;
    }
  }
}

async function removeUnnamed({ client, tables, rows }: Staging): Promise<void> {
  for (const table of tables)
    if (TABLE_BELONGINGS[table].kind === 'named')
      await client.query(
        `delete from ${stagedName(table)} where id not in (select id from (${rows.select(table, ['id'])}) as named)`,
      );
}

/** Gives columns what they say where they arrive. */
export async function setArriving({ client, tables }: Staging): Promise<void> {
  for (const table of tables) {
    const belonging = TABLE_BELONGINGS[table];
    const arrives = 'arrives' in belonging ? belonging.arrives : undefined;
    const elsewhere = 'elsewhere' in belonging ? belonging.elsewhere : undefined;
    const columns = Object.entries({ ...elsewhere, ...arrives });
    if (columns.length === 0) continue;
    const sets = columns.map(([column, text]) => `"${column}" = ${text}`).join(', ');
    await client.query(`update ${stagedName(table)} r set ${sets}`);
  }
}

const FILES = 'files' satisfies Table;

export interface StagedFile {
  id: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Whether it is the beginning of another file, which has its bytes. */
  isPart: boolean;
}

export async function listStagedFiles({ client }: Staging): Promise<StagedFile[]> {
  const { rows } = await client.query<StagedFile>(
    `select id, encode(sha256, 'hex') as hash, part_of is not null as "isPart" from ${stagedName(FILES)} order by id`,
  );
  return rows;
}

/** Where a file is stored here; its bytes were just compared. */
export async function saveStoredFile(
  { client }: Staging,
  { id, key, chunkDigests, now }: { id: number; key: string; chunkDigests: Buffer | null; now: Date },
): Promise<void> {
  await client.query(
    `update ${stagedName(FILES)} set blob_key = $2, chunk_digests = $3, checked_at = $4, finding = null,
       reported_finding = null where id = $1`,
    [id, key, chunkDigests, now],
  );
}

/** Inserts the staged rows, each table after those that it names. @throws Fault where one cannot be stored */
export async function insertStaged(tx: Tx, staging: Pick<Staging, 'schema' | 'tables'>): Promise<void> {
  // Triggers and all that follows mean the tables, and not the staged rows of the same names.
  await sql.raw(`set local search_path = "${staging.schema}", pg_temp`).execute(tx);
  for (const table of staging.tables) {
    const insertion = `insert into ${ownName(staging, table)} (${quoted(COLUMNS[table])}) overriding system value
      select ${quoted(COLUMNS[table], 'r')} from ${stagedName(table)} r`;
    await sql
      .raw(insertion)
      .execute(tx)
      .catch((error: Error & { code?: string; constraint?: string }) => {
        if (!error.code?.startsWith(CONSTRAINT_VIOLATION)) throw error;
        throw new Fault(
          `A row of ${table} in the archive cannot be stored here (${error.constraint ?? error.code}): there is one of ` +
            'its kind already, or it is not as Paraph writes them. Nothing of it was read in.',
        );
      });
  }
}

/** The class of errors of PostgreSQL for what a constraint refuses. */
const CONSTRAINT_VIOLATION = '23';
