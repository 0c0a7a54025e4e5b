import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyEventsCommand } from '../../operator/src/commands/verify-events.ts';
import { checkpointLedger } from '../../server/src/audit/checkpoint-ledger.ts';
import { chainOrganizationEvents } from '../../server/src/organization-record/chain-events.ts';
import { canonicalJson } from '../../server/src/platform/json.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';

const { instance, sender, create, workflowOf } = await openInstanceCase();

const sql = (text: string, values: unknown[] = []) => instance.deps.pool.query(text, values);

/** A workflow under way, with some events and one snapshot at least; its id. */
async function send(): Promise<{ id: number; envelopeId: string }> {
  const preferences = { WorkflowNotificationCallbackUrlPreference: 'https://example.com/hook' };
  const envelopeId = await create({ preferences });
  return { id: (await workflowOf(envelopeId)).id, envelopeId };
}

/** A workflow that was canceled, deleted by its sender. */
async function sendAndDelete(): Promise<number> {
  const { id, envelopeId } = await send();
  await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/cancel` });
  expectStatus(await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${envelopeId}` }), 204);
  return id;
}

interface Verdict {
  code: number;
  text: string;
  findings: number;
  broken: { workflowId: number | null; firstBadSequence: number; problem: string }[];
}

async function verify(): Promise<Verdict> {
  settingsForThisTest(settingsOf(instance));
  const { code, printed, errors } = await runOperator([verifyEventsCommand], ['verify-events', '--json']);
  return { code, text: printed, ...JSON.parse(printed + errors) };
}

/** What verification says of one workflow. */
async function named(id: number | null) {
  const { code, broken } = await verify();
  expect(code).toBe(1);
  const found = broken.filter(({ workflowId }) => workflowId === id);
  expect(found.length, JSON.stringify(broken)).toBeGreaterThan(0);
  return found[0];
}

/** Recomputes the plain hashes of a whole trail, which needs the database alone. */
async function rehash(id: number): Promise<void> {
  const { rows } = await sql('select * from events where workflow_id = $1 order by sequence', [id]);
  let previous: Buffer | null = null;
  for (const row of rows) {
    const { sequence, name, actor, detail, occurred_at: occurredAt, snapshot } = row;
    const snapshotSha256 = snapshot === null ? null : createHash('sha256').update(snapshot).digest('hex');
    const link = { workflowId: id, sequence, name, occurredAt, actor, detail };
    const text = canonicalJson({ ...link, snapshotSha256 });
    const hash: Buffer = createHash('sha256')
      .update(previous ?? Buffer.alloc(0))
      .update(text)
      .digest();
    await sql('update events set previous_hash = $2, hash = $3, snapshot_sha256 = $4 where id = $1', [
      row.id,
      previous,
      hash,
      snapshotSha256 === null ? null : Buffer.from(snapshotSha256, 'hex'),
    ]);
    previous = hash;
  }
}

const rename = `update events set detail = detail || '{"name":"Another"}' where workflow_id = $1`;

