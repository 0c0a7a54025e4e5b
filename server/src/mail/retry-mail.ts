import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { authorizeWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { lockMail, type StoredMail, updateMail } from './mail-store.ts';
import { enqueueMail } from './request-mail.ts';

/**
 * Retries a failed mail, with the full retry schedule.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` where the mail did not fail
 */
export async function retryMail(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { mailId, ...address }: WorkflowAddress & { mailId: number },
): Promise<StoredMail> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  return deps.database.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (mail?.workflow_id !== address.workflowId) {
      throw new Refusal('NOT_FOUND', 'There is no such mail about this workflow.');
    }
    if (mail.state !== 'failed') {
      const words = mail.state === 'queued' ? 'is still on its way' : `was ${mail.state}`;
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        `This mail ${words}; only a failed one can be sent again.`,
      );
    }
    const now = deps.clock.now();
    const change = { state: 'queued', attempts: 0, next_attempt_at: now } as const;
    await updateMail(tx, mailId, change);
    await enqueueMail(tx, { id: mailId, runAt: now });
    return { ...mail, ...change };
  });
}
