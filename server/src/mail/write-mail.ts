import { callUnnamed, formatMessage, isEmail, type MailKind } from '@paraph/domain';
import type { Selectable } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { RecipientRow } from '../database/rows.generated.ts';
import { usesSandbox } from '../signing/session/signing-session.ts';
import type { NewestCheckpoint } from '../transparency-log/read-inclusion.ts';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { membersOf } from '../workflows/store/choice-slots.ts';
import { attachDocuments, type MailFile } from './attach-documents.ts';
import type { StoredMail } from './mail-store.ts';
import { sanitizeBody, sanitizeLine } from './sanitize-user-text.ts';
import { formatTime, formatWait, type MailTexts, type Wording } from './texts/mail-texts.ts';

/** A mail's content, before it is rendered as text and HTML. User text in it is sanitized. */
export interface MailContent {
  language: string;
  /** Of the sender, where a recipient or follower reads it; null where the service speaks for itself. */
  organization?: string | null;
  /** How the organization shows itself; its words stand beside ours, never for them. */
  brand?: { accent: string | null; hasLogo: boolean } | null;
  subject: string;
  heading: string;
  lines: readonly string[];
  quote: { lead: string; text: string } | null;
  facts: readonly { label: string; value: string }[];
  button: { label: string; url: string; otherWay: string } | null;
  /** Further links, to pages of this instance only. */
  links?: readonly { label: string; url: string }[];
  notes: readonly string[];
  footer: readonly string[];
  files: readonly MailFile[];
}

type Values = Readonly<Record<string, string>>;

/** What is written depends on nothing else of a mail. */
type WrittenMail = Pick<
  StoredMail,
  'created_at' | 'detail' | 'follower_id' | 'kind' | 'recipient_id' | 'to_email'
>;

export interface MailAbout {
  mail: WrittenMail;
  facts: WorkflowFacts;
  /** The reader's own signing link; null for the sender and where the reader has nothing to open. */
  signingUrl: string | null;
  /** The host of its links: that of the organization, where it has one and a person reads it whom it asks. */
  baseUrl: string;
  /** Whose authority signs. */
  instanceUrl?: string;
  /** To stop mails of its topic; null where they cannot be stopped so. */
  stopUrl?: string | null;
  /** Of a mail that sends one; null once it does not count any more. */
  signingCode?: string | null;
  /** Of the signatures in the sealed file, by signer. */
  codes?: readonly { name: string; code: string }[];
  /** Whether the certificate of how it ended is attached. */
  hasCertificate?: boolean;
  /** What the log of seals states now: its origin, number of leaves and root. */
  checkpoint?: NewestCheckpoint | null;
}

/** Writes a mail about a workflow, to one of its recipients or to its sender. */
export function writeWorkflowMail(read: MailAbout, texts: MailTexts): MailContent {
  const recipients = callUnnamed(read.facts.recipients, (of) => formatMessage(texts.unnamedWitness, of));
  const about = { ...read, facts: { ...read.facts, recipients } };
  const { mail, facts, signingUrl, baseUrl, instanceUrl = baseUrl } = about;
  const wording = wordingOf(mail, facts);
  const words = texts.mails[wording];
  const raw = valuesOf(about, texts);
  const short = mapValues(raw, (value) => sanitizeLine(value, 120));
  const { host } = new URL(baseUrl);
  const sanitized = mapValues(raw, (value) => (isEmail(value) ? value : sanitizeBody(value)));
  const values = { ...sanitized, host, ...levelValues(facts, texts, instanceUrl) };
  const { workspace_id: workspaceId, id } = facts.workflow;
  const url = isForSender(mail) ? `${baseUrl}/documents/${workspaceId}/${id}` : signingUrl;
  const attached = attachDocuments(mail.kind, facts, texts);
  return {
    language: texts.locale,
    organization: isForSender(mail) ? null : sanitizeBody(sanitizeLine(facts.organization.name)),
    subject: sanitizeLine(formatMessage(words.subject, short)),
    heading: formatMessage(words.heading, values),
    lines: words.lines.map((line) => formatMessage(line, values)),
    quote: quoteOf(mail.kind, values, texts),
    facts: factsOf(about, { values, texts }),
    button: words.button && url ? { label: words.button, url, otherWay: texts.otherWay } : null,
    links: [
      ...(saysSealed(mail, facts) ? linksToCheck(baseUrl, texts) : []),
      ...(mail.follower_id !== null && url ? [{ label: texts.stopMails, url: `${url}#stop` }] : []),
      ...(about.stopUrl ? [{ label: texts.stopSuchMails, url: about.stopUrl }] : []),
    ],
    notes: [
      ...attached.notes,
      ...annexNotes(mail, facts, texts),
      ...(about.hasCertificate ? [certificateNote(saysSealed(mail, facts), texts)] : []),
      ...(requestsAction(mail.kind) ? [texts.personal] : []),
      ...(mail.follower_id === null ? [] : [texts.followerOnly]),
    ],
    footer: [formatMessage(whyOf(mail, texts), values), formatMessage(texts.sentBy, values)],
    files: attached.files,
  };
}

