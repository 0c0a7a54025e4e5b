import { formatMessage } from '@paraph/domain';
import type { StoredMail } from './mail-store.ts';
import { sanitizeBody, sanitizeLine } from './sanitize-user-text.ts';
import type { MailText, MailTexts } from './texts/mail-texts.ts';
import type { MailContent } from './write-mail.ts';

/** Composes the mail with the link to choose a new password. */
export function writePasswordMail(url: string, baseUrl: string, texts: MailTexts): MailContent {
  return writeAbout({ words: texts.mails.password_reset, url, baseUrl }, texts);
}

/** Composes the mail with the link that proves the address of a new account. */
export function writeProofMail(url: string, baseUrl: string, texts: MailTexts): MailContent {
  return writeAbout({ words: texts.mails.address_proof, url, baseUrl }, texts);
}

/** Composes the mail to the owner of an address with which another visitor signed up. */
export function writeTakenMail(baseUrl: string, texts: MailTexts): MailContent {
  return writeAbout({ words: texts.mails.address_taken, url: `${baseUrl}/password-reset`, baseUrl }, texts);
}

interface AccountMail {
  words: MailText;
  /** Where its button leads. */
  url: string;
  baseUrl: string;
  /** Sanitized where users wrote them. */
  values?: Readonly<Record<string, string>>;
}

/** A mail about an account. */
function writeAbout({ words, url, baseUrl, values }: AccountMail, texts: MailTexts): MailContent {
  const inserted = { ...values, host: new URL(baseUrl).host };
  return {
    language: texts.locale,
    subject: formatMessage(words.subject, inserted),
    heading: formatMessage(words.heading, inserted),
    lines: words.lines.map((line) => formatMessage(line, inserted)),
    quote: null,
    facts: [],
    button: { label: words.button, url, otherWay: texts.otherWay },
    notes: [],
    footer: [texts.whyAccount, formatMessage(texts.sentBy, inserted)],
    files: [],
  };
}

/** Writes the mail that names what may act for a user after a reset, and what was ended then. */
export function writeAccessMail(
  { mail, baseUrl }: { mail: StoredMail; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const isChange = mail.kind === 'password_changed';
  const words = texts.mails[isChange ? 'password_changed' : 'access_ended'];
  const { ended, apps, apiKeys } = texts.labels;
  const facts = [
    { label: ended, value: listNames(mail.detail.ended) },
    { label: apps, value: listNames(mail.detail.apps) },
    { label: apiKeys, value: listNames(mail.detail.apiKeys) },
  ].filter(({ value }) => value !== '');
  const remains = facts.some(({ label }) => label !== ended);
  const url = `${baseUrl}${isChange ? '/password-reset' : '/account'}`;
  const notes = [remains ? texts.stillActs : texts.nothingActs];
  return { ...writeAbout({ words, url, baseUrl }, texts), facts, notes };
}

/** Names given by users, sanitized so that none becomes a link or affects our own text. */
function listNames(names: unknown): string {
  if (!Array.isArray(names)) return '';
  return names.map((name) => sanitizeBody(sanitizeLine(String(name), 120))).join(', ');
}

/** Composes the mail that invites to an organization. User text in it is sanitized. */
export function writeInvitationMail(
  { mail, url, baseUrl }: { mail: StoredMail; url: string; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const words = texts.mails.member_invited;
  const inviter = sanitizeLine(String(mail.detail.inviter ?? ''), 120);
  const organization = sanitizeLine(String(mail.detail.organization ?? ''), 120);
  const email = mail.to_email;
  const values = { inviter: sanitizeBody(inviter), organization: sanitizeBody(organization), email };
  const content = writeAbout({ words, url, baseUrl, values }, texts);
  const [, sentBy = ''] = content.footer;
  return {
    ...content,
    subject: sanitizeLine(formatMessage(words.subject, { inviter, organization })),
    footer: [formatMessage(texts.whyInvited, values), sentBy],
  };
}
