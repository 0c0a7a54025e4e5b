import type { Deps } from '../deps.ts';
import type { TextReceipt } from '../platform/outside/sms-receipt.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { findCode, lockCode, updateDelivery } from './code-store.ts';
import { recordDelivered, recordUndeliverable } from './save-code-delivery.ts';
import { withoutNumber } from './send-code.ts';

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
