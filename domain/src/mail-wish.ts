import type { MailKind } from './mail-kind.ts';

/** When the sender of a document is told: at once, in the summary of the day, or not. */
export const MAIL_TIMES = ['now', 'daily', 'off'] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

/** What mails to a sender are about. */
export const MAIL_TOPICS = ['signatures', 'completions', 'stops', 'failures'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** Failures need an act: they are told at once or, where a person says so in as many words, not at all. */
export type MailWishes = Record<Exclude<MailTopic, 'failures'>, MailTime> & { failures: 'now' | 'off' };

/** As it was before there was a choice. */
export const DEFAULT_MAIL_WISHES: MailWishes = {
  signatures: 'off',
  completions: 'now',
  stops: 'now',
  failures: 'now',
};

const TOPIC_OF: Readonly<Partial<Record<MailKind, MailTopic>>> = {
  signed: 'signatures',
  completed: 'completions',
  declined: 'stops',
  one_declined: 'stops',
  expired: 'stops',
  passed_on: 'stops',
  start_failed: 'failures',
  blocked: 'failures',
  mail_failed: 'failures',
  code_failed: 'failures',
  delivery_dead: 'failures',
  file_damaged: 'failures',
};

/** Of a mail to a sender; null for those that nobody can switch off: what was done in their name. */
export function topicOf(kind: MailKind): MailTopic | null {
  return TOPIC_OF[kind] ?? null;
}
