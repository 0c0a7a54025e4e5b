import type { Database } from '../database/database.ts';

/** The fingerprint under which the first process of the instance recorded its keys: this one, if there was none. */
export async function recordFingerprint(
  database: Database,
  { name, fingerprint }: { name: string; fingerprint: Uint8Array },
): Promise<Buffer> {
  await database
    .insertInto('instance_keys')
    .values({ name, fingerprint: Buffer.from(fingerprint) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const found = await database
    .selectFrom('instance_keys')
    .select('fingerprint')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return found.fingerprint;
}
