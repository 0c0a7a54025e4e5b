import { LIMITS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { listJobsOfWorkspace } from '../../server/src/bulk/bulk-store.ts';
import { checkBulkRows } from '../../server/src/bulk/check-rows.ts';
import { sendBulkRows } from '../../server/src/bulk/send-rows.ts';
import { countWaitingMails } from '../../server/src/mail/api.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { bulkClient, type Job, tableOf } from '../support/bulk-client.ts';
import { good, violationsOf } from '../support/draft-client.ts';
import { hostileTables } from '../support/hostile-tables.ts';
import { DAY } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, fullPage } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const { instance, sender, signInAgain, get } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);
const { query } = workflowTables(() => instance);

const { openTemplate, openUnplaced } = bulkClient({ instance, client, sender, get });

describe('a table', () => {
  test('becomes a workflow for each row, filled in, named and started, and says what became of each', async () => {
    const template = await openTemplate();
    const day = new Date(instance.deps.clock.now().getTime() + 30 * DAY * 1_000);
    const deadline = day.toISOString().slice(0, 10);
    const table = [
      'id;Tenant name;Tenant email;Tenant language;field:rent;metadata:flat;message;deadline',
      `a1;Ada Lovelace;Ada@Example.com;de;1250;3 left;"Dear Ada;\nplease sign.";${deadline}`,
      'b2;=Bob;bob@example.com;;900;;;',
    ].join('\r\n');
    const values = { name: 'Lease for {{Tenant.name}}, {{rent}} ({{id}}, row {{row}})', lock: 'true' };
    const job = await template.checked(table, values);
    expect(job).toMatchObject({ state: 'ready', encoding: 'utf-8', rows: 2, valid: 2, invalid: 0, sent: 0 });
    expect(await query('select id from workflows')).toEqual([]);
    expectStatus(await template.act(job.id, 'start'), 200);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'done', valid: 0, sent: 2, failed: 0 });
    const [first, second] = await template.rows(job.id);
    const started = { row: 2, key: 'a1', state: 'sent', cells: null, problems: [], status: 'started' };
    expect(first).toMatchObject(started);
    const workflow = good<Record<string, unknown>>(
      await get(`/api/v1/workspaces/${client.workspaceId}/workflows/${first?.workflowId}`),
    );
    expect(workflow).toMatchObject({
      name: 'Lease for Ada Lovelace, 1250 (a1, row 2)',
      metadata: { flat: '3 left' },
      senderMessage: 'Dear Ada;\nplease sign.',
      expiryDate: Date.parse(`${deadline}T23:59:59Z`) / 1_000,
      recipients: [{ name: 'Ada Lovelace', email: 'Ada@Example.com' }],
    });
    const fields = workflow.fields as { key: string | null; value: string; readOnly: boolean }[];
    expect(fields.find(({ key }) => key === 'rent')).toMatchObject({ value: '1250', readOnly: true });
    expectStatus(await (await followInvitation(instance, 'Ada@Example.com')).sign(), 200);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ signed: 1 });
    const result = (await template.text(job.id, '/result.csv')).split('\r\n');
    expect(result[1]).toBe(`2,a1,sent,${first?.envelopeId},signed,,`);
    expect(result[2]).toBe(`3,b2,sent,${second?.envelopeId},started,,`);
  });

  test('shares the bytes of its template among its workflows, which outlive it and one another', async () => {
    const template = await openTemplate();
    const storedBlobs = () => query('select blob_key from files where part_of is null');
    const before = await storedBlobs();
    const job = await template.checked(tableOf(3));
    expectStatus(await template.act(job.id, 'start'), 200);
    await instance.runJobs();
    // That of the job alone.
    expect((await storedBlobs()).length - before.length).toBe(1);
    expectStatus(await client.send('DELETE', `/${template.id}`), 204);
    const made = 'select workflow_id as id from bulk_rows where job_id = $1 order by row';
    const rows = await query(made, [job.id]);
    const [erased, ...left] = rows.map(({ id }) => id as number);
    const workflows = `/api/v1/workspaces/${client.workspaceId}/workflows`;
    expectStatus(await sender.call({ method: 'PUT', url: `${workflows}/${erased}/cancel` }), 200);
    const deletion = { workflows: [{ id: erased, workspaceId: client.workspaceId }] };
    good(await sender.call({ method: 'DELETE', url: workflows, payload: deletion }));
    instance.advance(2 * 3_600);
    await instance.runJobs();
    for (const id of left) {
      const read = await get(`${workflows}/${id}`);
      const { documents } = good<{ documents: { file: { file: string } }[] }>(read);
      const file = await get(`${new URL(documents[0]?.file.file ?? '').pathname}?version=original`);
      expect(Buffer.compare(expectStatus(file, 200).rawPayload, Buffer.from(lease))).toBe(0);
    }
    expectStatus(await (await followInvitation(instance, 'tenant.2@example.com')).sign(), 200);
    await instance.runJobs();
    const ended = await query('select status from workflows where id = $1', [rows[2]?.id]);
    expect(ended).toEqual([{ status: 'signed' }]);
  });

  test('is checked as a whole before anything is sent: every problem by row and column', async () => {
    const template = await openTemplate();
    const table = [
      'Name,Mail,Rent,id,tags,deadline,Note',
      'Ada,ada@example.com,1200,1,,,',
      ',nobody,50,1,Green,tomorrow,',
      'Ada,ada@example.com,1200,3,,2020-01-01,',
      'Bob,bob@example.com,900,4,,,',
    ].join('\n');
    const job = await template.checked(table, { 'mapping[Mail]': 'email' });
    expect(job).toMatchObject({ state: 'ready', rows: 4, valid: 2, invalid: 2 });
    expect(job.columns).toEqual([
      { heading: 'Name', meaning: 'Tenant name' },
      { heading: 'Mail', meaning: 'Tenant email' },
      { heading: 'Rent', meaning: 'field:rent' },
      ...['id', 'tags', 'deadline'].map((each) => ({ heading: each, meaning: each })),
      { heading: 'Note', meaning: null },
    ]);
    const counts = 'select (select count(*) from workflows) as w, (select count(*) from files) as f';
    const before = await query(counts);
    type Shown = { documents: { url: string }[]; fields: { value: string | null }[] };
    const preview = good<Shown>(await get(`${client.base}/${template.id}/bulk/${job.id}/preview`));
    expect(preview).toMatchObject({ state: 'open', recipient: { name: 'Ada', email: 'ada@example.com' } });
    expect(preview.fields.map(({ value }) => value)).toEqual([null, '1200']);
    expectStatus(await get(preview.documents[0]?.url ?? ''), 200);
    expect(await query(counts)).toEqual(before);
    const [second, third] = await template.rows(job.id, 'invalid');
    expect(second).toMatchObject({ row: 3, state: 'invalid', samePeopleAs: null });
    expect(second?.problems.map(({ column }) => column).sort()).toEqual(
      ['Mail', 'Name', 'Rent', 'deadline', 'id', 'tags'].sort(),
    );
    expect(second?.problems.find(({ column }) => column === 'id')?.problem).toMatch(/^Row 2 has this id/);
    expect(third).toMatchObject({ row: 4, problems: [{ column: 'deadline' }], samePeopleAs: 2 });
    const refused = expectStatus(await template.act(job.id, 'start'), 409).json();
    expect(refused.error.message).toMatch(/^2 rows have problems.*skipInvalid/);
    good(await template.act(job.id, 'start', { skipInvalid: true }));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'done', sent: 2, invalid: 2 });
    expect(await template.text(job.id, '/result.csv')).toContain('Row 2 has this id');
  });

  test('whose columns are mapped anew is checked anew; a mapping of nothing is refused', async () => {
    const template = await openTemplate();
    const job = await template.checked('Mieter,Adresse\nAda,ada@example.com');
    expect(job).toMatchObject({ valid: 0, invalid: 1 });
    expect(await template.rows(job.id)).toMatchObject([
      {
        problems: [
          { column: null, problem: expect.stringMatching(/^Tenant name: /) },
          { column: null, problem: expect.stringMatching(/^Tenant email: /) },
        ],
      },
    ]);
    const wrong = await template.map(job.id, { Mieter: 'Landlord name', Fehlt: 'Tenant name' });
    expect(violationsOf(expectStatus(wrong, 400))).toEqual(['mapping[Fehlt]', 'mapping[Mieter]']);
    const twice = await template.map(job.id, { Mieter: 'Tenant name', Adresse: 'Tenant name' });
    expect(violationsOf(expectStatus(twice, 400))).toEqual(['mapping[Adresse]']);
    good(await template.map(job.id, { Mieter: 'Tenant name', Adresse: 'tenant  EMAIL' }));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'ready', valid: 1, invalid: 0 });
  });

  test('of the sample is read back', async () => {
    const template = await openTemplate();
    const sample = await get(`${client.base}/${template.id}/bulk/sample.csv`);
    expect(sample.body.split('\r\n')[0]).toBe(
      '\ufeffTenant name,Tenant email,Tenant phone,Tenant language,field:rent,message,tags,deadline,id',
    );
    expect(await template.checked(sample.body)).toMatchObject({ valid: 1, invalid: 0 });
  });
});

