import { NO_RULES } from '@paraph/domain';
import { expect, onTestFinished, test } from 'vitest';
import { migrateToLatest } from '../../server/src/platform/migrate.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { openDatabaseAt } from '../support/earlier-version.ts';

async function openAt(last: string) {
  const { options, drop } = await createEmptyDatabase();
  const { database, pool, close } = await openDatabaseAt(options, last);
  onTestFinished(async () => {
    await close();
    await drop();
  });
  return { options, database, pool };
}

test('signature images keep their rows, constraints and references under their new name', async () => {
  const { options, database, pool } = await openAt('0031-closed-lists');
  const stored = ['image', 4, 'signature', 'draw', 7, '2026-11-22T00:00:00Z'];
  // Without the rows it refers to: only the table itself is examined.
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    'insert into marks (id, recipient_id, kind, method, file_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    stored,
  );
  client.release(true);

  expect((await migrateToLatest(options)).applied).toContain('0032-signature-images');

  const rows = await database.selectFrom('signature_images').selectAll().execute();
  expect(rows).toMatchObject([{ id: 'image', recipient_id: 4, file_id: 7 }]);
  const former = await pool.query(
    `select relname as name from pg_class where relname like 'marks%'
     union select conname from pg_constraint where conname like 'marks%'`,
  );
  expect(former.rows).toEqual([]);
  const kept = await pool.query(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = 'signature_images'::regclass and contype in ('p', 'c', 'f')`,
  );
  expect(kept.rows.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining([
      'PRIMARY KEY (id)',
      'FOREIGN KEY (recipient_id) REFERENCES recipients(id) ON DELETE CASCADE',
      'FOREIGN KEY (file_id) REFERENCES files(id)',
    ]),
  );
});

test('fields of earlier versions become what they were: boxes to tick, texts, and stamps of the sender', async () => {
  const { options, database, pool } = await openAt('0033-revisions');
  const client = await pool.connect();
  // Rows without those that they refer to.
  await client.query('set session_replication_role = replica');
  for (const column of ['workflow_id', 'document_id', 'role_id']) {
    await client.query(`alter table fields drop constraint fields_${column}_fkey`);
  }
  const kinds = [
    ['checkbox', 'true', 1],
    ['checkbox', null, 1],
    ['checkbox', 'true', 2],
    ['radio', 'true', 1],
    ['dropdown', 'A dog', 1],
    ['stamp', 'image', 1],
    ['stamp', 'PAID', 1],
  ] as const;
  for (const [index, [type, value, role]] of kinds.entries()) {
    await client.query(
      `insert into fields (workflow_id, document_id, role_id, position, type, label, required, page, pos_x, pos_y,
         width, height, style, value) values (1, 1, $1, $2, $3, 'Label', true, 1, 0, 0, 10, 10, '{}', $4)`,
      [role, index, type, value],
    );
  }
  await client.query(
    `insert into actions (workflow_id, step_id, role_id, recipient_id, type, status, acted_at)
     values (1, 1, 2, 1, 'sign', 'signed', now())`,
  );
  await client.query(
    `insert into signature_images (id, recipient_id, kind, method, file_id, created_at)
     values ('image', 1, 'signature', 'draw', 1, now())`,
  );
  const plan = {
    nextId: 3,
    recipients: [],
    steps: [],
    fields: [
      { id: 1, type: 'radio', value: 'yes' },
      { id: 2, type: 'stamp', value: 'PAID' },
    ],
  };
  await client.query(
    `insert into templates (organization_id, workspace_id, creator_id, name, type, expiry_days, preferences, plan,
       created_at, changed_at) values (1, 1, 1, 'Lease', 'simple', 90, '{}', $1, now(), now())`,
    [JSON.stringify(plan)],
  );
  client.release(true);

  await migrateToLatest(options);

  const rows = await database.selectFrom('fields').selectAll().orderBy('position').execute();
  expect(rows.map(({ type, value, read_only: readOnly }) => [type, value, readOnly])).toEqual([
    ['checkbox', '1', false],
    ['checkbox', null, false],
    ['checkbox', 'true', false],
    ['checkbox', '1', false],
    ['text', 'A dog', false],
    ['stamp', null, true],
    ['stamp', 'PAID', true],
  ]);
  expect(rows[0]?.rules).toEqual(NO_RULES);
  const [template] = await database.selectFrom('templates').select('plan').execute();
  expect(template?.plan.fields).toEqual([
    { id: 1, type: 'checkbox', value: '1', readOnly: false, rules: NO_RULES },
    { id: 2, type: 'stamp', value: 'PAID', readOnly: true, rules: NO_RULES },
  ]);
});
