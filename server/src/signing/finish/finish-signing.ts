import { removeBlobs } from '../../files/delete-files.ts';
import type { Visitor } from '../../http/caller.ts';
import type { Tx } from '../../platform/database.ts';
import type { RemoteTransaction } from '../../platform/tables.ts';
import { setActionTransaction, setFieldValues, type WorkflowRecord } from '../../workflows/api.ts';
import { advanceLocked } from '../../workflows/lifecycle/advance-workflow.ts';
import { dropAttachments } from '../answers/attachments.ts';
import { asRefusal, type SignedDocuments } from '../answers/preview-documents.ts';
import { requirePreview, requireSameContent } from '../answers/preview-signing.ts';
import { requireFinishable } from '../answers/signing-content.ts';
import { requireProof, useRequiredProof } from '../proof/require-proof.ts';
import {
  loadSigningSession,
  recipientActor,
  type SigningDeps,
  type SigningSession,
  sessionAfter,
  withSigningSession,
} from '../session/signing-session.ts';
import {
  actEvidence,
  attachmentEvidence,
  fieldEvidence,
  type Intent,
  signatureImageEvidence,
} from './act-evidence.ts';
import type { OutsideValue } from './bind-preview.ts';
import { requireTimestamps } from './require-timestamps.ts';
import { saveSignatures, signatureEvidence } from './save-signatures.ts';
import { signPreviewed } from './sign-previewed.ts';
import type { SignatureSource } from './signature-source.ts';
import { sourceForLevel } from './source-for-level.ts';
import { savePendingTimestamp } from './timestamp-signature.ts';

export interface FinishCommand {
  previewId: string;
  intent?: Intent;
  /** By a key outside the service, at every level but simple. */
  signatures?: readonly OutsideValue[];
  /** At the level qualified: what the provider of the signer has signed. */
  qualified?: QualifiedSignatures;
  visitor: Visitor;
}

export interface QualifiedSignatures {
  source: SignatureSource;
  /** DER from the signer's certificate to the trust anchor. */
  chain: Buffer[];
  transaction: RemoteTransaction;
}

/**
 * Signs what a preview showed, if it is still the same: the answers and the signature become a revision of each
 * document. The slow work comes first, without a transaction; then one transaction finds everything as it was signed,
 * or refuses. Concurrent requests are serialized by the lock on the workflow's row. Returns the session after it.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every field that lacks an answer, or `signatures`; `DOCUMENT_CHANGED`;
 *   `WORKFLOW_STATUS_CONFLICT`, also without a proof that the level needs; `DOCUMENT_NOT_ACCEPTED` if the file cannot be signed
 */
export async function finishSigning(
  deps: SigningDeps,
  linkId: string,
  command: FinishCommand,
): Promise<SigningSession> {
  const before = await loadSigningSession(deps, linkId);
  requireFinishable(before);
  const { preview, documents } = await requirePreview(deps, before, command.previewId);
  requireTimestamps(before);
  const { content_hash: contentHash } = preview;
  await requireProof(deps.database, before, { contentHash, now: deps.clock.now() });
  await deps.onFinishStep?.('checked');
  const { action, facts } = before;
  const { trail_events: events, trail_head: head } = preview;
  const trail = { events, head };
  const given = { preview, signatures: command.signatures };
  const source = command.qualified?.source ?? (await sourceForLevel(deps, before, given));
  const shown = { facts, preview, documents };
  const signed = await signPreviewed(deps, shown, source).catch(asRefusal);
  await deps.onFinishStep?.('signed');
  const { dropped, after } = await withSigningSession(deps, linkId, async (tx, session) => {
    requireFinishable(session);
    const now = deps.clock.now();
    const { fields } = requireSameContent(session, preview, now);
    await setFieldValues(tx, listChanged(session, fields));
    const unused = await dropAttachments(tx, listUnused(session, fields));
    const outsideChain = command.qualified?.chain ?? null;
    const saved = { workflowId: facts.workflow.id, actionId: action.id, source, outsideChain, now };
    await saveSignatures(tx, { ...saved, ...signed });
    const proof = await useRequiredProof(tx, session, { contentHash, now });
    const detail = { trail, contentHash: contentHash.toString('hex'), ...proof };
    const record = await act(tx, deps, { session, command, fields, signed, detail });
    await deps.onFinishStep?.('stored');
    return { dropped: unused, after: finishedSession(session, { record, fields, signed, now }) };
  });
  await removeBlobs(deps, dropped);
  await deps.onFinishStep?.('finished');
  return after;
}

