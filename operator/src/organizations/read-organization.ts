import { Fault } from '@paraph/domain';
import { LOGGED } from '@paraph/server/audit/record-events.ts';
import { COLUMNS } from '@paraph/server/database/rows.generated.ts';
import { MOVABLE_SECRETS } from '@paraph/server/movable-secrets.ts';
import {
  listMovingTables,
  listSealing,
  type OwnedRows,
  ownedRowsOf,
  REFERENCES,
  type Reference,
  type Table,
} from '@paraph/server/organization-moves/api.ts';
import { sha256 } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import type pg from 'pg';
import { copyOut } from '../backup/copy-rows.ts';
import { byteFrames, headFrame } from '../backup/frames.ts';

/** The rows of one organization as they are at one moment, which the transaction of the client has chosen. */
export interface OrganizationReader {
  client: pg.ClientBase;
  tables: Table[];
  rows: OwnedRows;
}

export async function openReader(client: pg.Client, organizationId: number): Promise<OrganizationReader> {
  const { rows: references } = await client.query<Reference>(REFERENCES);
  return { client, tables: listMovingTables(references), rows: ownedRowsOf(organizationId, references) };
}

/** @throws Fault while a seal is being made, or waits for its timestamp */
export async function requireNothingUnderWay({ client, rows }: OrganizationReader): Promise<void> {
  const [first] = await listSealing(async (text) => (await client.query(text)).rows, rows);
  if (first !== undefined)
    throw new Fault(
      `${first}. Repeat the command when it has it, and thaw the organization before if it is frozen; ` +
        'paraph doctor says what keeps one waiting.',
      { retryable: true },
    );
}

/** Every table with its rows, in an order in which each follows those that it names. */
export async function* readRows(
  { client, tables, rows }: OrganizationReader,
  onTable: (table: Table, rows: number) => void,
): AsyncIterable<Buffer> {
  for (const table of tables) {
    const columns = COLUMNS[table];
    yield* headFrame({ table, columns });
    const copied = copyOut(client, `copy (${rows.select(table, columns)}) to stdout`, (count) =>
      onTable(table, count),
    );
    yield* byteFrames(copied);
  }
}

/** What only this instance opens, opened: a line each. */
export async function* readSecrets(
  { client, rows }: OrganizationReader,
  vault: KeyVault,
  onSecret: () => void,
): AsyncIterable<Buffer> {
  for (const { table, column, by, where, open } of MOVABLE_SECRETS) {
    const { rows: found } = await client.query<Record<string, unknown>>(
      rows.select(table, [...by, column], where),
    );
    for (const row of found) {
      const secret = open(vault, row);
      if (secret === null) continue;
      const of = Object.fromEntries(by.map((key) => [key, row[key]]));
      yield Buffer.from(`${JSON.stringify({ table, column, of, secret })}\n`);
      onSecret();
    }
  }
}

export interface OwnedFile {
  id: number;
  blobKey: string;
  sha256: Buffer;
  size: number;
}

export async function listFiles({ client, rows }: OrganizationReader): Promise<OwnedFile[]> {
  const { rows: found } = await client.query(rows.select('files', ['id', 'blob_key', 'sha256', 'size']));
  return found.map(({ id, blob_key: blobKey, sha256: hash, size }) => ({
    ...{ id: Number(id), blobKey, sha256: hash, size: Number(size) },
  }));
}

export async function listWorkflows({ client, rows }: OrganizationReader): Promise<number[]> {
  const { rows: found } = await client.query(`${rows.select('workflows', ['id'])} order by r.id`);
  return found.map(({ id }) => Number(id));
}

/** The hashes that may be leaves of the log: of certificates, of seals, of the ends of chains. */
export async function listLogged(
  { client, rows }: OrganizationReader,
  files: readonly OwnedFile[],
): Promise<Buffer[]> {
  const list = async (table: Table, column: string, where?: string) =>
    (await client.query(rows.select(table, [column], where))).rows.map((row) => row[column]);
  const names = [...LOGGED].map((name) => `'${name}'`).join(', ');
  const sealed = new Set((await list('seals', 'file_id', 'r.file_id is not null')).map(Number));
  return [
    ...(await list('certificates', 'der')).map((der) => sha256(der)),
    ...files.filter(({ id }) => sealed.has(id)).map(({ sha256: hash }) => hash),
    ...(await list('events', 'hash', `r.name in (${names})`)),
  ];
}
