import { validate } from '@paraph/pades';
import { expect, test } from 'vitest';
import type { FinishStep } from '../../server/src/signing/session/signing-session.ts';
import { multipart } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { killWorker } from '../support/kill-worker.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation, INTENT, previewIn } from '../support/signer.ts';

const STEPS: readonly FinishStep[] = ['checked', 'signed', 'stored', 'finished'];

const { instance, create, get, download, statusOf, workflowOf } = await openInstanceCase();

/** A document that asks for a file. */
const asking = buildPdf({
  pages: [{ content: textLines(['paraph_signature_1', '', '', 'paraph_attachment_1']) }],
});

async function attach(signer: Awaited<ReturnType<typeof followInvitation>>): Promise<number> {
  const id = (await signer.view()).fields.find(({ type }) => type === 'attachment')?.id ?? 0;
  const { payload, headers } = multipart([{ name: 'file', value: lease, fileName: 'deed.pdf' }]);
  const url = `${signer.base}/fields/${id}/attachment`;
  const all = { ...headers, ...signer.headers };
  expect((await instance.inject({ method: 'PUT', url, headers: all, payload })).statusCode).toBe(200);
  return id;
}

/** What a press leaves: the revision, the act, its event, its certificate and the job that follows. */
async function traces(id: string) {
  const count = async (from: string) => {
    const { rows } = await instance.deps.pool.query(
      `select count(*)::int as n from workflows join documents on workflow_id = workflows.id ${from}`,
      [id],
    );
    return rows[0].n as number;
  };
  const where = 'where envelope_id = $1';
  const ofWorkflow = (table: string) => `join ${table} on ${table}.workflow_id = workflows.id`;
  return Promise.all([
    count(`join revisions on document_id = documents.id ${where} and number > 0`),
    count(`join signatures on document_id = documents.id ${where}`),
    count(`${ofWorkflow('actions')} ${where} and actions.status = 'signed'`),
    count(`${ofWorkflow('events')} ${where} and events.name = 'action.signed'`),
    count(`${ofWorkflow('certificates')} ${where}`),
    count(`${ofWorkflow('events')} ${where} and events.name = 'workflow.approved'`),
  ]);
}

test.each(STEPS)(
  'a process killed while somebody finishes at the step "%s" leaves all of the signature or nothing',
  async (step) => {
    const email = `ada-${step}@example.com`;
    const steps = [{ type: 'sign', recipients: [{ name: 'Ada', email }] }];
    const id = await create({ steps, document: asking });
    await instance.runJobs();
    const signer = await followInvitation(instance, email);
    const fieldId = await attach(signer);
    const { link, shownHash } = await signer.fill();
    const previewId = previewIn(await signer.preview(shownHash));
    const work = { does: 'finish', step, link, previewId, intent: INTENT } as const;
    expect(await killWorker(instance, work)).toBe('SIGKILL');
    const isDone = step === 'finished';
    expect(await traces(id)).toEqual(Array.from({ length: 6 }, () => (isDone ? 1 : 0)));
    // Their page tries again, and finds out which.
    const again = await signer.finish(shownHash);
    expect(again.statusCode).toBe(isDone ? 409 : 200);
    expect((await signer.view()).action.status).toBe('signed');
    await instance.runJobs();
    expect(await statusOf(id)).toBe('signed');
    const { authority, clock } = instance.deps;
    const report = validate(await download(id), { anchors: [authority.root.certificate], at: clock.now() });
    expect(report.signatures).toMatchObject([{ level: 'B-LTA', integrity: { ok: true } }]);
    const file = `${(await workflowOf(id)).path}/fields/${fieldId}/attachment`;
    expect((await get(file)).rawPayload.equals(lease)).toBe(true);
  },
);
