import { assertPresent } from '@paraph/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findEntry } from '../../server/src/audit/ledger-store.ts';
import { prepareStatement } from '../../server/src/database/prepared-statements.ts';
import { newFileRow } from '../../server/src/files/store-file.ts';
import { enqueueAll } from '../../server/src/jobs/enqueue.ts';
import { formRow } from '../../server/src/revisions/prepare-form.ts';
import { loadSigningSession } from '../../server/src/signing/session/signing-session.ts';
import { findWorkflowFacts } from '../../server/src/workflows/reading/find-workflow-facts.ts';
import { insertPlanned } from '../../server/src/workflows/store/new-workflow-store.ts';
import { planWorkflow } from '../../server/src/workflows/store/plan-workflow.ts';
import {
  loadWorkflow,
  readWorkflows,
  VIEW,
} from '../../server/src/workflows/store/workflow-reading-store.ts';
import { saveState, toState } from '../../server/src/workflows/store/workflow-store.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { listStatements } from '../support/list-statements.ts';
import { ann, bob, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openSingleConnection } from '../support/single-connection.ts';

const instance = await forThisFile(openTestInstance());
const connection = await forThisFile(openSingleConnection(instance));

async function listPrepared() {
  const { rows } = await sql<{ name: string; calls: number }>`
    select name, generic_plans + custom_plans as calls from pg_prepared_statements order by name`.execute(
    connection.database,
  );
  return rows;
}

test('a statement is parsed once per connection, whatever its parameter', async () => {
  const selectUsers = prepareStatement('test-users', (statements, id: number) =>
    statements.selectFrom('users').select('name').where('id', '=', id),
  );
  const ada = await instance.signIn('Ada', 'ada@example.com');
  const ben = await instance.signIn('Ben', 'ben@example.com');
  expect(await selectUsers(connection.database, ada.profile.id)).toEqual([{ name: 'Ada' }]);
  expect(await selectUsers(connection.database, ben.profile.id)).toEqual([{ name: 'Ben' }]);
  expect(await listPrepared()).toEqual([{ name: 'test-users', calls: 2 }]);
});

test('what is loaded by prepared statements still is after a later version has added columns', async () => {
  const sender = await instance.signIn('Sender', 'sender@example.com');
  await quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [ann] }] });
  await instance.runJobs();
  const { link } = await (await followInvitation(instance, ann.email)).view();
  const { database } = connection;
  const load = async () => {
    const session = await loadSigningSession({ ...instance.deps, database }, link);
    const { id } = session.facts.workflow;
    return [await loadWorkflow(database, id), await findWorkflowFacts(database, id)];
  };
  const before = await load();
  const names = [
    ...['signing-session', 'test-users', 'workflows-by-id-files-intake-ledger-sender'],
    'workflows-by-id-intake-ledger',
  ];
  expect((await listPrepared()).map(({ name }) => name)).toEqual(names);
  for (const table of [
    'workflows',
    'documents',
    'recipients',
    'actions',
    'signing_links',
    'signature_images',
  ])
    await sql`alter table ${sql.table(table)} add column of_a_later_version text`.execute(database);
  const after = await load();
  expect(after.map((record) => record?.workflow.id)).toEqual(before.map((record) => record?.workflow.id));
});

test.each([1, 2])('%i workflows are read by one plan, whichever they are', async (count) => {
  const { database } = connection;
  const { id } = await database.selectFrom('workflows').select('id').executeTakeFirstOrThrow();
  const ids = [id, ...Array.from({ length: count - 1 }, (_each, index) => -index)];
  for (let time = 0; time < 10; time += 1) await readWorkflows(database, ids, VIEW);
  const [plans] = (
    await sql<{ generic: number; custom: number }>`select generic_plans as generic, custom_plans as custom
      from pg_prepared_statements where name = ${`workflows-by-${count === 1 ? 'id' : 'ids'}-people-sizes-workspace`}`.execute(
      database,
    )
  ).rows;
  // PostgreSQL compares them after five.
  expect(plans).toEqual({ generic: 5, custom: 5 });
});

