import { formatMessage } from '@paraph/domain';
import type { StoredMail } from './mail-store.ts';
import { sanitizeBody, sanitizeLine } from './sanitize-user-text.ts';
import { formatTime, type MailTexts, type Wording } from './texts/mail-texts.ts';
import type { MailContent } from './write-mail.ts';

interface AccountMail {
  wording: Wording;
  /** Where its button leads. */
  url: string;
  baseUrl: string;
  /** Sanitized where users wrote them. */
  values?: Readonly<Record<string, string | number>>;
}

export function writeAccountMail(
  { wording, url, baseUrl, values }: AccountMail,
  texts: MailTexts,
): MailContent {
  const words = texts.mails[wording];
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
  const wording = isChange ? 'password_changed' : 'access_ended';
  const { ended, apps, apiKeys } = texts.labels;
  const facts = [
    { label: ended, value: listNames(mail.detail.ended) },
    { label: apps, value: listNames(mail.detail.apps) },
    { label: apiKeys, value: listNames(mail.detail.apiKeys) },
  ].filter(({ value }) => value !== '');
  const remains = facts.some(({ label }) => label !== ended);
  const url = `${baseUrl}${isChange ? '/password-reset' : '/account'}`;
  const notes = [remains ? texts.stillActs : texts.nothingActs];
  return { ...writeAccountMail({ wording, url, baseUrl }, texts), facts, notes };
}

/** Writes the mail to the operator about forks: names in it come from other logs and witnesses. */
export function writeLogWarning(
  { mail, baseUrl }: { mail: StoredMail; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const url = `${baseUrl}/log/checkpoint`;
  const content = writeAccountMail({ wording: 'log_warning', url, baseUrl }, texts);
  const { sentences } = mail.detail;
  const said = Array.isArray(sentences)
    ? sentences.map((each) => sanitizeBody(sanitizeLine(String(each))))
    : [];
  const why = formatMessage(texts.whyOperator, { host: new URL(baseUrl).host });
  return { ...content, lines: [...said, ...content.lines], footer: [why, ...content.footer.slice(1)] };
}

/** Writes the mail to administrators about their certificate for seals: a provider chose some of its words. */
export function writeSealWarning(
  { mail: { detail }, baseUrl }: { mail: StoredMail; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const url = `${baseUrl}/account/organization/providers`;
  const problem = sanitizeBody(sanitizeLine(String(detail.problem ?? ''), 600));
  const organization = sanitizeBody(sanitizeLine(String(detail.organization ?? ''), 120));
  return writeAccountMail(
    { wording: 'seal_warning', url, baseUrl, values: { problem, organization } },
    texts,
  );
}

/** Writes the mail to who asked for an archive of many workflows. */
export function writeExportReady(
  { mail: { detail }, baseUrl }: { mail: StoredMail; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const [workflows, skipped] = [Number(detail.workflows ?? 0), Number(detail.skipped ?? 0)];
  const url = `${baseUrl}/exports/${Number(detail.workspaceId ?? 0)}`;
  const values = { workflows, skipped };
  const content = writeAccountMail({ wording: 'export_ready', url, baseUrl, values }, texts);
  return skipped > 0 ? content : { ...content, lines: content.lines.slice(0, 1) };
}

/** Writes what a person is told of the second factor of their account. */
export function writeFactorNotice(
  { mail: { detail }, baseUrl }: { mail: StoredMail; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const notice = detail.notice as 'added' | 'removed' | 'guessed' | 'due' | 'reset_requested' | 'reset';
  const nameOf = (value: unknown) => sanitizeBody(sanitizeLine(String(value ?? ''), 120));
  const values = {
    name: nameOf(detail.name),
    organization: nameOf(detail.organization),
    date: formatTime(new Date(Number(detail.at ?? 0) * 1000), texts),
  };
  const url = `${baseUrl}/account/security`;
  return writeAccountMail({ wording: `factor_${notice}`, url, baseUrl, values }, texts);
}

/** Names that users chose, sanitized so that none becomes a link or affects our own text. */
function listNames(names: unknown): string {
  if (!Array.isArray(names)) return '';
  return names.map((name) => sanitizeBody(sanitizeLine(String(name), 120))).join(', ');
}

export function writeInvitationMail(
  { mail, url, baseUrl }: { mail: StoredMail; url: string; baseUrl: string },
  texts: MailTexts,
): MailContent {
  const inviter = sanitizeLine(String(mail.detail.inviter ?? ''), 120);
  const organization = sanitizeLine(String(mail.detail.organization ?? ''), 120);
  const email = mail.to_email;
  const values = { inviter: sanitizeBody(inviter), organization: sanitizeBody(organization), email };
  const content = writeAccountMail({ wording: 'member_invited', url, baseUrl, values }, texts);
  const [, sentBy = ''] = content.footer;
  return {
    ...content,
    subject: sanitizeLine(formatMessage(texts.mails.member_invited.subject, { inviter, organization })),
    footer: [formatMessage(texts.whyInvited, values), sentBy],
  };
}

/** Writes the mail that proves a mailbox: nothing of what a stranger entered is in it. */
export function writeMailboxCode(
  about: { code: string; name: string; organization: string; baseUrl: string; path: string },
  texts: MailTexts,
): MailContent {
  const { code, baseUrl, path } = about;
  const [form, organization] = [sanitizeLine(about.name, 120), sanitizeLine(about.organization, 120)];
  const values = { code, form: sanitizeBody(form), organization: sanitizeBody(organization) };
  const content = writeAccountMail(
    { wording: 'mailbox_code', url: `${baseUrl}${path}`, baseUrl, values },
    texts,
  );
  const subject = formatMessage(texts.mails.mailbox_code.subject, { code, form, organization });
  const [, sentBy = ''] = content.footer;
  const why = formatMessage(texts.whyMailbox, { host: new URL(baseUrl).host });
  return { ...content, organization, subject: sanitizeLine(subject), footer: [why, sentBy] };
}
