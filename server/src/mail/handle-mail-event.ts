import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Deps } from '../deps.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { chooseMailRecipients } from './choose-mail-recipients.ts';
import { requestMails } from './request-mail.ts';

/** Requests the mails about events of a workflow. Idempotent: one mail per event, kind and address. */
export async function handleMailEvents(
  deps: Pick<Deps, 'database' | 'clock'>,
  events: readonly FollowedEvent[],
): Promise<void> {
  const [first] = events;
  const facts = first && (await findWorkflowFacts(deps.database, first.workflow_id));
  if (!facts) return;
  const now = deps.clock.now();
  const mails = events.flatMap(({ id: eventId, workflow_id: workflowId, name, actor, detail: about }) => {
    // The actor, and the key of another member if one was used: mails about it name both.
    const detail = { ...about, event: name, by: actor?.name ?? null, byKey: actor?.byKey ?? null };
    return chooseMailRecipients({ name, detail: about, actor }, facts).map(
      ({ kind, email: toEmail, name: toName, recipientId }) => ({
        kind,
        toEmail,
        toName,
        workflowId,
        eventId,
        recipientId,
        detail,
        now,
      }),
    );
  });
  if (mails.length > 0) await deps.database.transaction().execute((tx) => requestMails(tx, mails));
}
