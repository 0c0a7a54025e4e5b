import { safeFileName } from '@paraph/domain';
import type { Selectable } from 'kysely';
import { listActs } from '../audit/api.ts';
import type { MailRow } from '../database/rows.generated.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { type FileDeps, StoredFileFault } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openWhole } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import { listMailsTo } from '../mail/api.ts';
import type { ZipEntry } from '../platform/zip.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import { listAttachmentsOf, listConsents, listSignatureImagesOf } from '../signing/api.ts';
import { listFollowedIds, listReceivedIds, listSentIds, RECORD, readWorkflows } from '../workflows/api.ts';
import { maySeeBy, type WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { viewEnvelopes } from '../workflows/reading/view-workflows.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';

export type ArchiveDeps = FileDeps & Pick<Deps, 'config'>;

/** What the archive is made of, one after the other. */
export type Entries = AsyncGenerator<ZipEntry>;

export function jsonFile({ clock }: Pick<Deps, 'clock'>, name: string, content: unknown): ZipEntry {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return { name, modifiedAt: clock.now(), content: Buffer.from(text) };
}

/** The documents of a workflow as they are now: sealed once it is signed, before that with what people filled in. */
async function* documentFiles(
  deps: ArchiveDeps,
  folder: string,
  { workflow, documents }: WorkflowRecord,
): Entries {
  for (const document of documents) {
    const sealed = workflow.status === 'signed' ? document.sealed_file_id : null;
    const appended = sealed === null ? await readAppended(deps.database, document.id) : null;
    const fileId = sealed ?? document.original_file_id;
    yield* storedFile(deps, { fileId, appended, name: `${folder}/${pdfName(document)}` });
  }
}

async function* annexFiles(deps: ArchiveDeps, folder: string, { annexes }: WorkflowRecord): Entries {
  for (const { position, name, file_id: fileId } of annexes)
    yield* storedFile(deps, { fileId, name: `${folder}/annex-${position + 1} ${safeFileName(name)}` });
}

interface Stored {
  fileId: number;
  appended?: Awaited<ReturnType<typeof readAppended>>;
  name: string;
  /** Appends the format of the file as its ending. */
  endsAs?: 'format';
}

/** A stored file; where it cannot be read, a note instead, because the rest of the archive is needed as well. */
export async function* storedFile(deps: ArchiveDeps, { fileId, appended, name, endsAs }: Stored): Entries {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!file) return;
  const named = endsAs ? `${name}.${file.format}` : name;
  const modifiedAt = deps.clock.now();
  try {
    const bytes = await openWhole(deps, { file, appended });
    yield { name: named, modifiedAt, content: bytes, isDense: true };
  } catch (error) {
    if (!(error instanceof StoredFileFault)) throw error;
    yield { name: `${named}.unreadable.txt`, modifiedAt, content: Buffer.from(`${error.message}\n`) };
  }
}

function pdfName({ position, name }: WorkflowRecord['documents'][number]): string {
  return `${position + 1} ${safeFileName(name).replace(/\.pdf$/i, '')}.pdf`;
}

/** Without its text, which is in the mailbox of the person. */
export function viewMail(mail: Selectable<MailRow>) {
  return {
    workflowId: mail.workflow_id,
    kind: mail.kind,
    to: mail.to_email,
    state: mail.state,
    createdAt: mail.created_at,
    sentAt: mail.sent_at,
  };
}

const SLICE = 20;

/**
 * Each workflow that the person sent, with its documents. Of those of organizations that they have left, and of
 * workspaces in which they may see nothing any more, only what they named it and when.
 */
export async function* sentFiles(deps: ArchiveDeps, caller: Caller, email: string): Entries {
  const accessList = await listWorkspaceAccess(deps.database, caller);
  const maySee = (record: WorkflowRecord) => maySeeBy(accessList, record);
  const listSent = readSlices(
    SLICE,
    (slice) => listSentIds(deps.database, { creatorId: caller.userId, ...slice }),
    (id) => id,
  );
  for await (const ids of listSent) {
    const records = await readWorkflows(deps.database, ids, RECORD);
    const seen = records.filter(maySee).map(({ workflow }) => workflow.id);
    const views = await viewEnvelopes(deps.database, deps, seen);
    const allMails = await listMailsTo(deps.database, email, ids);
    const mails = Map.groupBy(allMails, ({ workflow_id: workflowId }) => workflowId);
    const allActs = await listActs(deps.database, ids, { userId: caller.userId });
    const acts = Map.groupBy(allActs, ({ workflowId }) => workflowId);
    for (const record of records) {
      const { id, envelope_id: envelopeId } = record.workflow;
      const folder = `sent/${id}`;
      const envelope = views.find((view) => view.id === envelopeId) ?? outlineOf(record);
      const about = { envelope, acts: acts.get(id) ?? [], mails: (mails.get(id) ?? []).map(viewMail) };
      yield jsonFile(deps, `${folder}/envelope.json`, about);
      if (!maySee(record)) continue;
      yield* documentFiles(deps, folder, record);
      yield* annexFiles(deps, folder, record);
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
 * Each workflow that names the person's verified address: what is stored about them in it and what they did, and the
 * documents once it is signed and they acted. It contains nothing of other people but what is in these documents.
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

/** Each workflow of which the address gets copies: what is stored about them in it, and when they opened it. */
export async function* followedFiles(deps: ArchiveDeps, emailKey: string): Entries {
  const listFollowed = readSlices(
    SLICE,
    (slice) => listFollowedIds(deps.database, { emailKey, ...slice }),
    (id) => id,
  );
  for await (const ids of listFollowed)
    for (const record of await readWorkflows(deps.database, ids, RECORD))
      for (const follower of record.followers.filter((each) => each.email_key === emailKey)) {
        const { name, email, language, copied_when: when } = follower;
        const { opened_at: openedAt, stopped_at: stoppedAt } = follower;
        const about = { name, email, language, when, openedAt, stoppedAt };
        yield jsonFile(deps, `followed/${record.workflow.id}.json`, {
          envelope: headOf(record),
          follower: about,
        });
      }
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
    envelope: headOf(record),
    ...(await participationOf(deps, record, { recipientIds, actionIds: actions.map(({ id }) => id) })),
    people: recipients.map(({ name, email, phone, language, identification, time_zone: timeZone }) => {
      return { name, email, phone, language, identification, timeZone };
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
    yield* storedFile(deps, { fileId, name: `${folder}/attachment-${at + 1} ${safeFileName(name)}` });
  if (workflow.status === 'signed' && actions.some((action) => action.acted_at !== null)) {
    yield* documentFiles(deps, folder, record);
    yield* annexFiles(deps, folder, record);
  }
}

function headOf({ workflow }: WorkflowRecord) {
  return {
    id: workflow.envelope_id,
    title: workflow.title ?? workflow.name,
    status: workflow.status,
    senderName: workflow.sender_name,
    startedAt: workflow.started_at,
    endedAt: workflow.ended_at,
  };
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
    consents: consents.map((row) => {
      const { version, language, time_zone: timeZone, given_at: givenAt } = row;
      const witness = { witnessAddress: row.witness_address, witnessRelation: row.witness_relation };
      return { version, language, timeZone, givenAt, ...witness };
    }),
  };
}