describe('a job', () => {
  test.each([
    ['on a page with room', buildPdf({ pages: [{}] }), 1],
    ['on a page that each gets of its own', buildPdf({ pages: [fullPage()] }), 2],
  ])('places the signature of who has none %s', async (_where, document, pages) => {
    const template = await openUnplaced(document);
    const job = await template.checked(tableOf(3).replaceAll(/,[^,]*$/gm, ''));
    good(await template.act(job.id, 'start'));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'done', sent: 3, failed: 0 });
    const placed = await query(
      `select jsonb_array_length(documents.pages) as pages, fields.type, fields.page, fields.value
         from bulk_rows join documents using (workflow_id) join fields using (workflow_id) where job_id = $1`,
      [job.id],
    );
    expect(placed).toEqual(Array(3).fill({ pages, type: 'signature', page: pages, value: null }));
    expectStatus(await (await followInvitation(instance, 'tenant.2@example.com')).sign(), 200);
  });

  test('goes on where it was killed: each row is one workflow, started once', async () => {
    const template = await openTemplate();
    const job = await template.checked(tableOf(8), { name: 'Killed {{row}}' });
    good(await template.act(job.id, 'start'));
    // Two workers at once, as after one whose end nobody has seen.
    await Promise.all([
      sendBulkRows(instance.deps as never, job.id, { countWaitingMails }),
      sendBulkRows(instance.deps as never, job.id, { countWaitingMails }),
    ]);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'done', sent: 8, failed: 0 });
    const killed =
      "select count(*)::int as made from workflows where name like 'Killed %' and status = 'started'";
    expect(await query(killed)).toEqual([{ made: 8 }]);
  });

  test('is paused, resumed and canceled; what was made stays', async () => {
    const template = await openTemplate();
    const job = await template.checked(tableOf(6), { ratePerMinute: '2' });
    good(await template.act(job.id, 'start'));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'sending', sent: 2, valid: 4 });
    good(await template.act(job.id, 'pause'));
    instance.advance(120);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'paused', sent: 2 });
    expectStatus(await template.act(job.id, 'pause'), 409);
    good(await template.act(job.id, 'resume'));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'sending', sent: 4 });
    good(await template.act(job.id, 'cancel'));
    instance.advance(120);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'canceled', sent: 4, canceled: 2, valid: 0 });
    expectStatus(await template.act(job.id, 'start'), 409);
  });

  test('begins at its date, with the template as it was when the table was sent', async () => {
    const template = await openTemplate();
    const startDate = Math.floor(instance.deps.clock.now().getTime() / 1_000) + DAY;
    expect(violationsOf(expectStatus(await template.send(tableOf(1), { startDate: '5' }), 400))).toEqual([
      'startDate',
    ]);
    const job = await template.checked(tableOf(2), { startDate: String(startDate) });
    good(await template.act(job.id, 'start'));
    good(await client.send('PUT', `/${template.id}`, { senderMessage: 'Changed' }));
    const whole = await client.read(template.id);
    good(await client.send('PUT', `/${template.id}/fields`, { fields: whole.fields.slice(0, 1) }));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'sending', sent: 0 });
    instance.advance(DAY + 60);
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ state: 'done', sent: 2 });
    const [row] = await template.rows(job.id);
    const sent = good<{ senderMessage: string | null; fields: unknown[] }>(
      await get(`/api/v1/workspaces/${client.workspaceId}/workflows/${row?.workflowId}`),
    );
    expect([sent.senderMessage, sent.fields.length]).toEqual([null, 2]);
  });

  test('pauses by itself where many mails come back, and counts anew once it is resumed', async () => {
    const template = await openTemplate();
    const job = await template.checked(tableOf(4), { ratePerMinute: '2' });
    good(await template.act(job.id, 'start'));
    await instance.runJobs();
    // As if 200 more had been sent to the same two people, one of whom has no mailbox.
    await query(
      `insert into bulk_rows (job_id, row, state, workflow_id)
       select $1, 1000 + i, 'sent', (select workflow_id from bulk_rows where job_id = $1 and row = case when i < 22 then 2 else 3 end)
       from generate_series(1, 200) as i`,
      [job.id],
    );
    const returned = `update recipients set mail_problem = 'No such mailbox.'
      where workflow_id = (select workflow_id from bulk_rows where job_id = $1 and row = 2)`;
    await query(returned, [job.id]);
    instance.advance(60);
    await instance.runJobs();
    const paused = await template.read(job.id);
    expect(paused).toMatchObject({ state: 'paused', sent: 202, valid: 2 });
    expect(paused.pausedFor).toMatch(/^The mails of 21 of the last 200 rows came back/);
    good(await template.act(job.id, 'resume'));
    await instance.runJobs();
    expect(await template.read(job.id)).toMatchObject({ sent: 204, valid: 0, pausedFor: null });
  });

  test('is paused where its sender may not send any more, and by nobody who may not', async () => {
    const template = await openTemplate();
    const job = await template.checked(tableOf(2));
    good(await template.act(job.id, 'start'));
    const role = 'update workspace_users set role_id = $1 where workspace_id = $2';
    await query(role, [4, client.workspaceId]);
    await instance.runJobs();
    expect(await template.read(job.id).catch(() => null)).toBeNull();
    expectStatus(await template.act(job.id, 'resume'), 403);
    const list = () => get(`/api/v1/workspaces/${client.workspaceId}/bulk`);
    expectStatus(await list(), 403);
    await query(role, [1, client.workspaceId]);
    expect(good<{ items: Job[] }>(await list()).items[0]).toMatchObject({ id: job.id, state: 'paused' });
    // Of templates that a user may not see, only what they made themselves.
    const { workspaceId } = client;
    const { database } = instance.deps;
    const seenBy = async (userId: number, own: boolean, others: boolean) => {
      const seen = { workspaceId, userId, own, others };
      return (await listJobsOfWorkspace(database, seen, { page: 1, limit: 1 })).records;
    };
    expect(await seenBy(987_654, true, false)).toEqual([]);
    for (const records of [await seenBy(987_654, false, true), await seenBy(sender.profile.id, false, false)])
      expect(records).toMatchObject([{ id: job.id }]);
    const paused = await template.read(job.id);
    expect(paused).toMatchObject({ state: 'paused', sent: 0, valid: 2 });
    expect(paused.pausedFor).toMatch(/lacks the permission “create workflow”/);
  });

  test('is erased a month after its end, once its workflows are gone, with their shared file', async () => {
    const template = await openTemplate();
    const job = await template.checked(tableOf(1));
    good(await template.act(job.id, 'cancel'));
    const used = await template.checked(tableOf(1));
    good(await template.act(used.id, 'start'));
    await instance.runJobs();
    instance.advance(31 * DAY);
    await sweepRecords(instance.deps as never);
    await signInAgain();
    expect(await query('select id from bulk_jobs where id = $1', [job.id])).toEqual([]);
    expect(await query('select job_id from bulk_files where job_id = $1', [job.id])).toEqual([]);
    // A workflow of this one is still there.
    expect(await template.read(used.id)).toMatchObject({ state: 'done', sent: 1 });
  });
});