/** How many files for information there are to read, and which; further ones are on the page. */
function annexNotes(mail: WrittenMail, facts: WorkflowFacts, texts: MailTexts): string[] {
  const { annexes } = facts;
  const isShown = requestsAction(mail.kind) || mail.kind === 'followed_start' || saysSealed(mail, facts);
  if (!isShown || isForSender(mail) || annexes.length === 0) return [];
  const values = { count: annexes.length, names: namesOf(annexes) };
  return [formatMessage(texts.annexes, values, { language: texts.locale })];
}

/** What depends on whose key signs. */
function levelValues(
  facts: WorkflowFacts,
  { accounts, issuers, sandbox }: MailTexts,
  baseUrl: string,
): Values {
  const { workflow, actions } = facts;
  // Where all people only review, the organization seals.
  const isByProvider = workflow.type === 'qualified' && actions.some(({ type }) => type === 'sign');
  const readers = isByProvider ? issuers.provider : issuers.own;
  const notice = isByProvider && usesSandbox(facts, { baseUrl }) ? ` ${sandbox}` : '';
  const { host } = new URL(baseUrl);
  return { account: accounts[workflow.type] + notice, issuers: formatMessage(readers, { host }) + notice };
}

function whyOf(mail: WrittenMail, texts: MailTexts): string {
  if (mail.kind === 'key_used') return texts.whyKey;
  if (mail.follower_id !== null) return texts.whyFollower;
  return isForSender(mail) ? texts.whySender : texts.whyRecipient;
}

/** Neither a recipient nor a follower is told. */
export function isForSender(mail: Pick<WrittenMail, 'follower_id' | 'recipient_id'>): boolean {
  return mail.recipient_id === null && mail.follower_id === null;
}

/** Whether the mail asks its recipient to act, and so contains their own link. */
export function requestsAction(kind: MailKind): kind is 'invitation' | 'reminder' {
  return kind === 'invitation' || kind === 'reminder';
}

/** Whether the mail says how a workflow ended, and so hands out the certificate of that. */
export function saysEnd(kind: MailKind): boolean {
  const isEnd = kind === 'completed' || kind === 'declined' || kind === 'expired' || kind === 'canceled';
  return isEnd || kind === 'followed_end';
}

/** Whether it says that the documents are sealed. */
export function saysSealed({ kind }: Pick<WrittenMail, 'kind'>, { workflow }: WorkflowFacts): boolean {
  return kind === 'completed' || (kind === 'followed_end' && workflow.status === 'signed');
}

function certificateNote(isSealed: boolean, { certificate }: MailTexts): string {
  return isSealed ? certificate.completed : certificate.ended;
}

function wordingOf({ kind, detail }: WrittenMail, facts: WorkflowFacts): Wording {
  if (kind === 'signing_code' && detail.purpose === 'passkey') return 'passkey_code';
  if (kind === 'completed' && facts.documents.length > 1) return 'completed_several';
  if (kind === 'followed_start' && detail.event !== 'workflow.started' && detail.recipientId)
    return 'followed_person';
  if (kind === 'second_factor') throw new Error('this mail is about an account');
  if (!requestsAction(kind)) return kind;
  const action = facts.actions.find((each) => each.id === detail.actionId);
  if (kind === 'reminder') return `reminder_${action?.type ?? 'sign'}`;
  const step = facts.steps.find((each) => each.id === action?.step_id);
  const type = action?.type ?? 'sign';
  // A witness comes after their signer.
  const isLater = (step?.step_order ?? 1) > 1 || action?.witness_of != null;
  return isLater ? `turn_${type}` : `invitation_${type}`;
}