interface Finished extends Pick<Act, 'fields' | 'signed'> {
  record: WorkflowRecord;
  now: Date;
}

function finishedSession(session: SigningSession, { record, fields, signed, now }: Finished): SigningSession {
  const { action, facts, parts } = session;
  const files = facts.files.map((file) => {
    const made = signed.documents.find(({ documentId }) => documentId === file.documentId);
    if (!made) return file;
    const { documentId, number, size, sha256 } = made;
    const about = { kind: 'signature' as const, actionId: action.id, madeAt: now };
    const current = { documentId, number, size, sha256, ...about };
    return { ...file, current, revisions: [...file.revisions, current] };
  });
  const unused = listUnused(session, fields);
  return sessionAfter(session, {
    facts: { ...facts, ...record, files },
    attachments: parts.attachments.filter(({ fieldId }) => !unused.includes(fieldId)),
    untimestamped: signed.missingTimestamp ? [...parts.untimestamped, action.id] : parts.untimestamped,
  });
}

interface Act {
  session: SigningSession;
  command: FinishCommand;
  fields: SigningSession['fields'];
  signed: SignedDocuments;
  detail: Readonly<Record<string, unknown>>;
}

async function act(
  tx: Tx,
  deps: SigningDeps,
  { session, command, fields, signed, detail }: Act,
): Promise<WorkflowRecord> {
  const { action } = session;
  const workflowId = session.link.workflow_id;
  const changed = new Map(listChanged(session, fields).map(({ id, value }) => [id, { value }]));
  const stored = session.facts.fields.map((field) => ({ ...field, ...changed.get(field.id) }));
  const { missingTimestamp, documents } = signed;
  const awaitsTimestamp = missingTimestamp !== null;
  const { transaction } = command.qualified ?? {};
  if (transaction) await setActionTransaction(tx, action.id, transaction);
  const record = await advanceLocked(tx, deps, {
    record: { ...session.facts, fields: stored, actions: withTransaction(session, transaction) },
    command: { verb: 'act', actionId: action.id, comment: null, awaitsTimestamp },
    actor: recipientActor(session, command.visitor),
    detail: {
      ...actEvidence(session, command.intent),
      fields: fieldEvidence(deps, { ...session, fields }),
      marks: signatureImageEvidence(session),
      attachments: attachmentEvidence({ ...session, fields }),
      signatures: signatureEvidence(documents),
      ...(transaction ? { transaction } : {}),
      ...detail,
    },
  });
  if (missingTimestamp)
    await savePendingTimestamp(tx, deps, { workflowId, actionId: action.id, error: missingTimestamp });
  return record;
}

/** As the row is now: those who are notified are told of it. */
function withTransaction({ facts, action }: SigningSession, transaction: RemoteTransaction | undefined) {
  if (!transaction) return facts.actions;
  return facts.actions.map((each) => (each.id === action.id ? { ...each, transaction } : each));
}

/** The values that the service sets or clears at the end. */
function listChanged({ fields }: SigningSession, answers: SigningSession['fields']) {
  const values = new Map(fields.map(({ id, value }) => [id, value]));
  return answers.filter(({ id, value }) => values.get(id) !== value);
}

/** The fields whose file is not signed, because a condition hides them. */
function listUnused({ attachments }: SigningSession, fields: SigningSession['fields']): number[] {
  const empty = fields.filter(({ value }) => value === null).map(({ id }) => id);
  return attachments.map(({ fieldId }) => fieldId).filter((fieldId) => empty.includes(fieldId));
}
