import { mayWorkflow } from '@paraph/domain';
import { listActs } from '../audit/api.ts';
import { readSlices } from '../database/slices.ts';
import type { Caller } from '../http/caller.ts';
import { listMailsTo } from '../mail/api.ts';
import { listAttachmentsOf, listConsents, listSignatureImagesOf } from '../signing/api.ts';
import { listReceivedIds, listSentIds, RECORD, readWorkflows } from '../workflows/api.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { viewEnvelopes } from '../workflows/reading/view-workflows.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';
import {
  type ArchiveDeps,
  documentFiles,
  type Entries,
  jsonFile,
  safeName,
  storedFile,
  viewMail,
} from './archive-files.ts';

const SLICE = 20;

/**
 * Each workflow that the person sent, with its documents. Of those of organizations that they have left, and of
 * workspaces in which they may see nothing any more, only what they named it and when.
 */
export async function* sentFiles(deps: ArchiveDeps, caller: Caller, email: string): Entries {
  const places = await listWorkspaceAccess(deps.database, caller);
  const maySee = ({ workflow }: WorkflowRecord) =>
    places.some(
      (access) =>
        access.workspaceId === workflow.workspace_id &&
        mayWorkflow(access, 'view', { creatorId: workflow.creator_id }),
    );
  const listSent = readSlices(
    SLICE,
    (slice) => listSentIds(deps.database, { creatorId: caller.userId, ...slice }),
    (id) => id,
  );
  for await (const ids of listSent) {
    const records = await readWorkflows(deps.database, ids, RECORD);
    const seen = records.filter(maySee).map(({ workflow }) => workflow.id);
    const views = await viewEnvelopes(deps.database, deps, seen);
    const mails = Map.groupBy(
      await listMailsTo(deps.database, email, ids),
      ({ workflow_id: workflowId }) => workflowId,
    );
    const acts = Map.groupBy(
      await listActs(deps.database, ids, { userId: caller.userId }),
      ({ workflowId }) => workflowId,
    );
    for (const record of records) {
      const { id, envelope_id: envelopeId } = record.workflow;
      const folder = `sent/${id}`;
      const envelope = views.find((view) => view.id === envelopeId) ?? outlineOf(record);
      const about = { envelope, acts: acts.get(id) ?? [], mails: (mails.get(id) ?? []).map(viewMail) };
      yield jsonFile(deps, `${folder}/envelope.json`, about);
      if (maySee(record)) yield* documentFiles(deps, folder, record);
    }
  }
}

function outlineOf({ workflow }: WorkflowRecord) {
  return {
    id: workflow.envelope_id,
    name: workflow.name,
    status: workflow.status,
    senderName: workflow.sender_name,
    createdAt: workflow.created_at,
    startedAt: workflow.started_at,
    endedAt: workflow.ended_at,
  };
}

/**
 * Each workflow that names the person's verified address: what is kept about them in it and what they did, and the
 * documents once it is signed and they took part. Of others, it contains nothing but what is in those documents.
 */
export async function* receivedFiles(deps: ArchiveDeps, emailKey: string): Entries {
  const listReceived = readSlices(
    SLICE,
    (slice) => listReceivedIds(deps.database, { emailKey, ...slice }),
    (id) => id,
  );
  for await (const ids of listReceived)
    for (const record of await readWorkflows(deps.database, ids, RECORD))
      yield* filesOf(deps, record, emailKey);
}

async function* filesOf(deps: ArchiveDeps, record: WorkflowRecord, emailKey: string): Entries {
  const { workflow } = record;
  const folder = `received/${workflow.id}`;
  const recipients = record.recipients.filter((each) => each.email_key === emailKey);
  const recipientIds = recipients.map(({ id }) => id);
  const actions = record.actions.filter((each) => recipientIds.includes(each.recipient_id));
  const images = await listSignatureImagesOf(deps.database, recipientIds);
  const attachments = await listAttachmentsOf(deps.database, recipientIds);
  yield jsonFile(deps, `${folder}/participation.json`, {
    envelope: {
      id: workflow.envelope_id,
      title: workflow.title ?? workflow.name,
      status: workflow.status,
      senderName: workflow.sender_name,
      startedAt: workflow.started_at,
      endedAt: workflow.ended_at,
    },
    ...(await participationOf(deps, record, { recipientIds, actionIds: actions.map(({ id }) => id) })),
    people: recipients.map(({ name, email, phone, language, identification }) => {
      return { name, email, phone, language, identification };
    }),
    actions: actions.map(({ type, status, comment, acted_at: actedAt, reminded_at: remindedAt }) => {
      return { type, status, comment, actedAt, remindedAt };
    }),
    signatureImages: images.map(({ id, kind, method, text, font, created_at: createdAt }) => {
      return { id, kind, method, text, font, createdAt };
    }),
    attachments: attachments.map(({ name, added_at: addedAt }) => ({ name, addedAt })),
  });
  for (const { id, kind, file_id: fileId } of images)
    yield* storedFile(deps, { fileId, name: `${folder}/${kind}-${id}`, endsAs: 'format' });
  for (const [at, { name, file_id: fileId }] of attachments.entries())
    yield* storedFile(deps, { fileId, name: `${folder}/attachment-${at + 1} ${safeName(name)}` });
  if (workflow.status === 'signed' && actions.some((action) => action.acted_at !== null))
    yield* documentFiles(deps, folder, record);
}

async function participationOf(
  deps: ArchiveDeps,
  { workflow, roles, fields }: WorkflowRecord,
  { recipientIds, actionIds }: { recipientIds: number[]; actionIds: number[] },
) {
  const own = new Set(roles.filter((role) => recipientIds.includes(role.recipient_id)).map(({ id }) => id));
  const consents = await listConsents(deps.database, actionIds);
  return {
    answers: fields
      .filter((field) => own.has(field.role_id))
      .map(({ type, label, value, document_id: documentId, page }) => {
        return { type, label, value, documentId, page };
      }),
    acts: await listActs(deps.database, [workflow.id], { recipientIds }),
    consents: consents.map(({ version, language, time_zone: timeZone, given_at: givenAt }) => {
      return { version, language, timeZone, givenAt };
    }),
  };
}
