import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { chooseMailRecipients } from './choose-mail-recipients.ts';
import { keepMails, type RequestedMail, requestMails } from './request-mail.ts';
import { textsFor } from './texts/mail-texts.ts';
import { writeWorkflowMail } from './write-mail.ts';

/**
 * Requests the mails about events of a workflow; without a mail server, stores them at once. Idempotent: one mail per
 * event, kind and address.
 */
export async function handleMailEvents(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
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
  if (mails.length === 0) return;
  await deps.database.transaction().execute(async (tx) => {
    if (deps.config.smtpUrl !== null) await requestMails(tx, mails);
    else
      await keepMails(
        tx,
        mails.map((mail) => ({ ...mail, subject: subjectOf(mail, facts, deps.config) })),
      );
  });
}

function subjectOf(mail: RequestedMail, facts: WorkflowFacts, { baseUrl }: Pick<Config, 'baseUrl'>): string {
  const { kind, detail, recipientId, toEmail, now } = mail;
  const about = { kind, detail, recipient_id: recipientId, to_email: toEmail, created_at: now };
  const written = { mail: about, facts, signingUrl: null, baseUrl };
  return writeWorkflowMail(written, textsFor(mail, facts)).subject;
}
