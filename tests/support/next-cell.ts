import { provideNumberRange } from '../../server/src/organization-moves/number-range.ts';
import { type BackupDestination, folderPlace } from './backup.ts';
import { openTestInstance, type TestInstance } from './instance.ts';
import { forgeArchive, readIn, readSecretsOf, readTables, takeOut } from './organization-archive.ts';
import { folderForThisTest, forThisTest } from './scratch.ts';

type Manifest = Awaited<ReturnType<typeof takeOut>>;

/** A bulk job and its files act for an account in JSON; what waits to be sent is sent where it comes from. */
const LEFT = /^(bulk_\w+|deliveries|delivery_attempts|files|mails)$/;

/**
 * Reads an archive, whose people all claim to own the instance, into one of its own and takes it out of that again: what it lacks there, by table; and of
 * all that only the keys of an instance open, what either archive says.
 */
export async function moveThrough(from: TestInstance, place: BackupDestination, manifest: Manifest) {
  const instance = await forThisTest(openTestInstance());
  await provideNumberRange(instance.deps.database, 8_999);
  const change = (rows: Awaited<ReturnType<typeof readTables>>) => {
    for (const user of rows.get('users') ?? []) user.instance_owner = 't';
  };
  await readIn(instance, place, await forgeArchive(from, place, { manifest, change }));
  const owners = await instance.deps.pool.query('select email from users where instance_owner');
  const lacking: string[] = [];
  for (const [table, rows] of await readTables(place, manifest)) {
    const found = await instance.deps.pool.query(`select count(*)::int as count from ${table}`);
    if (found.rows[0].count < rows.length && !LEFT.test(table)) lacking.push(table);
  }
  const next = await folderPlace(await folderForThisTest());
  const again = await takeOut(instance, next, { organizationId: manifest.organization.id });
  return {
    lacking,
    owners: owners.rows,
    again,
    secrets: [await secretsIn(place, manifest), await secretsIn(next, again)],
  };
}

async function secretsIn(place: BackupDestination, manifest: Manifest) {
  const lines = await readSecretsOf(place, manifest);
  return lines.filter(({ table }) => table !== 'bulk_jobs').map(asStored);
}

/** The salt of an answer is derived where the signer acted, and stored where the workflow went. */
function asStored({ table, column, of, secret }: Record<string, unknown>) {
  const [id] = Object.values(of as object);
  const salt = { table: 'moved_salts', column: 'sealed_salt', of: { action_id: id }, secret };
  return table === 'actions' ? salt : { table, column, of, secret };
}
