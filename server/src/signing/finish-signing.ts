import {
  describeAnswerProblem,
  findAnswerProblems,
  invalid,
  isAnswered,
  isFilledByService,
  listShownFields,
  Refusal,
} from '@paraph/domain';
import type { Visitor } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { setFieldValue } from '../workflows/api.ts';
import { advanceWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { actEvidence, fieldEvidence, type Intent, signatureImageEvidence } from './act-evidence.ts';
import {
  answeredFieldsOf,
  recipientActor,
  requireShown,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from './signing-session.ts';

/**
 * Signs, if every required field is filled, the shown documents are unchanged and consent was given. Concurrent
 * requests are serialized by the lock on the workflow's row: the second one is refused.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every field that lacks an answer; `WORKFLOW_STATUS_CONFLICT`
 */
export async function finishSigning(
  deps: SigningDeps,
  linkId: string,
  command: { shownHash: string; intent?: Intent; visitor: Visitor },
): Promise<void> {
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    if (session.action.type !== 'sign') {
      throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'Your part is to review this, not to sign it.');
    }
    requireShown(session, command.shownHash);
    requireComplete(session);
    const shown = await clearHiddenAnswers(tx, session);
    const fields = await fillDates(tx, shown, deps.clock.now());
    await advanceWorkflow(tx, deps, {
      workflowId: session.link.workflow_id,
      command: { verb: 'act', actionId: session.action.id, comment: null },
      actor: recipientActor(session, command.visitor),
      detail: {
        ...actEvidence(session, command.intent),
        fields: fieldEvidence(deps, { ...session, fields }),
        marks: await signatureImageEvidence(tx, session),
      },
    });
  });
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
async function clearHiddenAnswers(tx: Tx, session: SigningSession): Promise<SigningSession> {
  const answered = answeredFieldsOf(session);
  const shown = new Set(listShownFields(answered).map(({ id }) => id));
  const hidden = new Set(
    answered
      .filter((field) => isAnswered(field) && field.value !== null && !shown.has(field.id))
      .map(({ id }) => id),
  );
  for (const id of hidden) await setFieldValue(tx, id, null);
  const fields = session.fields.map((field) => (hidden.has(field.id) ? { ...field, value: null } : field));
  return { ...session, fields };
}

/** Fills the date fields, which only the service may fill. Returns all fields. */
async function fillDates(tx: Tx, session: SigningSession, now: Date): Promise<SigningSession['fields']> {
  const text = now.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const dated = session.fields.filter(({ type }) => isFilledByService(type));
  for (const { id } of dated) await setFieldValue(tx, id, text);
  return session.fields.map((field) => (dated.includes(field) ? { ...field, value: text } : field));
}
