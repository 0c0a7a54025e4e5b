import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildJobs } from '../../server/src/app.ts';
import { findProof, recordProof } from '../../server/src/identification/api.ts';
import { openTestInstance, type Session, type TestInstance } from '../support/instance.ts';
import { openOwnKey } from '../support/own-key-signer.ts';
import { ann, codeOf, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

let instance: TestInstance;
let sender: Session;
const { create } = quickSender(() => sender);
beforeAll(async () => {
  instance = await openTestInstance();
  sender = await instance.signIn('Sender', 'sender@example.com');
});
afterAll(() => instance.close());

/** A signer at the level advanced, ready for the last press. */
async function openAdvanced() {
  const envelopeId = await create({ steps: [{ type: 'sign', recipients: [ann] }] });
  await instance.runJobs();
  await sql`update workflows set type = 'advanced' where envelope_id = ${envelopeId}`.execute(
    instance.deps.database,
  );
  const signer = await followInvitation(instance, ann.email);
  const { shownHash, fields } = await signer.fill();
  const preview = async () => {
    const answer = await signer.preview(shownHash);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as { previewId: string; contentHash: string };
  };
  const press = (previewId: string) => openOwnKey(instance, signer).press(previewId);
  const link = String(signer.base.split('/').pop());
  const { id: actionId, workflow_id: workflowId } = await instance.deps.database
    .selectFrom('actions')
    .innerJoin('workflows', 'workflows.id', 'actions.workflow_id')
    .select(['actions.id', 'actions.workflow_id'])
    .where('envelope_id', '=', envelopeId)
    .executeTakeFirstOrThrow();
  /** As the person shows who they are, for one content. */
  const prove = (contentHash: string) =>
    instance.deps.database.transaction().execute((tx) =>
      recordProof(tx, instance.deps, {
        ...{ workflowId, actionId, linkId: link, method: 'code-sms' as const },
        contentHash: Buffer.from(contentHash, 'hex'),
        actor: { kind: 'recipient', id: null, name: 'Ann', email: ann.email, ip: null, userAgent: null },
        detail: { to: '+41 ••• 67' },
      }),
    );
  return { signer, fields, preview, press, prove, actionId, workflowId };
}

test('at the level advanced, Finish needs a proof of who signs this very content, and uses it up', async () => {
  const { signer, fields, preview, press, prove, actionId } = await openAdvanced();
  const first = await preview();
  const refused = await press(first.previewId);
  expect(codeOf(refused)).toBe('WORKFLOW_STATUS_CONFLICT');
  expect(refused.body).toContain('Show first that it is you who signs');
  // For another content it counts as little as none.
  await prove('ab'.repeat(32));
  expect(codeOf(await press(first.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(first.contentHash);
  instance.advance(600);
  const late = await preview();
  expect(late.contentHash).toBe(first.contentHash);
  expect(codeOf(await press(late.previewId))).toBe('WORKFLOW_STATUS_CONFLICT');
  await prove(first.contentHash);
  const { value } = (await signer.view()).fields[0] ?? {};
  await signer.call('PUT', `/fields/${fields[0]?.id}`, { value: null });
  await signer.call('PUT', `/fields/${fields[0]?.id}`, { value });
  const finished = await press((await preview()).previewId);
  expect(finished.statusCode, finished.body).toBe(200);
  const { database } = instance.deps;
  const rows = await database.selectFrom('proofs').selectAll().where('action_id', '=', actionId).execute();
  expect(rows.filter(({ used_at: usedAt }) => usedAt !== null)).toHaveLength(1);
  const events = await database.selectFrom('events').select(['name', 'detail']).orderBy('id').execute();
  const signed = events.findLast(({ name }) => name === 'action.signed');
  expect(signed?.detail.identification).toMatchObject({ method: 'code-sms', proofId: rows.at(-1)?.id });
  expect(events.findLast(({ name }) => name === 'identification.proven')?.detail).toMatchObject({
    contentHash: first.contentHash,
    to: '+41 ••• 67',
  });
});

test('a proof that was used does not count for a second signature, and is removed after its end', async () => {
  const { preview, press, prove, actionId } = await openAdvanced();
  const { previewId, contentHash } = await preview();
  await prove(contentHash);
  expect((await press(previewId)).statusCode).toBe(200);
  const { database } = instance.deps;
  const about = { actionId, contentHash: Buffer.from(contentHash, 'hex'), now: instance.deps.clock.now() };
  expect(await findProof(database, about)).toBeNull();
  instance.advance(601);
  await buildJobs(instance.deps)['sweep-records'](0);
  expect(await database.selectFrom('proofs').selectAll().where('action_id', '=', actionId).execute()).toEqual(
    [],
  );
});
