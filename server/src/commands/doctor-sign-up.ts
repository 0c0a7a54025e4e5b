import type { Config } from '../config/config.ts';
import type { Finding } from './doctor-finding.ts';

/** Mails that strangers may cause need an address at which their readers can report abuse. */
export async function checkSignUp({
  config: { signUp, newAccountDays, abuseContact },
}: {
  config: Pick<Config, 'signUp' | 'newAccountDays' | 'abuseContact'>;
}): Promise<Finding[]> {
  const name = 'sign-up';
  const contact =
    abuseContact === null
      ? 'Mails name no address for reports of abuse.'
      : `Mails name ${abuseContact} for reports of abuse.`;
  if (signUp !== 'open')
    return [{ name, state: 'well', detail: `No stranger can make an account. ${contact}` }];
  const detail = `Any visitor can make an account. ${contact}`;
  if (abuseContact === null)
    return [
      { name, state: 'warning', detail, remedy: 'Set PARAPH_ABUSE_CONTACT to an address that is read.' },
    ];
  if (newAccountDays === 0) {
    const remedy = 'Set PARAPH_NEW_ACCOUNT_DAYS, so that new accounts cannot send without limit.';
    return [{ name, state: 'warning', detail, remedy }];
  }
  return [{ name, state: 'well', detail }];
}
