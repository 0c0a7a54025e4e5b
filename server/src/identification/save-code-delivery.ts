import { maskPhone } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { TextReceipt } from '../platform/outside/sms-receipt.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findCode, lockCode, type StoredCode, updateDelivery } from './code-store.ts';
import { shownDestination } from './request-code.ts';

type WorkflowRecord = Awaited<ReturnType<typeof lockWorkflow>>;

/**
 * Stores what became of the mail with a code, so that the signing page can say it. The sender gets the mail's own
 * events.
 */
export async function saveCodeDelivery(
  tx: Tx,
  codeId: number,
  { delivery, problem = null }: { delivery: 'sent' | 'failed' | 'kept'; problem?: string | null },
): Promise<void> {
  const code = await findCode(tx, codeId);
  if (code?.delivery !== 'queued') return;
  const isShown = delivery === 'kept';
  await updateDelivery(tx, codeId, { delivery, problem, ...(isShown ? {} : { encrypted_code: null }) });
}

/** Records, for the sender and the trail, that a text message reached the phone. */
async function recordDelivered(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { code, record }: { code: StoredCode; record: WorkflowRecord },
): Promise<void> {
  await recordWorkflowEvents(tx, deps, {
    workflowId: code.workflow_id,
    events: [{ name: 'identification.delivered', actor: SERVICE, detail: detailOf(code, record) }],
  });
}

/** Records, for the sender and the trail, that a text message could not be delivered. */
export async function recordUndeliverable(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { code, problem, record }: { code: StoredCode; problem: string; record: WorkflowRecord },
): Promise<void> {
  const detail = { ...detailOf(code, record), cause: problem };
  await recordWorkflowEvents(tx, deps, {
    workflowId: code.workflow_id,
    events: [{ name: 'identification.undeliverable', actor: SERVICE, detail }],
  });
}

function detailOf(code: StoredCode, record: WorkflowRecord) {
  const { id: codeId, action_id: actionId, method } = code;
  const recipient = recipientOf(record, actionId);
  const named = { recipientId: recipient?.id ?? null, recipientName: recipient?.name ?? '' };
  return { codeId, actionId, ...named, method, to: shownDestination(code) };
}

function recipientOf({ actions, recipients }: WorkflowRecord, actionId: number) {
  const action = actions.find(({ id }) => id === actionId);
  return recipients.find(({ id }) => id === action?.recipient_id);
}

/** A gateway may repeat the number, which is shown masked to all who have the link. */
export function withoutNumber(text: string, phone: string): string {
  return text.replaceAll(phone, maskPhone(phone)).replaceAll(phone.slice(1), maskPhone(phone));
}

/**
 * Stores what the gateway reports of the text message with a code. Only the first report counts, and a code that was
 * entered has arrived, whatever is reported later. A code that is gone is ignored.
 */
export async function saveReceipt(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  codeId: number,
  receipt: TextReceipt,
): Promise<void> {
  const code = await findCode(deps.database, codeId);
  if (code?.method !== 'code-sms') return;
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, code.workflow_id);
    const current = await lockCode(tx, codeId);
    // The report may come before the answer of the gateway is stored.
    if (current?.delivery !== 'sent' && current?.delivery !== 'queued') return;
    if (receipt.isDelivered) {
      await updateDelivery(tx, codeId, { delivery: 'delivered', problem: null, encrypted_code: null });
      return recordDelivered(tx, deps, { code, record });
    }
    if (current.ended_at !== null) return;
    const problem = withoutNumber(receipt.problem, code.destination);
    await updateDelivery(tx, codeId, { delivery: 'failed', problem, encrypted_code: null });
    await recordUndeliverable(tx, deps, { code, problem, record });
  });
}
