import {
  checkIdentifications,
  chooseIdentification,
  conflict,
  emailKey,
  invalid,
  letsRecipientsReassign,
  Refusal,
  type Replacement,
  readReplacement,
  requireLevelRight,
  type Violations,
} from '@paraph/domain';
import { countSending, requireSender } from '../accounts/sender.ts';
import type { EventActor } from '../database/column-types.ts';
import { listOf } from '../database/columns.ts';
import type { Tx } from '../database/database.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { endCodesOf, endProofsOf } from '../identification/api.ts';
import { actionsOf, lockWorkflow, requirePasskeysOf } from '../workflows/lifecycle/advance-workflow.ts';
import {
  actorOf,
  recordChange,
  recordWorkflowEvents,
} from '../workflows/lifecycle/record-workflow-events.ts';
import {
  type IdentifiedReplacement,
  replaceRecipient,
  requireReplaceable,
  type StoredRecipient,
} from '../workflows/lifecycle/replace-recipient.ts';
import { requireUnheld } from '../workflows/lifecycle/require-unheld.ts';
import {
  authorizeWorkflow,
  type WorkflowCall,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { deleteSignatureImages } from './answers/answer-store.ts';
import { dropAttachments } from './answers/attachments.ts';
import { deleteConsents, supersedeLinks } from './session/session-store.ts';
import { recipientActor, type SigningDeps, withOpenSigningSession } from './session/signing-session.ts';
import { witnessesOf } from './session/witnessing.ts';
import { needsPhone } from './signing-view.ts';

type ReplacementForm = Parameters<typeof readReplacement>[1];

/**
 * Corrects the name of a recipient, or replaces the recipient by another email address. A replacement revokes the
 * links, deletes signature images and consent, and invites the new recipient if their action is open.
 */
export async function reassignRecipient(
  deps: SigningDeps,
  caller: Caller,
  /** The reason is recorded in the trail. */
  command: WorkflowCall & ReplacementForm & { recipientId: number; reason?: string | null | undefined },
): Promise<WorkflowRecord> {
  const { workflowId, recipientId, visitor } = command;
  const { access } = await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  const sender = await requireSender(deps, caller);
  let dropped: string[] = [];
  const reassigned = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const before = requireReplaceable(record, recipientId);
    const named = readIdentifiedReplacement(before, command);
    requireOnlyOnce(record, before, named);
    const next = await withIdentification(tx, deps, { record, before, next: named });
    await endIdentification(tx, deps, listOf(ownActionsOf(record, before.id), 'id'));
    if (next.isOther) {
      requireLevelRight(record.workflow.type, access.levels);
      await requireDiscardable(tx, record);
      await countSending(tx, deps, { sender, mails: 1 });
      const actor = await actorOf(tx, caller, visitor);
      dropped = await replaceByOther(tx, deps, { record, before, next, actor, reason: command.reason });
    } else {
      await replaceRecipient(tx, record, { before, next, now: deps.clock.now() });
      await recordChange(tx, deps, { workflowId, caller, visitor, changed: ['recipients'] });
    }
    return lockWorkflow(tx, workflowId);
  });
  await removeBlobs(deps, dropped);
  return reassigned;
}

/**
 * The recipient passes the task on, where the sender allows that. The link ends; another address is another person.
 */
export async function reassignSigning(
  deps: SigningDeps,
  linkId: string,
  { name, email, reason, visitor }: { name: string; email: string; reason: string; visitor: Visitor },
): Promise<void> {
  if (reason.trim() === '') throw invalid({ reason: 'Say in a few words why; the sender will read it.' });
  const dropped = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const { facts: record } = session;
    if (!letsRecipientsReassign(record.workflow.preferences)) throw notAllowed();
    const before = requireReplaceable(record, session.recipient.id);
    const next = readIdentifiedReplacement(before, { name, email });
    if (!next.isOther) throw invalid({ email: 'This is your own address; name another person.' });
    // A phone number proves who signs only as long as the signers cannot name it themselves.
    if (needsPhone(session)) throw notAllowed();
    requireOnlyOnce(record, before, next);
    await requireDiscardable(tx, record).catch(withoutReason);
    const actor = recipientActor(session, visitor);
    return replaceByOther(tx, deps, { record, before, next, actor, reason });
  });
  await removeBlobs(deps, dropped);
}

/** A signer names the witness whom the sender asks for, or another one, until they finish. */
export async function nameWitness(
  deps: SigningDeps,
  linkId: string,
  { name, email, visitor }: { name: string; email: string; visitor: Visitor },
): Promise<void> {
  const dropped = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const { facts: record } = session;
    const own = witnessesOf(session).find(({ isAsked }) => isAsked);
    if (!own) throw conflict('The sender has not asked you to name a witness.');
    const before = requireReplaceable(record, own.witness.id);
    const next = await withIdentification(tx, deps, {
      record,
      before,
      next: readIdentifiedReplacement(before, { name, email }),
    });
    requireOnlyOnce(record, before, next);
    if (!next.isOther) {
      await replaceRecipient(tx, record, { before, next, now: deps.clock.now() });
      return [];
    }
    const actor = recipientActor(session, visitor);
    return replaceByOther(tx, deps, { record, before, next, actor, reason: null, event: 'witness.named' });
  });
  await removeBlobs(deps, dropped);
}

