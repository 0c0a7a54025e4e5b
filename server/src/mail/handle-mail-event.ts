import { findEvent } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { chooseMailRecipients } from './choose-mail-recipients.ts';
import { requestMail } from './request-mail.ts';

/** Requests the mails about an event. Idempotent: one mail per event, kind and address. */
export async function handleMailEvent(
  deps: Pick<Deps, 'database' | 'clock'>,
  eventId: number,
): Promise<void> {
  const event = await findEvent(deps.database, eventId);
  const facts = event && (await findWorkflowFacts(deps.database, event.workflow_id));
  if (!event || !facts) return;
  const { name, actor, workflow_id: workflowId } = event;
  const mailRecipients = chooseMailRecipients({ name, detail: event.detail, actor }, facts);
  // The actor, and the key of another member if one was used: mails about it name both.
  const detail = { ...event.detail, event: name, by: actor?.name ?? null, byKey: actor?.byKey ?? null };
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    for (const { kind, email, name: toName, recipientId } of mailRecipients) {
      await requestMail(tx, {
        kind,
        toEmail: email,
        toName,
        workflowId,
        eventId,
        recipientId,
        detail,
        now,
      });
    }
  });
}