/** What is needed to believe the sealed file without believing this mail. */
function linksToCheck(baseUrl: string, { checks }: MailTexts): NonNullable<MailContent['links']> {
  return [
    { label: checks.page, url: `${baseUrl}/verify` },
    { label: checks.guide, url: `${baseUrl}/docs/verify` },
    { label: checks.root, url: `${baseUrl}/authority/ca.cer` },
  ];
}

function valuesOf({ mail, facts, signingCode }: MailAbout, texts: MailTexts): Values {
  const text = (key: string) => (typeof mail.detail[key] === 'string' ? (mail.detail[key] as string) : '');
  // The last one: of a group, others may have declined before, which ended nothing.
  const declined = facts.actions
    .filter((action) => action.status === 'declined')
    .sort((a, b) => Number(a.acted_at) - Number(b.acted_at))
    .at(-1);
  const { keyName, keyMaker } = keyOf(mail, facts);
  const actions: Values = texts.actions;
  const decliner = facts.recipients.find((recipient) => recipient.id === declined?.recipient_id);
  const sender = sanitizeLine(facts.workflow.sender_name || facts.creator.name);
  return {
    sender,
    organization: sanitizeLine(facts.organization.name),
    document: sanitizeLine(facts.title, 250),
    count: String(facts.documents.length),
    email: mail.to_email,
    // Who gives the reason: a recipient who declined, or who passed the task on, or the sender who canceled.
    decliner: mail.kind === 'canceled' ? sender : sanitizeLine(decliner?.name ?? text('formerName')),
    former: sanitizeLine(text('formerName')),
    successor: sanitizeLine(text('recipientName')),
    recipient: sanitizeLine(text('recipientName')),
    code: signingCode ?? '–',
    acted: namesOf(actedFor(mail, facts)),
    reason:
      (mail.kind === 'one_declined' ? text('reason') : declined?.comment) ??
      facts.workflow.cancel_reason ??
      text('reason'),
    message: facts.workflow.sender_message ?? '',
    by: sanitizeLine(text('by')),
    keyName: sanitizeLine(keyName),
    keyMaker: sanitizeLine(keyMaker),
    action: actions[text('event')] ?? '',
    event: text('event').replace('.', '_'),
    status: facts.workflow.status,
    ...callbackValues(mail.detail, texts),
    to: text('to') || text('url') || text('recipientEmail'),
    cause: text('cause') || (facts.workflow.blocked_cause ?? ''),
  };
}

/** The API key that the mail is about; in invitations and reminders, the one that sent the document. */
function keyOf(mail: WrittenMail, { workflow }: WorkflowFacts): { keyName: string; keyMaker: string } {
  const key = requestsAction(mail.kind) ? workflow.sent_by_key : mail.detail.byKey;
  const { name = '', maker = '' } = (key ?? {}) as { name?: string; maker?: string };
  return { keyName: name, keyMaker: maker };
}

/** "hooks.example.com (certificate verified, signed with another secret)" */
function callbackValues(detail: WrittenMail['detail'], { callback }: MailTexts): Values {
  const { formerHost, host, formerVerified, verified, secretChanged } = detail;
  const check = (isVerified: unknown) => (isVerified === true ? callback.verified : callback.unverified);
  const sayHost = (name: unknown, more: string[]) =>
    typeof name === 'string' ? `${name} (${more.join(', ')})` : callback.none;
  return {
    formerHost: sayHost(formerHost, [check(formerVerified)]),
    newHost: sayHost(host, [check(verified), ...(secretChanged === true ? [callback.otherSecret] : [])]),
  };
}

function quoteOf(kind: MailKind, values: Values, texts: MailTexts): MailContent['quote'] {
  const { message = '', reason = '' } = values;
  if ((requestsAction(kind) || kind === 'followed_start') && message.trim()) {
    return { lead: formatMessage(texts.messageOf, values), text: message.trim() };
  }
  if (
    (kind === 'declined' || kind === 'one_declined' || kind === 'passed_on' || kind === 'canceled') &&
    reason.trim()
  ) {
    return { lead: formatMessage(texts.reasonOf, values), text: reason.trim() };
  }
  return null;
}

