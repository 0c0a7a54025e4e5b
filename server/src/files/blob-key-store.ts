import type { Database, Reads } from '../platform/database.ts';
import type { BlobKeys } from '../platform/encrypted-blobs.ts';
import type { WrappedKey } from '../platform/key-wrapper.ts';

const COLUMNS = ['wrapping_key as wrappingKey', 'wrapped'] as const;

/** The data keys in the database. They are committed before the row of the file that names their blob. */
export function openBlobKeys(database: Database): BlobKeys {
  return {
    insert: async (blobKey, { wrappingKey, wrapped }) => {
      await database
        .insertInto('blob_keys')
        .values({ blob_key: blobKey, wrapping_key: wrappingKey, wrapped })
        .execute();
    },
    find: async (blobKey) => {
      const row = await database
        .selectFrom('blob_keys')
        .select(COLUMNS)
        .where('blob_key', '=', blobKey)
        .executeTakeFirst();
      return row ?? null;
    },
    delete: async (blobKey) => {
      await database.deleteFrom('blob_keys').where('blob_key', '=', blobKey).execute();
    },
  };
}

/** The wrapping keys that were used, each with the known value. */
export async function listProbes(reads: Reads): Promise<WrappedKey[]> {
  return reads.selectFrom('wrapping_keys').select(['id as wrappingKey', 'probe as wrapped']).execute();
}

export async function insertProbe(database: Database, { wrappingKey, wrapped }: WrappedKey): Promise<void> {
  await database
    .insertInto('wrapping_keys')
    .values({ id: wrappingKey, probe: wrapped })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
