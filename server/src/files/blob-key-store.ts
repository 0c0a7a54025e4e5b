import type { BlobKeys, WrappedKey } from '@paraph/storage';
import { sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import { countRows, type Database, type Reads, type Tx } from '../database/database.ts';
import { FILE_COLUMNS, leases, type StoredFile } from './file-store.ts';

const COLUMNS = ['wrapping_key as wrappingKey', 'wrapped'] as const;

/** The data keys in the database. They are committed before the row of the file that names their blob. */
export function openBlobKeys(database: Database): BlobKeys {
  return {
    insert: async (blobKey, { wrappingKey, wrapped }) => {
      const row = { blob_key: blobKey, wrapping_key: wrappingKey, wrapped };
      await database.insertInto('blob_keys').values(row).execute();
    },
    find: async (blobKey) => {
      const key = database.selectFrom('blob_keys').select(COLUMNS).where('blob_key', '=', blobKey);
      return (await key.executeTakeFirst()) ?? null;
    },
    delete: async (blobKey) => {
      // That of a file which begins another one stays until it is erased: an earlier backup holds the blob.
      await sql`delete from blob_keys where blob_key = ${blobKey}
        and not exists (select from files where files.blob_key = blob_keys.blob_key)`.execute(database);
    },
  };
}

/** The wrapping keys that were used, each with the same text wrapped by it. */
export async function listProbes(reads: Reads): Promise<WrappedKey[]> {
  return reads.selectFrom('wrapping_keys').select(['id as wrappingKey', 'probe as wrapped']).execute();
}

export async function insertProbe(database: Database, { wrappingKey, wrapped }: WrappedKey): Promise<void> {
  await sql`insert into wrapping_keys (id, probe) values (${wrappingKey}, ${wrapped})
    on conflict do nothing`.execute(database);
}

/** Files that are not encrypted, in the order of their ids; damaged ones wait until they are restored. */
export async function listUnencryptedFiles(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<StoredFile[]> {
  const intact = reads.selectFrom('files').select(FILE_COLUMNS).where(IS_UNENCRYPTED);
  return intact.where('finding', 'is', null).where('id', '>', after).orderBy('id').limit(limit).execute();
}

const IS_UNENCRYPTED = sql<boolean>`part_of is null
  and not exists (select from blob_keys where blob_keys.blob_key = files.blob_key)`;

/** Gives a file its encrypted bytes; false if it has other ones by now, or is gone. */
export async function replaceBlob(
  tx: Tx,
  fileId: number,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const file = tx.updateTable('files').set({ blob_key: to }).where('id', '=', fileId);
  const unchanged = file.where('blob_key', '=', from).where('part_of', 'is', null);
  if ((await unchanged.executeTakeFirst()).numUpdatedRows === 0n) return false;
  await tx.insertInto('replaced_blobs').values({ blob_key: from, replaced_at: now }).execute();
  return true;
}

/** Destroys the data keys of blobs, and notes that they are to be removed. */
export async function eraseBlobKeys(tx: Tx, blobKeys: readonly string[], now: Date): Promise<void> {
  if (blobKeys.length === 0) return;
  const keys = sql`${blobKeys}::text[]`;
  await sql`delete from blob_keys where blob_key = any(${keys})`.execute(tx);
  await sql`insert into replaced_blobs (blob_key, replaced_at) select key, ${now}::timestamptz
    from unnest(${keys}) as key on conflict do nothing`.execute(tx);
}

export async function listReplacedBlobs(
  reads: Reads,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const replaced = reads.selectFrom('replaced_blobs').select('blob_key').where('replaced_at', '<', before);
  return (await replaced.limit(limit).execute()).map(({ blob_key: key }) => key);
}

/** Has blobs removed later if a backup copies stored files now; false if there is none. */
export async function postponeRemoval(database: Database, keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`insert into replaced_blobs (blob_key, replaced_at)
    select key, now() from unnest(${keys}::text[]) as key where exists (${leases(database)})
    on conflict (blob_key) do update set replaced_at = now() returning blob_key`.execute(database);
  return rows.length > 0;
}

export async function removeReplacedRow(database: Database, blobKey: string): Promise<void> {
  await database.deleteFrom('replaced_blobs').where('blob_key', '=', blobKey).execute();
}

/** Two files, of which the second begins with the first. */
interface FilePrefix {
  prefixId: number;
  wholeId: number;
}

/** Has files and their prefixes read from blobs that begin with them. Their own blobs are removed later. */
export async function savePrefixes(tx: Tx, prefixes: readonly FilePrefix[], now: Date): Promise<void> {
  if (prefixes.length === 0) return;
  const pairs = sql`unnest(
    ${listOf(prefixes, 'prefixId')}::bigint[], ${listOf(prefixes, 'wholeId')}::bigint[]
  ) as pair(prefix_id, whole_id)`;
  await sql`
    with replaced as (
      update files set part_of = pair.whole_id from ${pairs}
      where files.id = pair.prefix_id and files.part_of is null
      returning files.blob_key
    ), moved as (
      update files set part_of = pair.whole_id from ${pairs} where files.part_of = pair.prefix_id
    )
    insert into replaced_blobs (blob_key, replaced_at)
    select blob_key, ${now} from replaced on conflict do nothing`.execute(tx);
}

export interface NamedKey extends WrappedKey {
  blobKey: string;
}

/** Data keys that another wrapping key wraps, in the order of their blobs. */
export async function listFormerKeys(
  reads: Reads,
  { current, after, limit }: { current: string; after: string; limit: number },
): Promise<NamedKey[]> {
  const keys = reads.selectFrom('blob_keys').select(['blob_key as blobKey', ...COLUMNS]);
  const former = keys.where('wrapping_key', '<>', current).where('blob_key', '>', after);
  return former.orderBy('blob_key').limit(limit).execute();
}

/** Does nothing if another process did the same, or the blob is gone. */
export async function replaceKey(database: Database, from: NamedKey, to: WrappedKey): Promise<void> {
  await sql`update blob_keys set wrapping_key = ${to.wrappingKey}, wrapped = ${to.wrapped}
    where blob_key = ${from.blobKey} and wrapped = ${from.wrapped}`.execute(database);
}

/** Forgets the wrapping keys that wrap nothing, so that the next start does not need them. */
export async function deleteUnusedProbes(database: Database, current: string): Promise<void> {
  await sql`delete from wrapping_keys where id <> ${current}
    and not exists (select from blob_keys where wrapping_key = wrapping_keys.id)`.execute(database);
}

interface EncryptionCounts {
  files: number;
  unencrypted: number;
  /** Data keys that another wrapping key wraps. */
  former: number;
}

export async function countEncryption(reads: Reads, current: string): Promise<EncryptionCounts> {
  const { rows } = await sql<EncryptionCounts>`select (select count(*)::int from files) as files,
    (select count(*)::int from files where ${IS_UNENCRYPTED}) as unencrypted,
    (select count(*)::int from blob_keys where wrapping_key <> ${current}) as former`.execute(reads);
  return rows[0] ?? { files: 0, unencrypted: 0, former: 0 };
}

/** How many stored files are not encrypted yet. Reads every row. */
export async function countUnencryptedFiles(reads: Reads): Promise<number> {
  return countRows(reads, sql`from files where ${IS_UNENCRYPTED}`);
}

/** How many keys of files each wrapping key wraps, by its name. Reads every row. */
export async function countKeysByWrapping(reads: Reads): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select wrapping_key as name, count(*)::int as count from blob_keys group by 1`.execute(reads);
  return new Map(rows.map(({ name, count }) => [name, count]));
}
