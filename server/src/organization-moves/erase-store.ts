import { sql } from 'kysely';
import type { Reads } from '../database/database.ts';
import {
  ownedRowsOf,
  pathCondition,
  REFERENCES,
  type Reference,
  rootOf,
  type Table,
} from './owned-rows-store.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

/** What the instance that an organization leaves still sends: notifications and mails about what happened before. */
const UNSENT: readonly [table: Table, where: string][] = [
  ['deliveries', `r.state = 'pending'`],
  ['mails', `r.state = 'queued'`],
];

async function listReferences(reads: Reads): Promise<Reference[]> {
  const { rows } = await sql.raw<Reference>(REFERENCES).execute(reads);
  return rows.filter(({ table }) => table in TABLE_BELONGINGS);
}

async function listIds(reads: Reads, text: string): Promise<number[]> {
  return (await sql.raw<{ id: number }>(text).execute(reads)).rows.map(({ id }) => id);
}

export async function hasUnsent(reads: Reads, organizationId: number): Promise<boolean> {
  const rows = ownedRowsOf(organizationId, await listReferences(reads));
  for (const [table, where] of UNSENT)
    if ((await listIds(reads, `${rows.select(table, ['id'], where)} limit 1`)).length > 0) return true;
  return false;
}

/** Some of its workflows, whatever their status. */
export async function listWorkflowsOf(
  reads: Reads,
  organizationId: number,
  limit: number,
): Promise<number[]> {
  const rows = ownedRowsOf(organizationId, await listReferences(reads));
  return listIds(reads, `${rows.select('workflows', ['id'])} order by r.id limit ${limit}`);
}

const FILES = 'files' satisfies Table;

/** The files that rows of the organization name. */
export async function listFilesOf(reads: Reads, organizationId: number): Promise<number[]> {
  const isOurs = (id: string) => `${id} = ${organizationId}`;
  const names = (await listReferences(reads)).filter(
    ({ table, parent }) => parent === FILES && rootOf(table) === 'organizations',
  );
  const texts = names.map(
    ({ table, column }) =>
      `select r.${column} as id from ${table} r where r.${column} is not null and ${pathCondition(table, 'r', isOurs)}`,
  );
  return listIds(reads, texts.join(' union '));
}

/** Which of these files no row names any more. */
export async function listUnnamed(reads: Reads, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql.raw<Reference>(REFERENCES).execute(reads);
  const names = rows.filter(({ table, parent }) => parent === FILES && table !== FILES);
  const isNamed = names
    .map(({ table, column }) => `exists (select from ${table} r where r.${column} = f.id)`)
    .join(' or ');
  return listIds(
    reads,
    `select f.id from ${FILES} f where f.id in (${[0, ...ids].join(', ')}) and not (${isNamed})`,
  );
}