describe('verify-events', () => {
  test('finds an honest instance intact, deleted workflows and removed snapshots included', async () => {
    const [{ id }, deleted] = [await send(), await sendAndDelete()];
    await checkpointLedger(instance.deps);
    // Old snapshots are removed; their hashes stay.
    await sql('update events set snapshot = null where workflow_id = $1', [id]);
    const { code, findings, text } = await verify();
    expect({ code, findings }, text).toEqual({ code: 0, findings: 0 });
    const { rows } = await sql('select * from workflow_tombstones where workflow_id = $1', [deleted]);
    expect(rows[0].detail).toMatchObject({
      status: 'canceled',
      reason: 'requested',
      actor: { name: 'Sender', through: 'session' },
      files: [{ original: expect.stringMatching(/^[0-9a-f]{64}$/), sealed: null }],
      trail: { intact: true },
    });
  });

  test('names a changed row in the record of an organization, where all trails are intact', async () => {
    const renamed = {
      method: 'PUT',
      url: '/api/v1/organization',
      payload: { name: 'Another mill' },
    } as const;
    expectStatus(await sender.call(renamed), 200);
    await chainOrganizationEvents(instance.deps);
    expect((await verify()).code).toBe(0);
    const last = 'where id = (select max(id) from organization_events where sequence is not null)';
    const { rows } = await sql(`select source from organization_events ${last}`);
    const change = (source: object) =>
      sql(`update organization_events set source = $1 ${last}`, [JSON.stringify(source)]);
    await change({ name: 'Somebody else' });
    const { code, text } = await verify();
    expect(code).toBe(1);
    expect(text).toMatch(/"broken":\s*\[\],.*who did event \d+ [^"]*was changed/s);
    await change(rows[0].source);
    expect((await verify()).code).toBe(0);
  });

  test('still names it when the workflow went on afterwards', async () => {
    const { id, envelopeId } = await send();
    const { rows } = await sql('select max(sequence) as last from events where workflow_id = $1', [id]);
    await sql('delete from events where workflow_id = $1 and sequence = $2', [id, rows[0].last]);
    await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/cancel` });
    expect(await named(id)).toMatchObject({ firstBadSequence: rows[0].last });
  });

  test('names a trail that was deleted whole, and a workflow without a tombstone', async () => {
    const [emptied, gone] = [await send(), await send()];
    await sql('delete from events where workflow_id = $1', [emptied.id]);
    await sql('delete from workflows where id = $1', [gone.id]);
    for (const { id, envelopeId } of [emptied, gone]) {
      const { problem } = (await named(id)) ?? {};
      expect(problem).toContain('without a tombstone');
      expect(problem).toContain(envelopeId);
    }
  });

  test('names a trail that was rewritten whole, with its plain hashes recomputed', async () => {
    const { id } = await send();
    await sql(`${rename} and sequence = 1`, [id]);
    await rehash(id);
    expect(await named(id)).toMatchObject({
      firstBadSequence: 1,
      problem: expect.stringContaining('was rewritten'),
    });
    // Nor does it help to write the ledger to match.
    await sql(
      `update workflow_ledger l set head = (select hash from events where workflow_id = $1
         order by sequence desc limit 1), mac = sha256('x') where workflow_id = $1`,
      [id],
    );
    expect(await named(id)).toMatchObject({ firstBadSequence: 1 });
  });

  test('names a workflow that was removed with its row of the ledger, once a checkpoint covers it', async () => {
    const [first, second] = [await send(), await send()];
    await checkpointLedger(instance.deps);
    await sql('delete from workflows where id = $1', [first.id]);
    await sql('delete from workflow_ledger where workflow_id = $1', [first.id]);
    expect((await named(first.id))?.problem).toMatch(/covered by checkpoint \d+, is missing/);
    await sql(`update workflow_ledger set envelope_id = 'x', mac = sha256('x') where workflow_id = $1`, [
      second.id,
    ]);
    await named(second.id);
    await sql('delete from ledger_checkpoints where number = 1');
    expect((await named(null))?.problem).toBe("the ledger's checkpoint 1 is missing");
  });

  test('names a forged tombstone, and a changed one', async () => {
    const { id } = await send();
    const deleted = await sendAndDelete();
    await sql(
      `insert into workflow_tombstones select $1, envelope_id, now(), '{}', sha256('x') from workflows where id = $1`,
      [id],
    );
    await sql('delete from workflows where id = $1', [id]);
    await sql(`update workflow_tombstones set deleted_at = now() where workflow_id = $1`, [deleted]);
    for (const each of [id, deleted]) expect((await named(each))?.problem).toBe('its tombstone is forged');
  });

  test('names every workflow when all rows of all of them were rewritten', async () => {
    const { rows } = await sql('select id from workflows order by id');
    await sql(`update events set occurred_at = occurred_at + interval '1 day'`);
    for (const { id } of rows) await rehash(id);
    const { code, broken } = await verify();
    expect(code).toBe(1);
    const names = new Set(broken.map(({ workflowId }) => workflowId));
    expect(rows.filter(({ id }) => !names.has(id))).toEqual([]);
  });
});