test('of more than 150 hostile shapes is read as it was meant, or says what is wrong; none leaves half a job', async () => {
  const template = await openTemplate();
  const tables = hostileTables();
  expect(tables.length).toBeGreaterThan(150);
  const wrong: unknown[] = [];
  for (const { name, file, encoding, becomes } of tables) {
    const answer = await template.send(file);
    const made = await query('select id from bulk_jobs where template_id = $1', [template.id]);
    if (answer.statusCode === 400) {
      const said = Object.values(answer.json().error.violations ?? {}).join(' ');
      const isOther = becomes instanceof RegExp && !becomes.test(said);
      if (Array.isArray(becomes) || isOther || said.length < 20 || made.length > 0)
        wrong.push([name, 400, said, made]);
      continue;
    }
    if (answer.statusCode !== 202 || !(becomes === 'told' || Array.isArray(becomes)) || made.length !== 1)
      wrong.push([name, answer.body]);
    if (encoding !== undefined && answer.json().encoding !== encoding) wrong.push([name, encoding]);
    const { id: job } = answer.json() as Job;
    await checkBulkRows(instance.deps, job);
    const rows = await query('select state, cells, problems from bulk_rows where job_id = $1 order by row', [
      job,
    ]);
    const first = JSON.stringify((rows[0]?.cells as string[] | undefined)?.slice(0, 2));
    if (Array.isArray(becomes) && first !== JSON.stringify(becomes)) wrong.push([name, first]);
    if (
      rows.some(({ state, problems }) => (state === 'valid') !== (problems === null) || state === 'waiting')
    )
      wrong.push([name, rows]);
    await query('delete from bulk_jobs where id = $1', [job]);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['as large as an upload may be', LIMITS.uploadBytesMax - 1_000, 400, /row that is too long/],
  ['of more than an upload may have', LIMITS.uploadBytesMax, 413, /at most 20 MiB/],
])('one cell %s is refused, and no job is made', async (_size, bytes, status, said) => {
  const template = await openTemplate();
  const file = Buffer.concat([Buffer.from('Tenant name,Tenant email\n"'), Buffer.alloc(bytes, 'x')]);
  const refused = expectStatus(await template.send(file), status);
  expect(JSON.stringify(refused.json().error)).toMatch(said);
  expect(await query('select id from bulk_jobs where template_id = $1', [template.id])).toEqual([]);
});