function factsOf(
  { mail, facts, codes = [], checkpoint = null }: MailAbout,
  { values, texts }: { values: Values; texts: MailTexts },
): MailContent['facts'] {
  const list: { label: string; value: string }[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) list.push({ label, value });
  };
  if (!isForSender(mail)) {
    add(texts.labels.from, values.sender);
    add(texts.labels.document, values.document);
    if (requestsAction(mail.kind) && values.keyName)
      add(texts.labels.sentBy, formatMessage(texts.keySender, values));
  }
  if (requestsAction(mail.kind) || mail.kind === 'followed_start') {
    const deadline = facts.workflow.expires_at;
    const wait = formatWait(deadline, mail.created_at, texts);
    const reader = facts.recipients.find(({ id }) => id === mail.recipient_id);
    if (reader) {
      add(texts.labels.choice, choiceText(mail, facts, texts));
      add(texts.labels.witness, witnessText(mail, facts, texts));
    }
    add(texts.labels.deadline, formatTime(deadline, texts, reader?.time_zone) + (wait ? ` (${wait})` : ''));
    add(
      reader ? texts.labels.others : texts.labels.asked,
      namesOf(facts.recipients.filter((each) => each !== reader)),
    );
  }
  if (mail.kind === 'expired' && isForSender(mail))
    add(texts.labels.missing, sanitizeBody(listOf(missingOf(facts), 'name').join(', ')));
  const shown = codes
    .slice(0, CODES_MAX)
    .map(({ name, code }) => `${sanitizeBody(sanitizeLine(name))} ${code}`);
  if (codes.length > CODES_MAX) shown.push('…');
  if (saysSealed(mail, facts)) {
    add(texts.labels.codes, shown.join(', '));
    add(texts.labels.log, checkpoint?.line);
    const seen = (checkpoint?.seen ?? []).map(({ name, seenAt }) => `${name}, ${formatTime(seenAt, texts)}`);
    add(texts.labels.logSeen, seen.join('; '));
  }
  return list;
}

/** “1 of 2 are enough: Ann, Bea” */
function choiceText(
  { detail }: WrittenMail,
  { actions, recipients }: WorkflowFacts,
  texts: MailTexts,
): string | undefined {
  const action = actions.find(({ id }) => id === detail.actionId);
  if (!action?.choice_required) return undefined;
  const members = membersOf(actions, action);
  const people = members.flatMap((each) => recipients.find(({ id }) => id === each.recipient_id) ?? []);
  const values = { required: action.choice_required, count: members.length, names: namesOf(people) };
  return formatMessage(texts.choice, values);
}

/** For whom and why a witness is asked. */
function witnessText(
  { detail }: WrittenMail,
  { actions, recipients }: WorkflowFacts,
  texts: MailTexts,
): string | undefined {
  const signerId = actions.find(({ id }) => id === detail.actionId)?.witness_of ?? null;
  const signer = recipients.find(({ id }) => id === signerId);
  return signer && formatMessage(texts.witness, { name: namesOf([signer]) });
}

const NAMES_MAX = 10;

/** Of people without addresses; further ones are on the page. */
function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, NAMES_MAX).map(({ name }) => sanitizeBody(sanitizeLine(name)));
  return [...names, ...(people.length > NAMES_MAX ? ['…'] : [])].join(', ');
}

/** Further ones are only in the file and on its page. */
const CODES_MAX = 20;

/** Who has acted in the place of the reader. */
function actedFor(
  { detail }: WrittenMail,
  { actions, recipients }: WorkflowFacts,
): Selectable<RecipientRow>[] {
  const action = actions.find(({ id }) => id === detail.actionId);
  const acted = action
    ? membersOf(actions, action).filter(({ status }) => status === 'signed' || status === 'approved')
    : [];
  return recipients.filter(({ id }) => acted.some((each) => each.recipient_id === id));
}

function missingOf({ actions, recipients }: WorkflowFacts): Selectable<RecipientRow>[] {
  const isMissing = (status: string) => status === 'started' || status === 'not_started';
  return recipients.filter(({ id }) =>
    actions.some((action) => action.recipient_id === id && isMissing(action.status)),
  );
}

function mapValues(values: Values, change: (value: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
