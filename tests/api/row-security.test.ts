import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database, Reads } from '../../server/src/database/database.ts';
import { withinRowScope } from '../../server/src/database/row-scope.ts';
import { UnitOfWork } from '../../server/src/database/unit-of-work.ts';
import { pathCondition } from '../../server/src/organization-moves/owned-rows-store.ts';
import { listScopedTables } from '../../server/src/organization-moves/row-security-store.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile, makeKey } from '../support/instance-case.ts';
import { ann, lease, quickSender } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

async function openCase(rowSecurity: 'yes' | 'no') {
  const env = { PARAPH_ROW_SECURITY: rowSecurity };
  const instance = await forThisFile(openTestInstance({ env }));
  const { deps } = instance;
  const ada = await instance.signIn('Ada', 'ada@example.com');
  const eve = await instance.signIn('Eve', 'eve@example.com');
  const memberOf = (session: typeof ada) =>
    deps.database
      .selectFrom('members')
      .select(['id', 'organization_id'])
      .where('user_id', '=', session.profile.id)
      .executeTakeFirstOrThrow();
  const scopes = ['workflows:read', 'workflows:write', 'templates:read', 'templates:write'];
  return {
    ...{ instance, deps, ada, eve },
    organizationId: (await memberOf(ada)).organization_id,
    evesMember: (await memberOf(eve)).id,
    key: (await makeKey(eve, { scopes })).key,
    /** What Ada has. */
    envelopeId: await quickSender(() => ada).create({ steps: [{ type: 'sign', recipients: [ann] }] }),
    templates: await openTemplateClient(instance, ada, lease),
  };
}

const walled = await openCase('yes');
const open = await openCase('no');

/** What Eve is answered to what she may not see, in the page and with her key. */
async function answersOf({ instance, ada, eve, key, envelopeId, templates }: typeof walled) {
  const { id } = await templates.create();
  const [workflow] = await listIds(instance.deps.database);
  const urls = [
    `/api/v1/quick/envelopes/${envelopeId}`,
    `${templates.base}/${id}`,
    templates.base,
    `/api/v1/workspaces/${templates.workspaceId}/workflows/${workflow}`,
    `/api/v1/workspaces/${templates.workspaceId}/workflows/${workflow}/fields`,
  ];
  const told: { url: string; own: number; session: string; key: string }[] = [];
  for (const url of urls) {
    const answers = {
      own: (await ada.call({ method: 'GET', url })).statusCode,
      session: shown(await eve.call({ method: 'GET', url })),
      key: shown(await instance.inject({ method: 'GET', url, headers: { 'x-api-key': key } })),
    };
    told.push({ url: url.replaceAll(/[\d/]+/g, '/').slice(0, 40), ...answers });
  }
  return told;
}

const shown = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode !== 200 ? String(statusCode) : /"items":\[\]|^\[\]$/.test(body) ? 'empty' : 'leaks';
const listIds = async (database: Database) =>
  (await sql<{ id: number }>`select id from workflows order by id`.execute(database)).rows.map(
    ({ id }) => id,
  );

test('where what the first wall asks says yes by mistake, the database answers nothing of others', async () => {
  for (const { deps, evesMember, templates } of [walled, open])
    await sql`insert into workspace_users (workspace_id, member_id, role_id, created_at)
      values (${templates.workspaceId}, ${evesMember}, 1, now())`.execute(deps.database);
  const behind = await answersOf(walled);
  expect(behind.map(({ own }) => own)).toEqual(behind.map(() => 200));
  expect(behind.flatMap(({ session, key }) => [session, key])).not.toContain('leaks');
  const before = await answersOf(open);
  // A key reaches its own organization alone.
  expect(before.map(({ session }) => session)).toEqual(before.map(() => 'leaks'));
});

test('each table of an organization shows a caller its own rows, in and outside of transactions, and takes none for others', async () => {
  const { deps, ada, eve, organizationId } = walled;
  const scope = { userId: eve.profile.id, organizationId: null };
  // Of a key that acts for Ada in another organization.
  const keyScope = { userId: ada.profile.id, organizationId: organizationId + 1 };
  const ofAda = (table: (typeof tables)[number]) =>
    sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} r
      where ${sql.raw(pathCondition(table, 'r', (id) => `${id} = ${organizationId}`))}`;
  const tables = listScopedTables();
  const count = async (table: (typeof tables)[number], database: Reads = deps.database) =>
    (await ofAda(table).execute(database)).rows[0]?.count ?? 0;
  const filled: string[] = [];
  for (const table of tables) {
    if ((await count(table)) > 0) filled.push(table);
    for (const each of [scope, keyScope])
      expect([table, await withinRowScope(each, () => count(table))]).toEqual([table, 0]);
  }
  expect(filled).toEqual(
    expect.arrayContaining(['workflows', 'templates', 'documents', 'recipients', 'fields', 'events']),
  );
  const ownScope = { userId: ada.profile.id, organizationId: null };
  for (const table of filled)
    expect([table, await withinRowScope(ownScope, () => count(table as 'workflows'))]).not.toEqual([
      table,
      0,
    ]);
  const { database } = deps;
  const inTransaction = () => database.transaction().execute((tx) => count('workflows', tx));
  expect(await withinRowScope(scope, inTransaction)).toBe(0);
  const unit = new UnitOfWork();
  expect(await withinRowScope(scope, () => unit.run(inTransaction))).toBe(0);
  await unit.rollback();
  expect(await inTransaction()).toBeGreaterThan(0);
  const rename = () => database.updateTable('workflows').set({ name: 'Mine' }).executeTakeFirstOrThrow();
  expect((await withinRowScope(scope, rename)).numUpdatedRows).toBe(0n);
  const insert = () =>
    sql`insert into tags (workspace_id, name, name_key, color, created_at)
    values (${walled.templates.workspaceId}, 'Eve', 'eve', '#000000', now())`.execute(database);
  await expect(withinRowScope(scope, insert)).rejects.toThrow('row-level security policy');
  await expect(withinRowScope({ userId: ada.profile.id, organizationId: 0 }, insert)).rejects.toThrow(
    'row-level security',
  );
});
