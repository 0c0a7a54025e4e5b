import { Fault } from '@paraph/domain';
import { BECOMES, MOVABLE_SECRETS } from '@paraph/server/movable-secrets.ts';
import { quoted, type Staging, stagedName } from '@paraph/server/organization-moves/api.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { readLines } from '../backup/part.ts';
import { openPart, type Reading } from './verify-organization.ts';

type Row = Record<string, unknown>;

/** Encrypts the secrets of an archive by the keys of this instance, in the staged rows. @throws Fault */
export async function closeSecrets(staging: Staging, vault: KeyVault, reading: Reading): Promise<void> {
  const secrets = await readSecrets(reading);
  for (const movable of MOVABLE_SECRETS) {
    const { table, column, by, where = 'true' } = movable;
    const { client, rows } = staging;
    const { rows: owners } = await client.query<Row>(
      rows.select(table, [...new Set([...by, column])], where),
    );
    for (const owner of owners) {
      const of = Object.fromEntries(by.map((key) => [key, owner[key]]));
      const secret = secrets.get(keyOf({ table, column, of }));
      if (secret === undefined) throw new Fault(`The archive lacks a secret of ${table}.${column}.`);
      await save(staging, movable, { of, value: movable.close(vault, owner, secret) });
    }
  }
}

interface Line {
  table: string;
  column: string;
  of: Row;
}

function keyOf({ table, column, of }: Line): string {
  return JSON.stringify([table, column, Object.entries(of).map(([name, value]) => [name, String(value)])]);
}

async function readSecrets(reading: Reading): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  const { parts } = reading.manifest;
  for await (const line of readLines(await openPart(reading, 'secrets.part', parts.secrets))) {
    // Lines are read as bytes.
    const { secret, ...about } = JSON.parse(Buffer.from(line, 'latin1').toString()) as Line & {
      secret: string;
    };
    secrets.set(keyOf(about), secret);
  }
  return secrets;
}

async function save(
  { client }: Staging,
  { table, column, by }: { table: string; column: string; by: readonly string[] },
  { of, value }: { of: Row; value: unknown },
): Promise<void> {
  const text = typeof value === 'object' ? JSON.stringify(value) : value;
  const other = BECOMES[`${table}.${column}`];
  if (other) {
    const [id] = Object.values(of);
    const columns = quoted([other.key, other.column]);
    await client.query(`insert into ${stagedName(other.table)} (${columns}) values ($1, $2)`, [id, text]);
    return;
  }
  const isRow = by.map((key, index) => `"${key}" = $${index + 2}`).join(' and ');
  const values = [text, ...by.map((key) => of[key])];
  await client.query(`update ${stagedName(table)} set "${column}" = $1 where ${isRow}`, values);
}
