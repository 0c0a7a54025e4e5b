import { forbidden, Refusal, readSearchTerms } from '@paraph/domain';
import { isInstanceOwner } from '../accounts/set-up.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { showsTexts } from '../identification/request-code.ts';
import { listUnsentTexts } from '../identification/send-code.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { type ComposeDeps, type ComposedMail, composeMail } from './compose-mail.ts';
import { findMail, listMailsOf, listStoredMails, type StoredMail } from './mail-store.ts';

/** The mails that were stored because no mail server is configured, newest first; those that a search finds. */
export async function listMailbox(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { query, ...request }: PageRequest & { query?: string | undefined },
): Promise<PageOf<StoredMail>> {
  await authorizeMailbox(deps, caller);
  return listStoredMails(deps.database, { ...request, words: readSearchTerms(query) });
}

/** One stored mail as its recipient would have received it. */
export async function readMailboxMail(
  deps: ComposeDeps,
  caller: Caller,
  mailId: number,
): Promise<{ mail: StoredMail; composed: ComposedMail }> {
  await authorizeMailbox(deps, caller);
  const mail = await findMail(deps.database, mailId);
  const composed = mail?.state === 'kept' ? await composeMail(deps, mail) : null;
  if (!mail || !composed) throw new Refusal('NOT_FOUND', 'There is no such mail in the mailbox.');
  return { mail, composed };
}

/** The text messages with codes that still count, on an instance that is tried out without a gateway. */
export async function listMailboxTexts(deps: ComposeDeps, caller: Caller) {
  if (!showsTexts(deps.config))
    throw new Refusal(
      'NOT_FOUND',
      'This instance shows no text messages: it has a gateway, or an address of its own.',
    );
  await authorizeOwner(deps, caller);
  return listUnsentTexts(deps);
}

/** Stored mails contain the links of all recipients, so only the owner of the instance may read them. */
async function authorizeMailbox(deps: Pick<Deps, 'config' | 'database'>, caller: Caller): Promise<void> {
  if (deps.config.smtpUrl !== null) {
    throw new Refusal('NOT_FOUND', 'This instance sends its mails, so it keeps none.');
  }
  await authorizeOwner({ database: deps.database }, caller);
}

async function authorizeOwner({ database }: Pick<Deps, 'database'>, caller: Caller): Promise<void> {
  if (!(await isInstanceOwner(database, caller.userId))) {
    throw forbidden('The mailbox is for the owner of the instance.');
  }
}

export async function listMails(deps: Pick<Deps, 'database'>, caller: Caller, address: WorkflowAddress) {
  await readVisibleWorkflow(deps, caller, address);
  return listMailsOf(deps.database, address.workflowId);
}
