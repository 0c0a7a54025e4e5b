import { type MailKind, type SigningLanguage, timeLeft, type WorkflowType } from '@paraph/domain';

/**
 * An invitation has four wordings: to sign or to review, in the first step or a later one; a reminder has two, and the
 * end of several documents its own.
 */
export type Wording =
  | Exclude<MailKind, 'invitation' | 'reminder'>
  | `reminder_${'sign' | 'review'}`
  | `invitation_${'sign' | 'review'}`
  | `turn_${'sign' | 'review'}`
  | 'completed_several'
  | 'passkey_code'
  | 'address_taken';

export interface MailText {
  subject: string;
  heading: string;
  lines: readonly string[];
  /** Empty where there is nothing to open. */
  button: string;
}

type Plural = Readonly<Record<'one' | 'other', string>>;

/** The texts of one language. */
export interface MailTexts {
  /** BCP 47, for dates and plurals. */
  locale: string;
  language: SigningLanguage;
  mails: Readonly<Record<Wording, MailText>>;
  /** Whether a signer needs an account, by the level; fills `{account}`. */
  accounts: Readonly<Record<WorkflowType, string>>;
  /** Follows both where the sandbox signs. */
  sandbox: string;
  /** Why a PDF reader may not know the issuer of a signature; fills `{issuers}`. */
  issuers: Readonly<Record<'own' | 'provider', string>>;
  /** What a finished document is checked by, each with its link. */
  checks: Readonly<Record<'page' | 'guide' | 'root', string>>;
  labels: Readonly<
    Record<
      | 'from'
      | 'sentBy'
      | 'document'
      | 'deadline'
      | 'missing'
      | 'codes'
      | 'log'
      | 'apps'
      | 'apiKeys'
      | 'ended',
      string
    >
  >;
  stillActs: string;
  nothingActs: string;
  messageOf: string;
  reasonOf: string;
  inDays: Plural;
  inHours: Plural;
  /** What a key did, by the name of the event. */
  actions: Readonly<Record<string, string>>;
  keySender: string;
  callback: Readonly<Record<'none' | 'verified' | 'unverified' | 'otherSecret', string>>;
  /** That it is attached: of completion, or of how it ended otherwise. */
  certificate: Readonly<Record<'completed' | 'ended', string>>;
  /** For one document and for several; fill `{contents}` with what they are. */
  attached: Plural;
  tooLarge: Plural;
  otherWay: string;
  personal: string;
  whySender: string;
  whyRecipient: string;
  whyAccount: string;
  whyKey: string;
  whyInvited: string;
  sentBy: string;
  /** At the end of every mail; fills `{contact}`. */
  abuse: string;
}

/** The wordings of mails to recipients; those to senders are written in English. */
type RecipientWording =
  | 'invitation_sign'
  | 'invitation_review'
  | 'turn_sign'
  | 'turn_review'
  | 'reminder_sign'
  | 'reminder_review'
  | 'completed'
  | 'completed_several'
  | 'declined'
  | 'canceled'
  | 'expired'
  | 'passed_on'
  | 'passkey_code'
  | 'signing_code';

/** The texts of another language, for mails to recipients and of how their acts end to senders. */
export interface RecipientTexts
  extends Pick<
    MailTexts,
    | 'abuse'
    | 'accounts'
    | 'sandbox'
    | 'attached'
    | 'certificate'
    | 'checks'
    | 'inDays'
    | 'inHours'
    | 'issuers'
    | 'keySender'
    | 'language'
    | 'locale'
    | 'messageOf'
    | 'otherWay'
    | 'personal'
    | 'reasonOf'
    | 'sentBy'
    | 'tooLarge'
    | 'whyRecipient'
    | 'whySender'
  > {
  mails: Readonly<Record<RecipientWording, MailText>>;
  labels: Pick<
    MailTexts['labels'],
    'codes' | 'deadline' | 'document' | 'from' | 'log' | 'missing' | 'sentBy'
  >;
}

export type Values = Readonly<Record<string, string>>;

/** Fills the names in braces; what has no value is a bug of ours. */
export function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in "${template}"`);
    return value;
  });
}

interface Formats {
  day: Intl.DateTimeFormat;
  clock: Intl.DateTimeFormat;
  plural: Intl.PluralRules;
}

/** By locale: to make them takes as long as the rest of a mail. */
const known = new Map<string, Formats>();

function formatsOf({ locale }: Pick<MailTexts, 'locale'>): Formats {
  const kept = known.get(locale);
  if (kept) return kept;
  const formats = {
    day: new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
    clock: new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
    plural: new Intl.PluralRules(locale),
  };
  known.set(locale, formats);
  return formats;
}

/** "21 Nov 2026, 14:05 UTC": the recipient's time zone is unknown. */
export function formatTime(time: Date, texts: Pick<MailTexts, 'locale'>): string {
  const { day, clock } = formatsOf(texts);
  return `${day.format(time)}, ${clock.format(time)} UTC`;
}

/** "in 6 days", by the rule of all pages; hours on the last days. Null in the last hour, and once it has passed. */
export function formatWait(until: Date, now: Date, texts: MailTexts): string | null {
  const left = timeLeft(until.getTime() / 1000, now.getTime() / 1000);
  if (left === null || left.unit === 'minute') return null;
  const { unit, count } = left;
  const forms = unit === 'day' ? texts.inDays : texts.inHours;
  const form = formatsOf(texts).plural.select(count) === 'one' ? forms.one : forms.other;
  return fill(form, { count: String(count) });
}
