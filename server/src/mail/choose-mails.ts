import { MAIL_TOPICS, type MailTopic, type MailWishes, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { readMailWishes, saveMailWishes } from './wish-store.ts';

export function readMailSettings({ database }: Pick<Deps, 'database'>, caller: Caller): Promise<MailWishes> {
  return readMailWishes(database, caller.userId);
}

/** What is absent stays. */
export async function updateMailSettings(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  change: { [Topic in MailTopic]?: MailWishes[Topic] | undefined },
): Promise<MailWishes> {
  return database.transaction().execute(async (tx) => {
    const wishes = { ...(await readMailWishes(tx, caller.userId)), ...change } as MailWishes;
    await saveMailWishes(tx, caller.userId, wishes);
    return wishes;
  });
}

/** The summary of a day, whatever is in it: the link in one stops all that is told in summaries. */
export const DAILY = 'daily';

/** The token of the link in a mail that stops mails of its topic; it opens nothing else, so it has no end. */
export function stopToken(vault: KeyVault, { userId, topic }: { userId: number; topic: string }): string {
  return vault.derive('stop-mails', `${userId} ${topic}`).toString('base64url');
}

/** Stops the mails of a topic by the link of one of them, without a session. `failures` have no such link. */
export async function stopMails(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  { userId, topic, token, ip }: { userId: number; topic: string; token: string; ip: string },
): Promise<void> {
  await countHit(deps, 'invitationLink', addressKey(ip));
  const isKnown = topic === DAILY || (MAIL_TOPICS.some((each) => each === topic) && topic !== 'failures');
  if (!isKnown || !equalSecrets(token, stopToken(deps.vault, { userId, topic })))
    throw new Refusal(
      'NOT_FOUND',
      'This link is not whole; copy all of it from the mail, or sign in and choose there.',
    );
  await deps.database.transaction().execute(async (tx) => {
    const wishes = await readMailWishes(tx, userId);
    const stopped = MAIL_TOPICS.filter((each) => (topic === DAILY ? wishes[each] === DAILY : each === topic));
    const off = Object.fromEntries(stopped.map((each) => [each, 'off']));
    await saveMailWishes(tx, userId, { ...wishes, ...off });
  });
}