function notAllowed(): Refusal {
  const sentence = 'The sender has not allowed passing this on; write to the sender.';
  return new Refusal('UNAUTHORIZED_TO_PERFORM_THIS_ACTION', sentence);
}

/** A proof is one by the phone, name and method that the sender names now. The caller has locked the workflow's row. */
async function endIdentification(
  tx: Tx,
  { clock }: Pick<SigningDeps, 'clock'>,
  actionIds: readonly number[],
): Promise<void> {
  if (actionIds.length === 0) return;
  await endCodesOf(tx, actionIds, clock.now());
  await endProofsOf(tx, actionIds, clock.now());
}

/**
 * After the start, the person who acts must be identifiable as the level demands; where nothing is named any more, the
 * identification is chosen as at the start.
 */
async function withIdentification(
  tx: Tx,
  deps: SigningDeps,
  { record, before, next }: Pick<ReplacedByOther, 'record' | 'before' | 'next'>,
): Promise<IdentifiedReplacement> {
  const { type, status, organization_id: organizationId } = record.workflow;
  if (status === 'not_started') return next;
  const facts = await readLevelFactsFor(deps, tx, { type, organizationId });
  const violations: Violations = {};
  const recipient = { ...next, at: '', actions: actionsOf(record, before.id) };
  checkIdentifications(type, { recipients: [recipient], facts }, violations);
  const named = Object.entries(violations).map(([name, sentence]) => [name.slice(1, -1), sentence]);
  if (named.length > 0) throw invalid(Object.fromEntries(named));
  const successor = { ...recipient, name: next.name, email_key: emailKey(next.email) };
  if (type !== 'advanced' || !recipient.actions.includes('sign')) return next;
  await requirePasskeysOf(tx, { organizationId, recipients: [successor], facts });
  if (next.identification !== null) return next;
  return { ...next, identification: chooseIdentification(type, next, facts), isIdentificationChosen: true };
}

/** A chosen identification stays chosen until the sender names another. */
function readIdentifiedReplacement(before: StoredRecipient, request: ReplacementForm): IdentifiedReplacement {
  const next = readReplacement(before, request);
  const isSame = next.identification === before.identification;
  return { ...next, isIdentificationChosen: before.identification_chosen && isSame };
}

function requireOnlyOnce(record: WorkflowRecord, before: StoredRecipient, next: Replacement): void {
  const others = record.recipients.filter(({ id }) => id !== before.id);
  if (!others.some((each) => each.email_key === emailKey(next.email))) return;
  throw invalid({ email: 'Another recipient of this workflow has this address; name each once.' });
}

/** A replacement discards what the former recipient filled in, so that a legal hold refuses it, as it does deleting. */
async function requireDiscardable(tx: Tx, record: WorkflowRecord): Promise<void> {
  if (record.workflow.status !== 'not_started') await requireUnheld(tx, record);
}

/** Why an organization holds a workflow is not for those outside it. */
function withoutReason(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'WORKFLOW_HELD') throw error;
  throw conflict(
    'The sender has to keep this workflow as it is, so it cannot be passed on now; write to the sender.',
  );
}

interface ReplacedByOther {
  record: WorkflowRecord;
  before: StoredRecipient;
  next: IdentifiedReplacement;
  actor: EventActor;
  reason: string | null | undefined;
  event?: 'recipient.reassigned' | 'witness.named';
}

/** Answers the keys of blobs without a file row. The caller has locked the workflow's row. */
async function replaceByOther(tx: Tx, deps: SigningDeps, replaced: ReplacedByOther): Promise<string[]> {
  const { record, before, next, actor, reason, event = 'recipient.reassigned' } = replaced;
  await replaceRecipient(tx, record, { before, next, now: deps.clock.now() });
  const dropped = await deleteRecipientData(tx, deps, { record, recipientId: before.id });
  const open = ownActionsOf(record, before.id).find(({ status }) => status === 'started');
  const detail = {
    recipientId: before.id,
    recipientName: next.name,
    recipientEmail: next.email,
    formerName: before.name,
    formerEmail: before.email,
    actionId: open?.id ?? null,
    reason: reason?.trim() || null,
  };
  await recordWorkflowEvents(tx, deps, {
    workflowId: record.workflow.id,
    events: [{ name: event, actor, detail }],
  });
  return dropped;
}

function ownActionsOf({ actions }: WorkflowRecord, recipientId: number) {
  return actions.filter((action) => action.recipient_id === recipientId);
}

/** What one person made or sent never serves another. Answers the keys of blobs without a file row. */
async function deleteRecipientData(
  tx: Tx,
  { clock }: SigningDeps,
  { record, recipientId }: { record: WorkflowRecord; recipientId: number },
): Promise<string[]> {
  await supersedeLinks(tx, recipientId, clock.now());
  const actions = ownActionsOf(record, recipientId);
  await deleteConsents(tx, listOf(actions, 'id'));
  const fields = record.fields.filter((field) => actions.some(({ role_id: id }) => id === field.role_id));
  const images = await deleteFiles(tx, await deleteSignatureImages(tx, recipientId));
  return [...images, ...(await dropAttachments(tx, listOf(fields, 'id')))];
}
