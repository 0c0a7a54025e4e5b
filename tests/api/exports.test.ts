import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { queueAccountMail, releaseBeside } from '../../server/src/app.ts';
import { writeExport } from '../../server/src/exports/write-export.ts';
import { removeErased } from '../../server/src/files/delete-files.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { lockWorkflow } from '../../server/src/workflows/lifecycle/advance-workflow.ts';
import { eraseBuried } from '../../server/src/workflows/lifecycle/delete-workflow.ts';
import { readArchive } from '../support/archive.ts';
import { DAY, type Session } from '../support/instance.ts';
import { envelopesOf, expectStatus, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { codeOf, lease, violationsOf } from '../support/quick-sender.ts';

const { instance, ada, bob, letBob } = await openTeamCase();
const { pool } = instance.deps;
const envelopes = envelopesOf(instance, () => ada);
const ann = { name: '=Ann "A", x', email: 'ann@example.com' };

const [{ id: workspaceId }] = (await caller(ada)('GET', '/api/v1/workspaces')).body;
const url = `/api/v1/workspaces/${workspaceId}/exports`;

interface Export {
  id: number;
  state: string;
  workflows: number;
  done: number;
  skipped: number;
  bytes: number;
  problem: string | null;
  expiresDate: number | null;
  url: string | null;
}

const make = (body: object, session: Session = ada) => session.call({ method: 'POST', url, payload: body });
const made = async (body: object, session: Session = ada) =>
  expectStatus(await make(body, session), 202).json() as Export;
const read = async (id: number): Promise<Export> => (await caller(ada)('GET', `${url}/${id}`)).body;
const download = (id: number, session: Session = ada, headers: Record<string, string> = {}) =>
  session.call({ method: 'GET', url: `${url}/${id}/archive`, headers });
/** One run of the job, of so many workflows. */
const run = (id: number, workflows = 1, deps: object = instance.deps) =>
  writeExport(deps as never, id, {
    queueMail: queueAccountMail,
    run: { workflows, bytes: Number.MAX_SAFE_INTEGER },
  });
const partsOf = async (id: number): Promise<string[]> =>
  (
    await pool.query(
      'select blob_key from export_parts join files on files.id = file_id where export_id = $1 order by part',
      [id],
    )
  ).rows.map(({ blob_key: key }) => key);

/** What the job needs, where something happens between storing a part and naming it. */
function afterStoring(act: () => Promise<void>) {
  const { blobs } = instance.deps;
  const put: typeof blobs.put = async (bytes) => {
    const stored = await blobs.put(bytes);
    await act();
    return stored;
  };
  return { ...instance.deps, blobs: { ...blobs, put } };
}

/** Deletes a workflow, whoever may. */
async function erase(workflowId: number) {
  const { database } = instance.deps;
  const blobs = await database.transaction().execute(async (tx) => {
    return eraseBuried(tx, { ...instance.deps, releaseBeside }, await lockWorkflow(tx, workflowId));
  });
  await removeErased(instance.deps, blobs);
}

const signed = await envelopes.workflowOf(await envelopes.sendSigned(ann));
await instance.runJobs();
const open = await envelopes.workflowOf(await envelopes.send(ann));
await pool.query(`update workflows set name = '=SUM(A1): "x"?' where id = $1`, [open.id]);
const draft = async () => {
  const { id } = await envelopes.workflowOf(await envelopes.send(ann));
  return id;
};
const sendTwoDocuments = async () => {
  const steps = [{ type: 'sign', recipients: [ann] }];
  const id = await envelopes.create({ steps, further: [['House rules', lease]] });
  await instance.runJobs();
  return (await envelopes.workflowOf(id)).id;
};
const linesOf = (index: string) => index.replace('\ufeff', '').trimEnd().split('\r\n');

describe('an export', () => {
  test('has the files of each workflow and an index that says their hashes, and says how far it is', async () => {
    const asked = await made({
      ids: [signed.id, open.id],
      contents: ['documents', 'certificates', 'evidence', 'attachments'],
    });
    expect(asked).toMatchObject({ state: 'waiting', workflows: 2, done: 0, bytes: 0, url: null });
    expect(codeOf(await download(asked.id))).toBe('WORKFLOW_STATUS_CONFLICT');
    await run(asked.id);
    const half = await read(asked.id);
    expect(half).toMatchObject({ state: 'running', done: 1, skipped: 0, url: null });
    expect(codeOf(await download(asked.id))).toBe('WORKFLOW_STATUS_CONFLICT');
    await instance.runJobs();
    const done = await read(asked.id);
    expect(done).toMatchObject({ state: 'done', done: 2, skipped: 0, problem: null });
    expect(done.bytes).toBeGreaterThan(half.bytes);
    expect(done.expiresDate).toBe(instance.nowSeconds() + DAY);
    const whole = expectStatus(await download(asked.id), 200).rawPayload;
    expect(whole.length).toBe(done.bytes);
    const files = await readArchive(whole);
    const folder = `${signed.id} Lease of the mill`;
    const openFolder = `${open.id} =SUM(A1)_ _x__`;
    expect([...files.keys()].sort()).toEqual(
      [
        `${folder}/lease (sealed).pdf`,
        `${folder}/Lease of the mill (certificate).pdf`,
        `${folder}/evidence.json`,
        `${openFolder}/lease.pdf`,
        'index.csv',
      ].sort(),
    );
    const sealed = await envelopes.download(signed.envelope_id);
    expect(files.get(`${folder}/lease (sealed).pdf`)?.equals(sealed)).toBe(true);
    const [head, first = '', second = ''] = linesOf(files.get('index.csv')?.toString('utf8') ?? '');
    expect(head).toMatch(/^id,envelope id,name,status,created,sent,ended,sender,people,folder,files,sha-256/);
    // Newest first, as the list has them.
    expect(first).toContain(`${open.id},${open.envelope_id},"'=SUM(A1): ""x""?",started`);
    expect(second).toContain(`${signed.id},${signed.envelope_id},Lease of the mill,signed`);
    for (const [name, bytes] of files)
      if (name.startsWith(folder)) expect(second).toContain(createHash('sha256').update(bytes).digest('hex'));
    // A range of it, as who continues a download asks for it.
    const range = await download(asked.id, ada, { range: `bytes=${half.bytes - 5}-${half.bytes + 4}` });
    expect(range.statusCode).toBe(206);
    expect(range.rawPayload.equals(whole.subarray(half.bytes - 5, half.bytes + 5))).toBe(true);
    const { rows: mails } = await pool.query(`select detail from mails where kind = 'export_ready'`);
    expect(mails.map(({ detail }) => detail)).toMatchObject([{ workspaceId, workflows: 2, skipped: 0 }]);
    const { rows: events } = await pool.query(
      `select name, detail from organization_events where name like 'workspace.%export%' order by id`,
    );
    expect(events.map(({ name }) => name)).toEqual([
      'workspace.files_exported',
      'workspace.export_downloaded',
    ]);
    expect(events[0].detail).toMatchObject({ workspaceId, exportId: asked.id, workflows: 2 });
  });

  test('says what of a call is wrong, and does not begin more than two at once', async () => {
    for (const [body, field] of [
      [{}, 'ids'],
      [{ ids: [signed.id], filter: {} }, 'ids'],
      [{ filter: { query: 'nothing has this name' } }, 'filter'],
      [{ filter: {}, contents: ['secrets'] }, 'contents[0]'],
    ] as const) {
      const answer = await make(body);
      expect([answer.statusCode, Object.keys(violationsOf(answer))]).toEqual([400, [field]]);
    }
    expect(codeOf(await make({ ids: [signed.id, 999_999] }))).toBe('WORKFLOW_NOT_FOUND');
    const running = [await made({ filter: { status: 'signed' } }), await made({ ids: [open.id] })];
    expect(running.map(({ workflows }) => workflows)).toEqual([1, 1]);
    expect(codeOf(await make({ ids: [open.id] }))).toBe('WORKFLOW_STATUS_CONFLICT');
    for (const { id } of running) {
      const canceled = await ada.call({ method: 'DELETE', url: `${url}/${id}` });
      expect(canceled.json()).toMatchObject({ state: 'canceled' });
    }
    await instance.runJobs();
    expect((await read(running[0]?.id ?? 0)).state).toBe('canceled');
    expect(codeOf(await download(running[0]?.id ?? 0))).toBe('WORKFLOW_STATUS_CONFLICT');
    await made({ ids: [open.id] });
    await instance.runJobs();
  });

  test('names what it had to leave out, and why', async () => {
    const [gone, damaged, moved] = [await draft(), await sendTwoDocuments(), await draft()];
    const asked = await made({ ids: [gone, damaged, moved, open.id] });
    await erase(gone);
    const { rows } = await pool.query(
      `select blob_key from files join documents on original_file_id = files.id where workflow_id = $1
         order by documents.id`,
      [damaged],
    );
    // The first of its files can be read, and is written before the second one is found to be missing.
    expect(rows).toHaveLength(2);
    const putBack = await instance.stored.lose(rows[1].blob_key);
    const elsewhere = (await caller(ada)('POST', '/api/v1/workspaces', { name: 'Elsewhere' })).body.id;
    await pool.query('update workflows set workspace_id = $1 where id = $2', [elsewhere, moved]);
    await instance.runJobs();
    await putBack();
    expect(await read(asked.id)).toMatchObject({ state: 'done', done: 4, skipped: 3 });
    const files = await readArchive((await download(asked.id)).rawPayload);
    expect([...files.keys()].filter((name) => !name.startsWith(`${open.id} `))).toEqual(['index.csv']);
    const index = files.get('index.csv')?.toString('utf8') ?? '';
    expect(index).toMatch(new RegExp(`^${gone},,+It was deleted\\.`, 'm'));
    expect(index).toMatch(new RegExp(`^${damaged},,+The stored file is missing`, 'm'));
    expect(index).toMatch(new RegExp(`^${moved},,+Who asked for the export may not see it any more`, 'm'));
    const { rows: mails } = await pool.query(
      `select detail from mails where kind = 'export_ready' order by id desc limit 1`,
    );
    expect(mails[0].detail).toMatchObject({ workflows: 1, skipped: 3 });
  });

  test('is written once and whole, whichever of its runs are killed or run twice', async () => {
    const asked = await made({ ids: [signed.id, open.id] });
    // Two at once: what the slower one wrote is not added.
    await run(
      asked.id,
      1,
      afterStoring(() => run(asked.id)),
    );
    expect(await read(asked.id)).toMatchObject({ state: 'running', done: 1 });
    expect(await partsOf(asked.id)).toHaveLength(1);
    // Killed before its transaction: what it stored is named by nothing.
    const dying = writeExport(
      afterStoring(() => Promise.reject(new Error('killed'))),
      asked.id,
      {
        queueMail: queueAccountMail,
      },
    );
    await expect(dying).rejects.toThrow('killed');
    expect(await read(asked.id)).toMatchObject({ state: 'running', done: 1 });
    await instance.runJobs();
    const files = await readArchive((await download(asked.id)).rawPayload);
    expect(files.size).toBe(4);
    expect(linesOf(files.get('index.csv')?.toString('utf8') ?? '')).toHaveLength(3);
  });
});

describe('an archive', () => {
  test('goes with a workflow in it that is erased, and one that is being written begins anew without it', async () => {
    const [first, second] = [await draft(), await draft()];
    const done = await made({ ids: [first, open.id] });
    await instance.runJobs();
    const keys = await partsOf(done.id);
    expect(keys.length).toBeGreaterThan(0);
    const begun = await made({ ids: [second, first, open.id] });
    await run(begun.id);
    // The newest is written, the other one is being read: both go.
    await erase(second);
    expect(await read(begun.id)).toMatchObject({ state: 'running', done: 0, bytes: 0 });
    await erase(first);
    expect(await read(done.id)).toMatchObject({ state: 'expired', url: null });
    expect((await read(done.id)).problem).toMatch(/deleted/);
    for (const key of keys) expect(await instance.stored.has(key)).toBe(false);
    expect(codeOf(await download(done.id))).toBe('WORKFLOW_STATUS_CONFLICT');
    await instance.runJobs();
    expect(await read(begun.id)).toMatchObject({ state: 'done', skipped: 2 });
    const files = await readArchive((await download(begun.id)).rawPayload);
    expect([...files.keys()].some((name) => name.startsWith(`${first} `))).toBe(false);
  });

  test('has nothing of a workflow that is erased while it is read', async () => {
    const read0 = await draft();
    const asked = await made({ ids: [read0] });
    // Erased between reading its files and adding them.
    await writeExport(
      afterStoring(() => erase(read0)),
      asked.id,
      { queueMail: queueAccountMail },
    );
    expect(await read(asked.id)).toMatchObject({ state: 'waiting', done: 0 });
    expect(await partsOf(asked.id)).toEqual([]);
    await instance.runJobs();
    expect(await read(asked.id)).toMatchObject({ state: 'done', skipped: 1 });
  });

  test('is for who asked for it, as long as they may see all of it', async () => {
    const bobs = await draft();
    await pool.query('update workflows set creator_id = $1 where id = $2', [bob.profile.id, bobs]);
    await letBob(workspaceId, 'view_created_workflow', 'view_others_workflow');
    const asked = await made({ ids: [bobs, open.id] }, bob);
    await instance.runJobs();
    expectStatus(await download(asked.id, bob), 200);
    // Not even its owner's owner.
    expectStatus(await download(asked.id), 404);
    expect((await caller(ada)('GET', url)).body.items.map(({ id }: Export) => id)).not.toContain(asked.id);
    expect((await caller(bob)('GET', url)).body.items).toMatchObject([{ id: asked.id, state: 'done' }]);
    await letBob(workspaceId, 'view_created_workflow');
    const refused = expectStatus(await download(asked.id, bob), 403);
    expect(refused.body).toContain('1 of its workflows');
    const own = await made({ filter: {} }, bob);
    expect(own.workflows).toBe(1);
    expect(codeOf(await make({ ids: [open.id] }, bob))).toBe('WORKFLOW_NOT_FOUND');
    // Who leaves while it is written gets none.
    await pool.query(
      'delete from workspace_users where workspace_id = $1 and role_id = (select max(role_id) from workspace_users where workspace_id = $1)',
      [workspaceId],
    );
    await instance.runJobs();
    const { rows } = await pool.query('select state, problem from exports where id = $1', [own.id]);
    expect(rows[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('does not belong') });
  });

  test('goes after a day, and what there was to say of it a month later', async () => {
    const asked = await made({ ids: [open.id] });
    await instance.runJobs();
    const keys = await partsOf(asked.id);
    instance.advance(DAY);
    const session = await instance.signIn('Ada Lovelace', 'ada@example.com');
    expect(codeOf(await download(asked.id, session))).toBe('WORKFLOW_STATUS_CONFLICT');
    const stuck = await made({ ids: [open.id] }, session);
    await sweepRecords(instance.deps as never);
    for (const key of keys) expect(await instance.stored.has(key)).toBe(false);
    const { rows } = await pool.query('select state from exports where id = $1', [asked.id]);
    expect(rows).toEqual([{ state: 'expired' }]);
    // What could not be written within a day has failed, and makes room.
    instance.advance(DAY + 1);
    await sweepRecords(instance.deps as never);
    const { rows: failed } = await pool.query('select state from exports where id = $1', [stuck.id]);
    expect(failed).toEqual([{ state: 'failed' }]);
    instance.advance(31 * DAY);
    await sweepRecords(instance.deps as never);
    expect((await pool.query('select id from exports')).rows).toEqual([]);
    expect((await pool.query('select export_id from export_workflows')).rows).toEqual([]);
  });
});
