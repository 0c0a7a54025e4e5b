import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plan, planSteps } from '@paraph/domain';
import { openIntake, requesterWithoutClient } from '@paraph/intake';
import { expect } from 'vitest';
import { examineDocument } from '../../server/src/files/examine-document.ts';
import { HEAD_BYTES } from '../../server/src/http/multipart.ts';
import { JOB_NAMES, type JobKind } from '../../server/src/jobs/enqueue.ts';
import { type JobHandlers, startWorker } from '../../server/src/jobs/worker.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { good, type openDraftClient } from './draft-client.ts';
import type { TestInstance } from './instance.ts';
import { folderForThisFile, forThisFile } from './instance-case.ts';
import type { NotifyingInstance } from './notifying-instance.ts';
import { followInvitation } from './signer.ts';

/** Drafts for one signer, with fields one below another, and what the signer does with them. */
export function fieldsOf(instance: TestInstance, client: Awaited<ReturnType<typeof openDraftClient>>) {
  let count = 0;
  const draftWith = async (fields: readonly object[], name = 'Tenant') => {
    count += 1;
    const email = `person-${count}@example.com`;
    const { id, persons, roles, documentId } = await client.filled([
      { name, email, roles: [{ type: 'sign' }] },
    ]);
    const owner = { documentId, role: roles[0] };
    const box = { page: 1, posX: 10, style: { width: 60, height: 5 } };
    const body = { fields: fields.map((field, at) => ({ ...owner, ...box, posY: 20 + at * 6, ...field })) };
    return { id, email, persons, answer: await client.send('PUT', `/${id}/fields`, body) };
  };
  const signerOf = async ({ id, email, answer }: Awaited<ReturnType<typeof draftWith>>) => {
    good(answer);
    good(await client.send('PUT', `/${id}/start`));
    await instance.runJobs();
    const signer = await followInvitation(instance, email);
    const { fields } = (await signer.view()) as unknown as {
      fields: { id: number; type: string; label: string }[];
    };
    /** By its label, or the first one of a type. */
    const idOf = (name: string) => fields.find(({ label, type }) => label === name || type === name)?.id ?? 0;
    return {
      ...signer,
      email,
      idOf,
      fillIn: (name: string, value: string | null) => signer.call('PUT', `/fields/${idOf(name)}`, { value }),
      answerTo: async (name: string) =>
        (await signer.view()).fields.find((field) => field.id === idOf(name))?.value,
    };
  };
  return { draftWith, signerOf };
}

/** The trail of a workflow. */
export function readEvents({ deps }: TestInstance, workflowId: number) {
  return deps.database
    .selectFrom('events')
    .select(['name', 'detail', 'actor'])
    .where('workflow_id', '=', workflowId)
    .orderBy('id')
    .execute();
}

/** What is slow takes as long as the test wants. */
export function openGate(): { open(): void; opened: Promise<void> } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { open, opened };
}

const IDLE = Object.fromEntries(JOB_NAMES.map((name) => [name, async () => {}])) as unknown as JobHandlers;

/** A worker that does only what the handlers name, by the clock on the wall, as the database does. */
export function startTestWorker(
  deps: NotifyingInstance['deps'],
  handlersOf: (deps: NotifyingInstance['deps']) => Partial<JobHandlers>,
  kinds?: readonly JobKind[],
) {
  const ofTheWall = { ...deps, clock: { now: () => new Date() } };
  return startWorker(ofTheWall, { ...IDLE, ...handlersOf(ofTheWall) }, kinds);
}

/** Examines uploads as the service does before it stores them. */
export async function openExaminer() {
  const folder = await folderForThisFile();
  const intake = await forThisFile(openIntake(openLog('silent')));
  let uploads = 0;
  /** `left` is the file at the path of the upload afterwards. */
  const examineBytes = async (bytes: Buffer, plan: Plan = signers(2)) => {
    uploads += 1;
    const path = join(folder, `upload-${uploads}`);
    await writeFile(path, bytes);
    try {
      const head = bytes.subarray(0, HEAD_BYTES);
      const about = { size: bytes.length, sha256: Buffer.alloc(32), head, borrowed: null };
      const requester = requesterWithoutClient('test');
      const upload = { path, fileName: 'Kaufvertrag.pdf', ...about, requester };
      const examined = await examineDocument({ intake }, upload, plan);
      return { examined, left: await readFile(path) };
    } finally {
      await rm(path);
    }
  };
  const expectRefused = async (file: Buffer, reason: RegExp, plan?: Plan): Promise<void> => {
    await expect(examineBytes(file, plan)).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_ACCEPTED',
      violations: { document: expect.stringMatching(reason) },
    });
  };
  return { folder, intake, examineBytes, expectRefused };
}

/** A plan in which so many people sign at the same time. */
export function signers(count: number): Plan {
  const recipients = Array.from({ length: count }, (_each, index) => ({
    name: `Signer ${index + 1}`,
    email: `signer${index + 1}@example.com`,
  }));
  return planSteps([{ type: 'sign', recipients }]);
}
