import {
  conflict,
  type FollowerForm,
  invalid,
  isFinal,
  readFollowers,
  type Violations,
} from '@paraph/domain';
import { countSending, requireSender } from '../../accounts/sender.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { actorOf, recordWorkflowEvents } from '../lifecycle/record-workflow-events.ts';
import { readVisibleWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { saveFollowers } from '../store/draft-store.ts';

/**
 * Replaces the followers of a draft or of a running workflow. Once it runs, who is new gets the copy of the request
 * that others got at its start; nobody else is told.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem; `WORKFLOW_STATUS_CONFLICT` after the end
 */
export async function setFollowers(
  deps: Deps,
  caller: Caller,
  { followers: request, visitor, ...address }: WorkflowCall & { followers: readonly FollowerForm[] },
): Promise<WorkflowRecord> {
  const { workflowId } = address;
  const seen = await readVisibleWorkflow(deps, caller, { ...address, operation: 'edit' });
  // A draft sends nothing.
  const sender = seen.workflow.status === 'not_started' ? null : await requireSender(deps, caller);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { status } = record.workflow;
    if (isFinal(status))
      throw conflict(`This workflow is ${status.replaceAll('_', ' ')}: nobody is told of it any more.`);
    const violations: Violations = {};
    const people = record.recipients.map(({ id, email_key: emailKey }) => ({ id, emailKey }));
    const followers = readFollowers(request, people, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const addedIds = await saveFollowers(tx, record, followers);
    const after = await lockWorkflow(tx, workflowId);
    if (JSON.stringify(namesOf(record)) === JSON.stringify(namesOf(after))) return after;
    if (status !== 'not_started') {
      if (sender === null)
        throw conflict('This draft was started in this very moment; set its followers again.');
      await countSending(tx, deps, { sender, mails: addedIds.length });
    }
    const actor = await actorOf(tx, caller, visitor);
    const detail = { followers: namesOf(after), addedIds };
    const events = [{ name: 'workflow.followers_changed' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
    return lockWorkflow(tx, workflowId);
  });
}

/** Who follows from now on, for the trail. */
function namesOf({ followers }: WorkflowRecord) {
  return followers.map(({ name, email, language, copied_when: when, recipient_id: ofRecipientId }) => {
    return { name, email, language, when, ofRecipientId };
  });
}
