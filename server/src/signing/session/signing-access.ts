import { type ActionStatus, assertPresent, Refusal, type WorkflowStatus } from '@paraph/domain';
import { entryOfJson, type LedgerEntry } from '../../audit/api.ts';
import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { byId, type RecipientAction } from '../../workflows/api.ts';
import { type Link, selectAccess, selectAnswers, selectDocument, selectPictured } from './session-store.ts';

export type SigningState =
  | 'open'
  | 'waiting'
  | 'done'
  | 'released'
  | 'declined'
  | 'expired'
  | 'canceled'
  | 'completed';

/** What decides which action a link is for, and what may be done with it. */
interface AccessRows<Recipient, Action> {
  link: Pick<Link, 'recipient_id'>;
  workflow: { status: WorkflowStatus; expires_at: Date };
  recipients: readonly Recipient[];
  steps: readonly Step[];
  actions: readonly Action[];
  now: Date;
}

interface Step {
  id: number;
  step_order: number;
}

type Action = Pick<RecipientAction, 'id' | 'recipient_id' | 'status' | 'step_id'> & {
  acted_at: Date | string | null;
};

/** @throws Refusal `NOT_FOUND` for a recipient without an action */
export function getAccess<OneRecipient extends { id: number }, OneAction extends Action>({
  link,
  workflow,
  recipients,
  steps,
  actions,
  now,
}: AccessRows<OneRecipient, OneAction>) {
  const recipient = recipients.find((each) => each.id === link.recipient_id);
  const action = recipient ? actionOf({ steps, actions }, recipient.id) : null;
  if (!recipient || !action) throw unknownLink();
  const state = stateOf(workflow.status, action.status);
  // What is refused from this moment on is not shown as open until the job has come by.
  return { recipient, action, state: state === 'open' && now >= workflow.expires_at ? 'expired' : state };
}

/** What a session has of a link, loaded without the rest of it, which costs six times that. */
export interface SigningAccess {
  link: Pick<Link, 'id' | 'recipient_id' | 'workflow_id'>;
  recipient: { id: number; name: string; email: string };
  action: Pick<RecipientAction, 'id' | 'role_id'>;
  state: SigningState;
  /** Where the trail ended when this was loaded, if it was. */
  ledger?: LedgerEntry | null;
}

interface AccessDeps extends Pick<Deps, 'clock'> {
  database: Reads;
}

/**
 * Loads who may do what by a link, and where the trail ends. The caller has checked the link's cookie.
 *
 * @throws Refusal `NOT_FOUND` as `loadSigningSession` does
 */
export async function loadSigningAccess(
  { database, clock }: AccessDeps,
  linkId: string,
): Promise<SigningAccess> {
  const [row] = await selectAccess(database, linkId);
  return { ...toAccess(row, clock.now()), ledger: row?.ledger ? entryOfJson(row.ledger) : null };
}

/** With the document of the workflow that has this id. */
export async function loadDocumentAccess(
  { database, clock }: AccessDeps,
  linkId: string,
  documentId: number,
) {
  const [row] = await selectDocument(database, linkId, documentId);
  return { ...toAccess(row, clock.now()), document: row?.document ?? null };
}

/** With the document, for the picture of its first page. */
export async function loadPictureAccess({ database, clock }: AccessDeps, linkId: string, documentId: number) {
  const [row] = await selectPictured(database, linkId, documentId);
  return { ...toAccess(row, clock.now()), document: row?.document ?? null };
}

/** With what the recipient answers in this action. */
export async function loadAnswerAccess({ database, clock }: AccessDeps, linkId: string) {
  const [row] = await selectAnswers(database, linkId);
  const access = toAccess(row, clock.now());
  const fields = row?.fields.filter((field) => field.role_id === access.action.role_id) ?? [];
  return { ...access, fields, signatureImages: row?.images ?? [] };
}

function toAccess(
  row: Pick<Awaited<ReturnType<typeof selectAccess>>[number], 'actions' | 'link'> | undefined,
  now: Date,
): SigningAccess {
  const [first] = row?.actions ?? [];
  if (!row || !first) throw unknownLink();
  const { link, actions } = row;
  const { recipient_id: id, name, email, workflow_status: status } = first;
  const workflow = { status, expires_at: new Date(first.workflow_expires_at) };
  const steps = actions.map(({ step_id: stepId, step_order }) => ({ id: stepId, step_order }));
  const recipients = [{ id, name, email }];
  return {
    link,
    ...getAccess({ link, workflow, recipients, steps, actions: actions.sort(byId), now }),
  };
}

export function unknownLink(): Refusal {
  return new Refusal('NOT_FOUND', 'This link does not work any more; open the newest one you were sent.');
}

/** The open action of the recipient; else the last one they did; else the first one that may still come. */
function actionOf<OneAction extends Action>(
  { steps, actions }: { steps: readonly Step[]; actions: readonly OneAction[] },
  recipientId: number,
): OneAction | null {
  const orders = new Map(steps.map((step) => [step.id, step.step_order]));
  const orderOf = (action: { step_id: number }) =>
    assertPresent(orders.get(action.step_id), `step ${action.step_id}`);
  const mine = actions
    .filter((action) => action.recipient_id === recipientId)
    .sort((a, b) => orderOf(a) - orderOf(b));
  const acted = mine.filter((action) => action.acted_at !== null);
  return (
    mine.find((action) => action.status === 'started') ??
    acted[acted.length - 1] ??
    mine.find((action) => action.status !== 'released') ??
    mine[0] ??
    null
  );
}

function stateOf(workflow: WorkflowStatus, action: ActionStatus): SigningState {
  switch (workflow) {
    case 'expired':
    case 'canceled':
    case 'declined':
      return workflow;
    case 'signed':
      return 'completed';
    case 'not_started':
      return 'waiting';
    default:
      if (action === 'started') return 'open';
      if (action === 'released') return 'released';
      return action === 'not_started' ? 'waiting' : 'done';
  }
}
