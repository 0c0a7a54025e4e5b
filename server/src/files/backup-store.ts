import type pg from 'pg';

// What a backup copies of this room besides the rows of its tables; texts, because rows are copied as text.

/** After `from blob_keys`: without the keys of deleted files, in the order of `STORED_FILES`, which they are compared with. */
export const KEYS_OF_STORED_FILES = `where exists (select from files where files.blob_key = blob_keys.blob_key)
  order by ${storedName('blob_keys.blob_key')} collate "C"`;

/**
 * Name, size and SHA-256 of each stored file that is no prefix of another one, and whether it is encrypted; in the
 * order of the bytes of the names.
 */
export const STORED_FILES = `select name, size, sha256, is_encrypted from (
    select distinct on (f.blob_key)
      ${storedName('f.blob_key')} as name, f.size, encode(f.sha256, 'hex') as sha256,
      k.blob_key is not null as is_encrypted
    from files f left join blob_keys k on k.blob_key = f.blob_key
    where f.part_of is null
    order by f.blob_key
  ) as named order by name collate "C"`;

/** SQL that makes of a column what `nameOf` makes of a key. */
function storedName(column: string): string {
  return `(case length(${column}) when 40 then left(${column}, 8) else left(${column}, 2) end || '/' || ${column})`;
}

export async function listWrappingKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from wrapping_keys order by id');
  return rows.map(({ id }) => id);
}

/** Forgets the keys of files that have no row. */
export async function deleteKeysWithoutFile(client: pg.Client): Promise<void> {
  await client.query(
    'delete from blob_keys k where not exists (select from files f where f.blob_key = k.blob_key)',
  );
}
