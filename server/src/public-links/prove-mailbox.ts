import {
  assertPresent,
  emailKey,
  invalid,
  LIMITS,
  peopleOfSubmission,
  Refusal,
  readCode,
} from '@paraph/domain';
import { requireSenderById } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { equalSecrets, sha256 } from '../platform/ids.ts';
import { signingLinkFor } from '../signing/session/signing-link.ts';
import { cloneTemplate } from '../templates/clone-template.ts';
import { readVisibleTemplate } from '../templates/read-template.ts';
import { findEnding } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import type { CheckCallbackUrl } from '../workflows/lifecycle/callback.ts';
import { discardDraft } from '../workflows/lifecycle/delete-workflow.ts';
import { actorOf, recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { startDraft } from '../workflows/lifecycle/start-draft.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { metadataOf } from './begin-submission.ts';
import { authorizeLinks, makerOf, readStateOf, settingsOf } from './link-access.ts';
import { mailboxCode } from './link-secrets.ts';
import {
  countTry,
  deleteSubmission,
  findSubmission,
  lockLink,
  readVisits,
  releasePlace,
  type StoredLink,
  type StoredSubmission,
  saveSubmission,
  settleSubmissions,
  setWorkflow,
} from './public-link-store.ts';

type ProveDeps = Deps & { checkCallbackUrl: CheckCallbackUrl };

type Outcome =
  | { outcome: 'sign'; url: string }
  | { outcome: 'answered'; answeredAt: Date | null }
  | { outcome: 'early' | 'closed' | 'full' | 'off' | 'ended' };

interface Entered {
  key: string;
  code: string;
  visitor: Visitor;
  /** Where the page is, and the signing page will be. */
  origin: string;
}

/**
 * Proves a mailbox by its code, and leads to the one workflow of its person. In this order, so that a process can be
 * killed at any point:
 *
 * 1. Under the lock of the link the submission takes a place (`open`), or its person is led to what they have begun.
 * 2. The transaction that makes the workflow names it in the submission, unless another process was first.
 * 3. It is started. A draft that a killed process left behind is started by the next visit.
 *
 * A place without a workflow is free again once the code has ended (`deleteUnproven`), and at once where the cloner
 * refuses. Only here, with the mailbox proven, is anything told of what a person did before.
 *
 * @throws Refusal `VALIDATION_ERROR`, the same for a wrong, late, used or replaced code and after the last try
 */
export async function proveMailbox(deps: ProveDeps, link: StoredLink, entered: Entered): Promise<Outcome> {
  const submission = await checkCode(deps, link, entered);
  const place = await deps.database.transaction().execute((tx) => takePlace(tx, deps, submission));
  if (!('place' in place)) return place;
  const taken = place.place;
  try {
    const workflowId =
      taken.workflow_id ?? (await makeWorkflow(deps, link, { submission: taken, ...entered }));
    return await leadToSigning(deps, link, { workflowId, submission: taken, origin: entered.origin });
  } catch (error) {
    await deps.database.transaction().execute((tx) => releasePlace(tx, taken.id));
    if (!(error instanceof Refusal) || error.code === 'RATE_LIMIT_REACHED') throw error;
    deps.log.warn({ linkId: link.id, cause: error.message }, 'a public link could not make its workflow');
    return { outcome: 'off' };
  }
}

async function checkCode(
  { clock, database, vault }: ProveDeps,
  link: StoredLink,
  { key, code: typed }: Entered,
): Promise<StoredSubmission> {
  const code = readCode(typed);
  if (code === null) throw invalid({ code: 'A code has six digits.' });
  const about = { linkId: link.id, keyHash: sha256(key), now: clock.now() };
  const submission = await countTry(database, { ...about, triesMax: LIMITS.mailboxCodeTriesMax });
  // Compared in any case, so that the answer takes as long.
  const expected = mailboxCode(vault, submission ?? { id: 0, key_hash: about.keyHash });
  if (!equalSecrets(code, expected) || !submission)
    throw invalid({
      code: 'This code is not right, or it does not count any more. Check its digits, or ask for a new one.',
    });
  return submission;
}

async function takePlace(
  tx: Tx,
  deps: ProveDeps,
  submission: StoredSubmission,
): Promise<{ place: StoredSubmission } | Exclude<Outcome, { outcome: 'sign' }>> {
  const now = deps.clock.now();
  const link = assertPresent(await lockLink(tx, submission.link_id), 'the link of a submission');
  await settleSubmissions(tx, { linkId: link.id });
  const visits = await readVisits(tx, { linkId: link.id, personHash: submission.person_hash });
  if (visits.open) {
    if (visits.open.id !== submission.id) await deleteSubmission(tx, submission.id);
    return { place: visits.open };
  }
  if (link.is_once_per_person && visits.answeredAt !== null)
    return { outcome: 'answered', answeredAt: visits.answeredAt };
  const state = await readStateOf(deps, tx, link);
  if (state !== 'open') return { outcome: state };
  // A place became free meanwhile, but they entered what brings back, and nothing to begin with.
  if (submission.entered === null) return { outcome: 'full' };
  const change = { state: 'open' as const, proven_at: now };
  await saveSubmission(tx, submission.id, change);
  return { place: { ...submission, ...change } };
}

class MadeElsewhere extends Error {}

/** Who calls says nothing of the maker: the trail has the visitor in the event of the proof. */
const NOBODY: Visitor = { ip: '', userAgent: null };

async function makeWorkflow(
  deps: ProveDeps,
  link: StoredLink,
  { submission, visitor }: { submission: StoredSubmission; visitor: Visitor },
): Promise<number> {
  const maker = makerOf(link);
  const address = { workspaceId: null, templateId: link.template_id };
  const { workspaceId } = await authorizeLinks(deps, maker, address);
  const { template } = await readVisibleTemplate(deps, maker, address);
  const { id, name, email, language, entered, reference } = submission;
  const person = { name: name ?? '', email: email ?? '', language };
  const named = { visitor: person, named: entered?.people ?? [] };
  const command = {
    ...{ templateId: template.id, workspaceId, name: template.name, visitor: NOBODY },
    recipients: peopleOfSubmission(settingsOf(link), template.plan, named),
    ...{ values: entered?.values, lock: entered?.isSigned, metadata: metadataOf({ reference }) },
  };
  const alongside = async (tx: Tx, { record }: { record: WorkflowRecord }) => {
    if (!(await setWorkflow(tx, { id, workflowId: record.workflow.id }))) throw new MadeElsewhere();
    await recordProof(tx, deps, { link, submission, record, visitor });
  };
  const origin = { publicLinkId: link.id, publicLinkName: link.name };
  try {
    return (await cloneTemplate(deps, maker, { ...command, origin, alongside })).workflow.id;
  } catch (error) {
    if (!(error instanceof MadeElsewhere)) throw error;
    const made = await findSubmission(deps.database, id);
    return assertPresent(made?.workflow_id, 'the workflow that another process made');
  }
}

/** How the mailbox was proven, in the trail of the workflow that begins with it. */
async function recordProof(
  tx: Tx,
  deps: ProveDeps,
  {
    link,
    submission,
    record,
    visitor,
  }: { link: StoredLink; submission: StoredSubmission; record: WorkflowRecord; visitor: Visitor },
): Promise<void> {
  const recipient = assertPresent(recipientOf(record, submission), 'the recipient who came');
  const { id, name, email } = recipient;
  const detail = {
    ...{ to: email, recipientId: id, recipientName: name, method: 'code', tries: submission.tries },
    ...{ publicLinkId: link.id, publicLinkName: link.name },
    ...{ sentTime: submission.created_at.toISOString(), provenTime: deps.clock.now().toISOString() },
  };
  const actor = { kind: 'recipient' as const, id, name, email, ...visitor };
  await recordWorkflowEvents(tx, deps, {
    workflowId: record.workflow.id,
    events: [{ name: 'mailbox.proven', actor, detail }],
  });
}

function recipientOf({ recipients }: Pick<WorkflowRecord, 'recipients'>, { email }: StoredSubmission) {
  return recipients.find((each) => each.email_key === emailKey(email ?? ''));
}

/** A draft that cannot be started is not left behind, unless another process has started it in this very moment. */
async function startOnce(deps: ProveDeps, link: StoredLink, workflowId: number): Promise<void> {
  const isDraft = async () => (await findEnding(deps.database, workflowId))?.status === 'not_started';
  if (!(await isDraft())) return;
  const maker = makerOf(link);
  const actorIn = (tx: Tx) => actorOf(tx, maker, NOBODY);
  try {
    const sender = await requireSenderById(deps, link.creator_id);
    await startDraft(deps, workflowId, { who: maker, sender, actorIn });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!(await isDraft())) return;
    await discardDraft(deps, workflowId);
    throw error;
  }
}

/** At once, without another mail; who has passed their place on is told that they are done. */
async function leadToSigning(
  deps: ProveDeps,
  link: StoredLink,
  { workflowId, submission, origin }: { workflowId: number; submission: StoredSubmission; origin: string },
): Promise<Outcome> {
  await startOnce(deps, link, workflowId);
  return deps.database.transaction().execute(async (tx) => {
    const recipient = recipientOf(await lockWorkflow(tx, workflowId), submission);
    if (!recipient) return { outcome: 'answered' as const, answeredAt: null };
    const about = { workflowId, recipientId: recipient.id, origin };
    return { outcome: 'sign' as const, url: (await signingLinkFor(tx, deps, about)).url };
  });
}
