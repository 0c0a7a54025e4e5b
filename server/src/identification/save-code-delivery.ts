import { maskPhone } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { TextReceipt } from '../platform/outside/sms-receipt.ts';
import type { WorkflowRecord } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findCode, lockCode, type StoredCode, updateDelivery } from './code-store.ts';
import { shownDestination } from './request-code.ts';

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

/** Records, for the sender and the trail, whether a text message reached the phone. */
export async function recordArrival(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { code, record, problem }: { code: StoredCode; record: WorkflowRecord; problem: string | null },
): Promise<void> {
  const { id: codeId, action_id: actionId, method, workflow_id: workflowId } = code;
  const action = record.actions.find(({ id }) => id === actionId);
  const recipient = record.recipients.find(({ id }) => id === action?.recipient_id);
  const named = { recipientId: recipient?.id ?? null, recipientName: recipient?.name ?? '' };
  const arrived = { codeId, actionId, ...named, method, to: shownDestination(code) };
  const event =
    problem === null
      ? { name: 'identification.delivered' as const, actor: SERVICE, detail: arrived }
      : {
          name: 'identification.undeliverable' as const,
          actor: SERVICE,
          detail: { ...arrived, cause: problem },
        };
  await recordWorkflowEvents(tx, deps, { workflowId, events: [event] });
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
      return recordArrival(tx, deps, { code, record, problem: null });
    }
    if (current.ended_at !== null) return;
    const problem = withoutNumber(receipt.problem, code.destination);
    await updateDelivery(tx, codeId, { delivery: 'failed', problem, encrypted_code: null });
    await recordArrival(tx, deps, { code, problem, record });
  });
}
