import type { Tx } from '../../database/database.ts';
import { removeBlobs } from '../../files/delete-files.ts';
import type { Visitor } from '../../http/caller.ts';
import { insertRevisions } from '../../revisions/api.ts';
import {
  deleteFieldRows,
  setActionTransaction,
  setFieldValues,
  type WorkflowRecord,
} from '../../workflows/api.ts';
import { advanceLocked } from '../../workflows/lifecycle/advance-workflow.ts';
import { SERVICE } from '../../workflows/lifecycle/record-workflow-events.ts';
import { saveSlotTaken } from '../../workflows/lifecycle/save-slots.ts';
import { spareFields } from '../../workflows/store/choice-slots.ts';
import { dropAttachments } from '../answers/attachments.ts';
import { requireSameContent } from '../answers/preview-signing.ts';
import { useRequiredProof } from '../proof/require-proof.ts';
import {
  recipientActor,
  requireFinishable,
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
  signatureEvidence,
  signatureImageEvidence,
  witnessEvidence,
} from './act-evidence.ts';
import type { Signed } from './sign-checked.ts';
import { insertSignatures } from './signature-store.ts';

const STORED: unique symbol = Symbol('stored');

/** What is committed: the signature, the act and what follows from it. Only `storeSigned` makes it. */
export interface Stored {
  readonly [STORED]: true;
  /** As it is now. */
  readonly session: SigningSession;
}

/** What the recipient pressed, and from where. */
export interface Press {
  intent?: Intent;
  visitor: Visitor;
}

/** What one transaction stores. */
interface Storing extends Press {
  signed: Signed;
  /** As it is under the lock. */
  session: SigningSession;
  /** With the values that the service sets or clears at the end. */
  fields: SigningSession['fields'];
  /** Those of them whose value is not stored yet. */
  changed: SigningSession['fields'];
  /** For the trail: by which proof they have signed. */
  proof: Awaited<ReturnType<typeof useRequiredProof>>;
  now: Date;
}

/**
 * The last phase: one transaction that holds the lock of the workflow's row, finds everything as it was signed or
 * refuses, and stores revisions, answers and act. Killed anywhere, either all of it exists or nothing.
 */
export async function storeSigned(deps: SigningDeps, signed: Signed, press: Press): Promise<Stored> {
  const { session: before, preview } = signed.checked;
  const { dropped, session } = await withSigningSession(deps, before.link.id, async (tx, current) => {
    requireFinishable(current);
    const now = deps.clock.now();
    const { fields } = requireSameContent(current, preview, now);
    const changed = listChanged(current, fields);
    const unused = listUnused(current, fields);
    const proof = await useRequiredProof(tx, current, { contentHash: preview.content_hash, now });
    const storing = { ...press, signed, session: current, fields, changed, proof, now };
    await saveSlotTaken(tx, current.rows.facts, current.facts);
    await setFieldValues(tx, changed);
    const spare = spareFields(current.facts, current.action);
    const gone = [...unused, ...spare];
    const blobs = gone.length > 0 ? await dropAttachments(tx, gone) : [];
    await deleteFieldRows(tx, spare);
    await saveSignatures(tx, storing);
    const record = await act(tx, deps, storing);
    await deps.onFinishStep?.('stored');
    return { dropped: blobs, session: finishedSession(storing, record, unused) };
  });
  await removeBlobs(deps, dropped);
  return { [STORED]: true, session };
}

/** The revisions of one person with their certificates. */
async function saveSignatures(tx: Tx, { signed, session, now }: Storing): Promise<void> {
  const { source, documents } = signed;
  const { id: actionId } = session.action;
  const revisions = documents.map(({ documentId, number, update, size, sha256 }) => ({
    document_id: documentId,
    number,
    kind: 'signature' as const,
    action_id: actionId,
    bytes: Buffer.from(update),
    size,
    sha256,
    made_at: now,
  }));
  const signatures = documents.map(({ documentId, number, certificate, code, signedAt }) => ({
    document_id: documentId,
    action_id: actionId,
    position: number - 1,
    certificate_serial: certificate.serial,
    code,
    signed_at: signedAt,
    outside_chain: source.provided?.chain ?? null,
  }));
  const certificates = documents.map(({ certificate }) => certificate);
  await insertRevisions(tx, revisions);
  await source.recordUse(tx, session.facts.workflow.id, certificates);
  await insertSignatures(tx, signatures);
}

async function act(
  tx: Tx,
  deps: SigningDeps,
  { signed, session, fields, changed, proof, intent, visitor }: Storing,
): Promise<WorkflowRecord> {
  const { facts, action } = session;
  const { internalBecause: cause, documents, source, checked } = signed;
  const { content_hash: contentHash, trail_events: events, trail_head: head } = checked.preview;
  const values = new Map(changed.map(({ id, value }) => [id, { value }]));
  const { transaction = null } = source.provided ?? {};
  if (transaction) await setActionTransaction(tx, action.id, transaction);
  // As the row is now: notifications show it.
  const acted = transaction ? { ...action, transaction } : action;
  return advanceLocked(tx, deps, {
    record: {
      ...facts,
      fields: withoutFields(facts.fields, spareFields(facts, action)).map((field) => ({
        ...field,
        ...values.get(field.id),
      })),
      actions: facts.actions.map((each) => (each.id === action.id ? acted : each)),
    },
    command: { verb: 'act', actionId: action.id, comment: null },
    earlier: cause === null ? [] : [internalTimestamp(action.id, cause)],
    actor: recipientActor(session, visitor),
    detail: {
      ...actEvidence(session, intent),
      fields: fieldEvidence(deps, { ...session, fields }),
      marks: signatureImageEvidence(session),
      attachments: attachmentEvidence({ ...session, fields }),
      signatures: signatureEvidence(documents),
      ...(transaction ? { transaction } : {}),
      trail: { events, head },
      contentHash: contentHash.toString('hex'),
      ...proof,
      ...witnessEvidence(deps, session),
    },
  });
}

function withoutFields(fields: SigningSession['fields'], ids: readonly number[]): SigningSession['fields'] {
  return ids.length === 0 ? fields : fields.filter(({ id }) => !ids.includes(id));
}

/** Never lower in silence: the sender reads that another authority was to give the timestamp, and why it did not. */
function internalTimestamp(actionId: number, cause: string) {
  return { name: 'timestamp.internal' as const, actor: SERVICE, detail: { actionId, cause } };
}

/** The same as loading it again. */
function finishedSession(
  { signed, session, now }: Storing,
  record: WorkflowRecord,
  unused: readonly number[],
): SigningSession {
  const { action, facts, rows } = session;
  const files = facts.files.map((file) => {
    const made = signed.documents.find(({ documentId }) => documentId === file.documentId);
    if (!made) return file;
    const { documentId, number, size, sha256 } = made;
    const about = { kind: 'signature' as const, actionId: action.id, madeAt: now };
    const current = { documentId, number, size, sha256, ...about };
    return { ...file, current, revisions: [...file.revisions, current] };
  });
  return sessionAfter(session, {
    facts: { ...facts, ...record, files },
    attachments: rows.attachments.filter(({ fieldId }) => !unused.includes(fieldId)),
  });
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