test('what a decision changes is saved by one plan for all of them', async () => {
  const { database } = connection;
  const { id } = await database.selectFrom('workflows').select('id').executeTakeFirstOrThrow();
  const after = toState(assertPresent(await loadWorkflow(database, id), 'the workflow'));
  const before = {
    ...after,
    steps: after.steps.map((step) => ({ ...step, status: 'signed' as const, actions: [] })),
  };
  const listening = { organizationId: 0, events: [] };
  const change = { before, after, title: null, sentByKey: null, now: new Date(), listening };
  await database.transaction().execute(async (tx) => {
    for (let time = 0; time < 40; time += 1) await saveState(tx, id, change);
    const { rows } = await sql<{ isGeneric: boolean }>`select generic_plans > 10 as "isGeneric"
      from pg_prepared_statements where name = 'save-state'`.execute(tx);
    expect(rows).toEqual([{ isGeneric: true }]);
  });
});

test('jobs are inserted by one plan for all of them', async () => {
  const job = { name: 'follow-events', id: 0 } as const;
  // Once before, so that the queue knows their kind.
  await connection.database.transaction().execute((tx) => enqueueAll(tx, [job]));
  await connection.database.transaction().execute(async (tx) => {
    for (let time = 0; time < 40; time += 1) await enqueueAll(tx, [job, { ...job, upTo: 1 }]);
    const { rows } = await sql<{
      generic: number;
    }>`select generic_plans as generic from pg_prepared_statements
      where statement like 'with job as%'`.execute(tx);
    expect(rows[0]?.generic).toBeGreaterThan(10);
  });
});

