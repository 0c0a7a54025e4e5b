import { isEmail, LIMITS } from '@paraph/domain';
import { readInteger } from './integer-setting.ts';

export const SIGN_UP_SETTINGS = {
  signUp: {
    name: 'PARAPH_SIGN_UP',
    fallback: 'first',
    about: 'Who may create an account by themselves: first (the first person only), open, or closed.',
  },
  newAccountDays: {
    name: 'PARAPH_NEW_ACCOUNT_DAYS',
    fallback: String(LIMITS.newAccountDays),
    about:
      'Days for which an account of open sign-up has the limits of new ones, 0 to 365; paraph lift-limits ends them ' +
      'earlier. The limits are the rates newAccountEnvelopes, newAccountMails and newAccountMebibytes of PARAPH_RATES.',
  },
  abuseContact: {
    name: 'PARAPH_ABUSE_CONTACT',
    fallback: '',
    about:
      'Email address at which people report abuse; it stands at the end of every mail. Default: none, which paraph doctor ' +
      'notes.',
  },
} as const;

type SignUpSetting = (typeof SIGN_UP_SETTINGS)[keyof typeof SIGN_UP_SETTINGS];

export interface SignUpSettings {
  signUp: 'first' | 'open' | 'closed';
  /** 0: no limits. */
  newAccountDays: number;
  /** Where people report abuse; null: nowhere. */
  abuseContact: string | null;
}

/** What is wrong is added to `problems`. */
export function readSignUpSettings(
  text: (setting: SignUpSetting) => string,
  problems: string[],
): SignUpSettings {
  const { signUp, newAccountDays, abuseContact } = SIGN_UP_SETTINGS;
  const values = ['first', 'open', 'closed'] as const;
  const wanted = values.find((value) => value === text(signUp));
  if (wanted === undefined)
    problems.push(`${signUp.name} is "${text(signUp)}"; it must be one of ${values.join(', ')}.`);
  const contact = text(abuseContact);
  if (contact !== '' && !isEmail(contact))
    problems.push(`${abuseContact.name} must be an email address, such as abuse@example.com.`);
  return {
    signUp: wanted ?? 'closed',
    newAccountDays: readInteger(newAccountDays, { text: text(newAccountDays), min: 0, max: 365 }, problems),
    abuseContact: contact === '' ? null : contact,
  };
}
