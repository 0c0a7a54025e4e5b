import type { MailKind } from '@paraph/domain';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import type { TestInstance } from './instance.ts';

/** These mails as their readers see them, the newest last; null for those that are not sent any more. */
export async function readMails(
  { deps }: Pick<TestInstance, 'deps'>,
  wanted: { id?: number; kind?: MailKind; to_email?: string },
) {
  const mails = deps.database.selectFrom('mails').selectAll();
  const rows = await mails
    .where((eb) => eb.and(wanted))
    .orderBy('id')
    .execute();
  return Promise.all(rows.map((row) => composeMail(deps, row)));
}
