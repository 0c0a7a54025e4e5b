import { formatMessage } from '@paraph/domain';
import type { StoredMail } from './mail-store.ts';
import { sanitizeBody, sanitizeLine } from './sanitize-user-text.ts';
import type { MailText, MailTexts } from './texts/mail-texts.ts';
import type { MailContent } from './write-mail.ts';

/** Composes the mail with the link to choose a new password. */
export function writePasswordMail(url: string, baseUrl: string, texts: MailTexts): MailContent {
  return writePlain({ words: texts.mails.password_reset, url, baseUrl }, texts);
}

/** Composes the mail with the link that proves the address of a new account. */
export function writeProofMail(url: string, baseUrl: string, texts: MailTexts): MailContent {
  return writePlain({ words: texts.mails.address_proof, url, baseUrl }, texts);
}

/** Composes the mail to the owner of an address with which another visitor signed up. */
export function writeTakenMail(baseUrl: string, texts: MailTexts): MailContent {
  return writePlain({ words: texts.mails.address_taken, url: `${baseUrl}/password-reset`, baseUrl }, texts);
}

/** A mail about an account, without anything that users wrote. */
function writePlain(
  { words, url, baseUrl }: { words: MailText; url: string; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const { host } = new URL(baseUrl);
  const values = { host };
  return {
    language: texts.locale,
    subject: formatMessage(words.subject, values),
    heading: formatMessage(words.heading, values),
    lines: words.lines.map((line) => formatMessage(line, values)),
    quote: null,
    facts: [],
    button: { label: words.button, url, otherWay: texts.otherWay },
    notes: [],
    footer: [texts.whyAccount, formatMessage(texts.sentBy, values)],
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
  return {
    language: texts.locale,
    subject: words.subject,
    heading: words.heading,
    lines: words.lines,
    quote: null,
    facts,
    button: {
      label: words.button,
      url: `${baseUrl}${isChange ? '/password-reset' : '/account'}`,
      otherWay: texts.otherWay,
    },
    notes: [remains ? texts.stillActs : texts.nothingActs],
    footer: [texts.whyAccount, formatMessage(texts.sentBy, { host: new URL(baseUrl).host })],
    files: [],
  };
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
  const plain = {
    inviter: sanitizeLine(String(mail.detail.inviter ?? ''), 120),
    organization: sanitizeLine(String(mail.detail.organization ?? ''), 120),
  };
  const values = {
    inviter: sanitizeBody(plain.inviter),
    organization: sanitizeBody(plain.organization),
    email: mail.to_email,
  };
  return {
    language: texts.locale,
    subject: sanitizeLine(formatMessage(words.subject, plain)),
    heading: formatMessage(words.heading, values),
    lines: words.lines.map((line) => formatMessage(line, values)),
    quote: null,
    facts: [],
    button: { label: words.button, url, otherWay: texts.otherWay },
    notes: [],
    footer: [
      formatMessage(texts.whyInvited, values),
      formatMessage(texts.sentBy, { host: new URL(baseUrl).host }),
    ],
    files: [],
  };
}