test('functions that are called for each envelope plan their statements once', async () => {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where proconfig = '{plan_cache_mode=force_generic_plan}' order by name`.execute(connection.database);
  expect(rows).toEqual([{ name: 'add_jobs' }, { name: 'write_search_words' }]);
});

test('a record is the same row by row as when it is read with others', async () => {
  const { database } = instance.deps;
  const { id } = await database.selectFrom('workflows').select('id').executeTakeFirstOrThrow();
  const record = assertPresent(await loadWorkflow(database, id), 'a workflow');
  expect(await readWorkflows(database, [id, 0], { intake: true, ledger: true })).toEqual([record]);
  const { envelope_id: envelopeId } = record.workflow;
  expect(await readWorkflows(database, envelopeId, { intake: true, ledger: true })).toEqual([record]);
  expect(record.ledger).toEqual(await findEntry(database, id));
  const row = await database.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirst();
  expect(record.workflow).toEqual(row);
  const actions = database.selectFrom('actions').selectAll().where('workflow_id', '=', id).orderBy('id');
  expect(record.actions).toEqual(await actions.execute());
  const documents = await database
    .selectFrom('documents')
    .selectAll()
    .where('workflow_id', '=', id)
    .execute();
  expect(record.documents).toEqual(documents);
  const [shown] = await readWorkflows(database, [id], {});
  expect(documents).toMatchObject(shown?.documents ?? []);
  expect(shown?.documents[0]).not.toHaveProperty('contents');
});

test('a statement of rows is built once for each set of columns and number of rows', async () => {
  const { database } = connection;
  type Window = { key: string; started_at: Date; hits?: number };
  let built = 0;
  const insert = prepareStatement('test-windows', (statements, rows: readonly Window[]) => {
    built += 1;
    return statements
      .insertInto('rate_windows')
      .values(rows as never)
      .returning(['key', 'hits']);
  });
  const change = prepareStatement('test-change', (statements, prefix: string, changes: Partial<Window>) =>
    statements.updateTable('rate_windows').set(changes).where('key', 'like', prefix).returning('key'),
  );
  const [now, later] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')];
  for (const one of ['rows 1', 'rows 2'])
    expect(await insert(database, [{ key: one, started_at: now, hits: 1 }])).toEqual([{ key: one, hits: 1 }]);
  await insert(database, [
    { key: 'rows 3', started_at: now, hits: 3 },
    { hits: 4, key: 'rows 4', started_at: later },
  ]);
  await insert(database, [
    { key: 'rows 5', started_at: later, hits: 5 },
    { key: 'rows 6', started_at: later, hits: 6 },
  ]);
  expect(built).toBe(3);
  const many = Array.from({ length: 9 }, (_each, index) => ({ key: `many ${index}`, started_at: now }));
  expect(
    await insert(
      database,
      many.map((row) => ({ ...row, hits: 1 })),
    ),
  ).toHaveLength(9);
  expect(await change(database, 'rows %', { hits: 9 })).toHaveLength(6);
  expect(await change(database, 'rows 1', { started_at: later, hits: undefined } as never)).toHaveLength(1);
  expect(await change(database, 'no rows', { hits: 7 })).toEqual([]);
  const kept = await database
    .selectFrom('rate_windows')
    .select(['key', 'hits', 'started_at as at'])
    .where('key', 'like', 'rows %')
    .orderBy('key')
    .execute();
  expect(kept).toEqual(
    [later, now, now, later, later, later].map((at, index) => ({ key: `rows ${index + 1}`, hits: 9, at })),
  );
  const names = (await listPrepared()).map(({ name }) => name);
  const expected = ['test-change', 'test-change-2', 'test-windows', 'test-windows-2', 'test-windows-3'];
  expect(names.filter((name) => /^test-(windows|change)/.test(name))).toEqual(expected);
});

test('a parameter that is not in the text of its statement is refused', async () => {
  const lost = prepareStatement('test-lost', (statements, id: number, name: string | null) => {
    const users = statements.selectFrom('users').select('id').where('id', '=', id);
    return name === null ? users.where('name', 'is', null) : users;
  });
  await expect(lost(connection.database, 1, 'Ada')).rejects.toThrow('parameter 2');
});

test('a new workflow is returned as it is read', async () => {
  const { database } = connection;
  const { workflow } = assertPresent((await loadAny()).record, 'a workflow');
  const nameCut = `${'a'.repeat(9)}\ud83d`;
  const planned = (nth: number) =>
    planWorkflow({
      envelopeId: `20261123${String(nth).padStart(32, '0')}`,
      organizationId: workflow.organization_id,
      workspaceId: workflow.workspace_id,
      creatorId: workflow.creator_id,
      senderName: 'Ada',
      source: { type: 'web', value: null },
      draft: {
        ...{ name: 'Lease', type: 'simple', preferences: {}, metadata: { c: 'd' } },
        ...{ workspaceId: null, senderName: null, senderMessage: 'Hello', expiresAtSeconds: 0 },
        steps: [
          { type: 'review', recipients: [{ ...CONTACT, ...ann }] },
          {
            type: 'sign',
            recipients: [
              { ...CONTACT, ...bob },
              { ...CONTACT, ...ann, phone: '+4930123456' },
            ],
          },
        ],
      },
      createdAt: new Date('2026-11-23T06:30:00.123Z'),
      expiresAt: new Date('2026-12-23T06:30:00Z'),
      scheduledStartAt: null,
      documents: [0, 1].map((at) => ({
        name: nameCut,
        pages: [{ width: 595, height: 842 }],
        contents: { anchors: [], formFields: [], form: { fields: [], total: 0, isSigned: false } },
        storageKey: `key ${nth} ${at}`,
        ...{ source: null, sourceFile: null },
        file: newFileRow(
          { key: `blob ${nth} ${at}`, size: at + 1, sha256: Buffer.alloc(32, at), chunkDigests: null },
          { format: 'pdf', now: new Date(0) },
        ),
        // The second document alone: fields follow the role of the second signer.
        fields: at === 0 ? [] : [{ ...PLACE, type: 'signature', signing: 1, pdfFieldName: 'é' }],
        ...(at === 0 ? {} : { form: formRow(FORM, new Date(0)) }),
      })),
      annexes: [
        {
          ...{ position: 0, name: 'prices.csv', format: 'csv', size: 3, sha256: '00'.repeat(32) },
          added_at: new Date('2026-11-23T06:30:00.123Z'),
          file: newFileRow(
            { key: `blob ${nth} annex`, size: 3, sha256: Buffer.alloc(32, 9), chunkDigests: null },
            { format: 'csv', now: new Date(0) },
          ),
        },
      ],
    });
  await database
    .transaction()
    .execute(async (tx) => {
      const { record, hasListener } = await insertPlanned(tx, planned(40), []);
      expect(hasListener).toBe(false);
      expect(await loadWorkflow(tx, record.workflow.id)).toMatchObject(record);
      expect(record.documents.map(({ name }) => name)).toEqual(Array(2).fill('aaaaaaaaa\ufffd'));
      const { documents, recipients, actions, roles, fields } = record;
      expect(actions.map(({ type, recipient_id: id }) => [type, id])).toEqual([
        ['review', recipients[0]?.id],
        ['sign', recipients[1]?.id],
        ['sign', recipients[0]?.id],
      ]);
      expect(fields.map(({ role_id: role, document_id: document }) => [role, document])).toEqual([
        [roles[2]?.id, documents[1]?.id],
      ]);
      const stored = await tx
        .selectFrom('documents')
        .innerJoin('files', 'files.id', 'original_file_id')
        .leftJoin('revisions', 'document_id', 'documents.id')
        .select(['files.sha256', 'bytes'])
        .where('workflow_id', '=', record.workflow.id)
        .orderBy('position')
        .execute();
      expect(stored).toEqual([
        { sha256: Buffer.alloc(32, 0), bytes: null },
        { sha256: Buffer.alloc(32, 1), bytes: Buffer.from([0, 1, 255]) },
      ]);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
});

const CONTACT = { phone: null, language: null, identification: null };
const PLACE = { page: 1, posX: 10, posY: 20.5, width: 30, height: 5 };
const FORM = { update: Buffer.from([0, 1, 255]), size: 4, sha256: Buffer.alloc(32, 7) };

async function loadAny() {
  const { id } = await connection.database.selectFrom('workflows').select('id').executeTakeFirstOrThrow();
  return { record: await loadWorkflow(connection.database, id) };
}

test('a page of a small workspace is found by an index, whatever the largest one holds', async () => {
  const host = await instance.signIn('Host', 'host@example.com');
  const [space] = (await host.call({ method: 'GET', url: '/api/v1/workspaces' })).json() as { id: number }[];
  await instance.deps.pool.query(
    `insert into workflows (envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
         expires_at, source_type)
       select '20261121' || lpad(to_hex(n), 32, '0'), (select organization_id from workspaces where id = $1), $1, $2,
         'One of many', 'simple', 'not_started', now(), now(), 'web'
       from generate_series(1, 2000) as n`,
    [space?.id, host.profile.id],
  );
  // As after an analysis whose sample met the largest workspace alone.
  await instance.deps.pool.query('alter table workflows alter column workspace_id set (n_distinct = 1)');
  await instance.deps.pool.query('analyze workflows');
  const [text = ''] = (
    await listStatements(() => host.call({ method: 'GET', url: '/api/v1/envelopes?limit=25' }))
  ).filter((each) => each.includes('workflow_counts'));
  const client = await connection.pool.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare planned as ${text}`);
  const count = new Set(text.match(/\$\d+/g)).size;
  const { rows } = await client.query(`explain execute planned(${Array(count).fill('null').join(', ')})`);
  await client.query('reset plan_cache_mode');
  client.release();
  const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Scan using workflows_workspace_listed on workflows/);
  expect(plan).not.toMatch(/Seq Scan on workflows|using workflows_pkey/);
  // In the order of the index: sorted after it, the page of the largest workspace would read all of its rows.
  expect(plan).not.toMatch(/Sort Key: workflows\.id/);
});
