import {
  describeAnswerProblem,
  findAnswerProblems,
  invalid,
  isAnswered,
  isFilledByService,
  listShownFields,
  Refusal,
} from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import type { Visitor } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { setFieldValue } from '../workflows/api.ts';
import { advanceWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { actEvidence, fieldEvidence, type Intent, signatureImageEvidence } from './act-evidence.ts';
import { requireTimestamps } from './require-timestamps.ts';
import { saveSignatures, signatureEvidence } from './save-signatures.ts';
import { readTrailHeadOf } from './sealed-trail.ts';
import { type SignedDocuments, signDocuments } from './sign-documents.ts';
import {
  answeredFieldsOf,
  loadSigningSession,
  recipientActor,
  requireOpen,
  requireShown,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from './signing-session.ts';
import { savePendingTimestamp } from './timestamp-signature.ts';

export interface FinishCommand {
  shownHash: string;
  intent?: Intent;
  visitor: Visitor;
}

/**
 * Signs, if every required field is filled, the shown documents are unchanged and consent was given: the answers and
 * the signature become a revision of each document. The slow work comes first, without a transaction; then one
 * transaction finds everything as it was signed, or refuses. Concurrent requests are serialized by the lock on the workflow's row.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every field that lacks an answer; `WORKFLOW_STATUS_CONFLICT`;
 *   `DOCUMENT_NOT_ACCEPTED` if the file cannot be signed
 */
export async function finishSigning(
  deps: SigningDeps,
  linkId: string,
  command: FinishCommand,
): Promise<void> {
  const before = await loadSigningSession(deps.database, linkId);
  checkFinish(before, command);
  await requireTimestamps(deps.database, before.facts);
  await deps.onFinishStep?.('checked');
  const now = deps.clock.now();
  const fields = dated(withoutHidden(before), now);
  const { action, facts } = before;
  const trail = await readTrailHeadOf(deps.database, facts.workflow.id);
  const signed = await signDocuments(deps, { facts, action, answers: fields, actedAt: now, trail }).catch(
    asRefusal,
  );
  await deps.onFinishStep?.('signed');
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    checkFinish(session, command);
    if (answersIn(session) !== answersIn(before)) throw changedMeanwhile();
    await storeChanges(tx, session, fields);
    await saveSignatures(tx, { workflowId: facts.workflow.id, actionId: action.id, ...signed, now });
    await act(tx, deps, { session, command, fields, signed, detail: { trail } });
    await deps.onFinishStep?.('stored');
  });
  await deps.onFinishStep?.('finished');
}

function checkFinish(session: SigningSession, { shownHash }: FinishCommand): void {
  requireOpen(session);
  if (session.action.type !== 'sign') {
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'Your part is to review this, not to sign it.');
  }
  requireShown(session, shownHash);
  if (session.facts.files.some(({ revisions }) => revisions.length === 0)) throw changedMeanwhile();
  requireComplete(session);
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
): Promise<void> {
  const { action } = session;
  const workflowId = session.link.workflow_id;
  const { missingTimestamp, documents } = signed;
  const awaitsTimestamp = missingTimestamp !== null;
  await advanceWorkflow(tx, deps, {
    workflowId,
    command: { verb: 'act', actionId: action.id, comment: null, awaitsTimestamp },
    actor: recipientActor(session, command.visitor),
    detail: {
      ...actEvidence(session, command.intent),
      fields: fieldEvidence(deps, { ...session, fields }),
      marks: await signatureImageEvidence(tx, session),
      signatures: signatureEvidence(documents),
      ...detail,
    },
  });
  if (missingTimestamp)
    await savePendingTimestamp(tx, deps, { workflowId, actionId: action.id, error: missingTimestamp });
}

function requireComplete(session: SigningSession): void {
  if (!session.consented) {
    throw invalid({ consent: 'Agree to sign electronically before you finish.' });
  }
  const problems = findAnswerProblems(answeredFieldsOf(session));
  if (problems.size > 0) {
    throw invalid(
      Object.fromEntries(
        [...problems].map(([id, problem]) => [`fields[${id}]`, describeAnswerProblem(problem)]),
      ),
    );
  }
}

/** What a condition hides is not signed, so that an answer given before must not stay in it. */
function withoutHidden(session: SigningSession): SigningSession['fields'] {
  const answered = answeredFieldsOf(session);
  const shown = new Set(listShownFields(answered).map(({ id }) => id));
  const hidden = new Set(
    answered.filter((field) => isAnswered(field) && !shown.has(field.id)).map(({ id }) => id),
  );
  return session.fields.map((field) => (hidden.has(field.id) ? { ...field, value: null } : field));
}

/** The fields with the date in those that only the service may fill. */
function dated(fields: SigningSession['fields'], now: Date): SigningSession['fields'] {
  const value = now.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return fields.map((field) => (isFilledByService(field.type) ? { ...field, value } : field));
}

/** The values that the service sets or clears at the end. */
async function storeChanges(tx: Tx, { fields }: SigningSession, answers: SigningSession['fields']) {
  for (const { id, value } of answers)
    if (fields.find((field) => field.id === id)?.value !== value) await setFieldValue(tx, id, value);
}

/** All that a signature is made of, but for the documents and places, which the shown hash covers. */
function answersIn({ recipient, action, fields }: SigningSession): string {
  const { id, name, email } = recipient;
  return JSON.stringify([action.id, id, name, email, fields.map((field) => [field.id, field.value])]);
}

function changedMeanwhile(): Refusal {
  return new Refusal(
    'WORKFLOW_STATUS_CONFLICT',
    'What you were shown has changed since; reload the page and look at it again.',
  );
}

function asRefusal(error: unknown): never {
  if (!(error instanceof PdfRefusal)) throw error;
  throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be signed as it is: ${error.message}`);
}
