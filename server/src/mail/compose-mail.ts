import {
  attachesDocument,
  calendarFile,
  emailKey,
  formatMessage,
  type MailKind,
  SIGNING_LANGUAGES,
  type SigningLanguage,
  topicOf,
} from '@paraph/domain';
import { findChangeOfLink, findMailboxUser, findUserByAddress } from '../accounts/api.ts';
import { addressChangeToken, addressRefusalToken } from '../accounts/change-address.ts';
import { passwordResetToken } from '../accounts/password-reset.ts';
import { addressProofToken } from '../accounts/prove-address.ts';
import { type Brand, findPublishedBrand } from '../brands/api.ts';
import { findLinkOrigin, linkOrigin } from '../brands/manage-link-host.ts';
import type { Deps } from '../deps.ts';
import { type CertificateAddress, nameCertificate } from '../evidence/completion-certificate.ts';
import { followerLinkFor } from '../followers/follower-link.ts';
import { findCodeText } from '../identification/request-code.ts';
import { findMailboxCode } from '../public-links/api.ts';
import { readSeals } from '../sealing/read-seals.ts';
import { signingLinkFor } from '../signing/session/signing-link.ts';
import { readNewestCheckpoint } from '../transparency-log/read-inclusion.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { readOrganizationName } from '../workspaces/api.ts';
import { invitationToken } from '../workspaces/invite-members.ts';
import type { MailFile } from './attach-documents.ts';
import { DAILY, stopToken } from './choose-mails.ts';
import type { StoredMail } from './mail-store.ts';
import { renderHtml, renderText } from './render-mail.ts';
import { sanitizeBody, sanitizeFileName, sanitizeLine } from './sanitize-user-text.ts';
import { type MailTexts, textsFor, textsIn } from './texts/mail-texts.ts';
import {
  writeAccessMail,
  writeAccountMail,
  writeExportReady,
  writeFactorNotice,
  writeInvitationMail,
  writeLogWarning,
  writeMailboxCode,
  writeSealWarning,
} from './write-account-mail.ts';
import {
  isForSender,
  type MailContent,
  requestsAction,
  saysEnd,
  saysSealed,
  writeWorkflowMail,
} from './write-mail.ts';

export type ComposeDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
  files: readonly MailFile[];
  /** Of how the workflow ended. */
  certificate: { name: string; content: Buffer } | null;
  /** Replies go to the sender, not to the service. */
  replyTo: { name: string; address: string } | null;
  /** In whose name it is sent; null: the service’s own. */
  organization: string | null;
  /** The file of its logo, which the HTML names; null without one. */
  logoFileId: number | null;
  /** Where a POST stops mails like this one (RFC 8058); null where they cannot be stopped so. */
  stopUrl: string | null;
  /** The deadline of who is asked, as a file for calendars; null where nobody is. */
  calendar: { name: string; content: Buffer } | null;
}

/** The certificate to attach; null where there is none. */
export type TakeCertificate = (address: CertificateAddress) => Promise<Buffer | null>;

/**
 * Composes a mail from current data; links are derived, never stored. Null if its workflow is deleted, if its
 * recipient was replaced (a link must only reach its own recipient), if its code does not count any more, if a password
 * reset was requested for an address without an account, or if the address that it proves is proved.
 */
export async function composeMail(
  deps: ComposeDeps,
  mail: StoredMail,
  takeCertificate: TakeCertificate = async () => null,
): Promise<ComposedMail | null> {
  if (mail.kind === 'mailbox_code') return composeMailboxCode(deps, mail);
  if (mail.workflow_id === null) return composeAccountMail(deps, mail);
  const facts = await findWorkflowFacts(deps.database, mail.workflow_id);
  if (!facts || isForReplacedRecipient(mail, facts.recipients) || hasStopped(mail, facts)) return null;
  const signingCode =
    mail.kind === 'signing_code' ? await findCodeText(deps, Number(mail.detail.codeId)) : null;
  // Too late to be sent; one of the mailbox page may still be looked at.
  if (mail.kind === 'signing_code' && signingCode === null && mail.state === 'queued') return null;
  const origin = linkOrigin(deps.config, facts.organization.linkHost);
  const signingUrl = await linkOf(deps, mail, origin);
  const isCompleted = saysSealed(mail, facts);
  const codes = isCompleted ? await readCodes(deps, facts) : [];
  const checkpoint = isCompleted ? await readNewestCheckpoint(deps) : null;
  const { recipient_id: recipientId, follower_id: followerId } = mail;
  const texts = textsFor({ recipientId, followerId }, facts);
  const certificate = await certificateOf(facts, { mail, language: texts.language, takeCertificate });
  const baseUrl = isForSender(mail) ? deps.config.baseUrl : origin;
  const hasCertificate = certificate !== null;
  const stopUrl =
    mail.recipient_id === null ? stopUrlOf(deps, { userId: facts.creator.id, kind: mail.kind }) : null;
  const { baseUrl: instanceUrl } = deps.config;
  const addresses = { signingUrl, baseUrl, instanceUrl, stopUrl };
  const about = { mail, facts, ...addresses, codes, checkpoint, signingCode, hasCertificate };
  const content = writeWorkflowMail(about, texts);
  const calendar = calendarOf(deps, { mail, facts, content });
  const letter = {
    content,
    texts,
    certificate,
    calendar,
    stopUrl: followerId === null ? stopUrl : signingUrl,
  };
  if (isForSender(mail)) return asComposed(deps, letter);
  const { name, email } = facts.creator;
  const { brand } = facts.organization;
  const sender = { name: sanitizeLine(facts.workflow.sender_name || name), address: email };
  const replyTo = brand?.replyAddress ? { ...sender, address: brand.replyAddress } : sender;
  return asComposed(deps, { ...letter, replyTo, brand });
}

/** In the language of the account at the address, else in that of an invitation; in English where none was chosen. */
async function composeAccountMail(deps: ComposeDeps, mail: StoredMail): Promise<ComposedMail | null> {
  const reader = await findMailboxUser(deps.database, mail.to_email);
  const invited = SIGNING_LANGUAGES.find((each) => each === mail.detail.language);
  const texts = textsIn(reader?.language ?? invited ?? null);
  const { baseUrl } = deps.config;
  const write = () => {
    switch (mail.kind) {
      case 'password_reset':
        return reader && writePassword(deps, mail, texts);
      case 'address_proof':
        return writeProof(deps, mail, texts);
      case 'password_changed':
      case 'access_ended':
        return writeAccessMail({ mail, baseUrl }, texts);
      case 'log_warning':
        return writeLogWarning({ mail, baseUrl }, texts);
      case 'export_ready':
        return writeExportReady({ mail, baseUrl }, texts);
      case 'seal_warning':
        return writeSealWarning({ mail, baseUrl }, texts);
      case 'address_change':
      case 'address_notice':
        return writeAddressChange(deps, mail, texts);
      case 'second_factor':
        return writeFactorNotice({ mail, baseUrl }, texts);
      case 'daily_summary':
        return writeSummary(deps, mail, texts);
      case 'member_invited':
        return writeInvitation(deps, mail, texts);
      default:
        throw new Error(`mail ${mail.id} (${mail.kind}) is about no workflow`);
    }
  };
  const content = await write();
  const { userId } = mail.detail;
  const stopUrl =
    mail.kind === 'daily_summary' ? stopLink(deps, { userId: Number(userId), topic: DAILY }) : null;
  return content && asComposed(deps, { content, texts, stopUrl });
}

/** In the face of the organization whose page it is for; null once its code does not count any more. */
async function composeMailboxCode(deps: ComposeDeps, mail: StoredMail): Promise<ComposedMail | null> {
  const found = await findMailboxCode(deps, Number(mail.detail.submissionId));
  if (!found) return null;
  const { organizationId } = found;
  const texts = textsIn(found.language);
  const organization = await readOrganizationName(deps.database, organizationId);
  const baseUrl = await findLinkOrigin(deps, deps.database, organizationId);
  const brand = await findPublishedBrand(deps.database, organizationId);
  const content = writeMailboxCode({ ...found, organization, baseUrl }, texts);
  return asComposed(deps, { content, texts, brand });
}

/** The certificate goes where the documents go; recipients get their own edition, in the language of their mail. */
async function certificateOf(
  { workflow, title }: WorkflowFacts,
  about: { mail: StoredMail; language: SigningLanguage; takeCertificate: TakeCertificate },
): Promise<ComposedMail['certificate']> {
  const { mail, language, takeCertificate } = about;
  if (!saysEnd(mail.kind) || !attachesDocument(workflow.preferences)) return null;
  const edition = isForSender(mail) ? 'sender' : language;
  const content = await takeCertificate({ workflowId: workflow.id, edition });
  return content && { name: sanitizeFileName(nameCertificate(title, language)), content };
}

/** The same entry as the page of the recipient offers, so that one replaces the other. It has no link. */
function calendarOf(
  { config, clock }: ComposeDeps,
  { mail, facts, content }: { mail: StoredMail; facts: WorkflowFacts; content: MailContent },
): ComposedMail['calendar'] {
  const { actionId } = mail.detail;
  const own = facts.actions.find(
    ({ recipient_id: id, status }) => id === mail.recipient_id && status === 'started',
  );
  const action = facts.actions.find(({ id }) => id === actionId) ?? own;
  if (!requestsAction(mail.kind) || !action) return null;
  const entry = {
    uid: `action-${action.id}@${new URL(linkOrigin(config, facts.organization.linkHost)).host}`,
    title: content.subject,
    description: content.organization ?? '',
    at: facts.workflow.expires_at,
    madeAt: clock.now(),
  };
  return { name: 'deadline.ics', content: Buffer.from(calendarFile(entry), 'utf8') };
}

/** The verification code of each signature in the sealed file, with the name of its signer. */
async function readCodes(
  { database }: ComposeDeps,
  { workflow, documents, actions, recipients }: WorkflowFacts,
): Promise<{ name: string; code: string }[]> {
  const documentIds = documents.map(({ id }) => id);
  const { signatures } = await readSeals(database, { workflowId: workflow.id, documentIds });
  return signatures.flatMap(({ action_id: actionId, code }) => {
    const action = actions.find(({ id }) => id === actionId);
    const signer = recipients.find(({ id }) => id === action?.recipient_id);
    return signer ? [{ name: signer.name, code }] : [];
  });
}

/** A copy that was requested before its follower stopped them. */
function hasStopped({ follower_id: id, state }: StoredMail, { followers }: WorkflowFacts): boolean {
  const follower = followers.find((each) => each.id === id);
  return state === 'queued' && follower !== undefined && follower.stopped_at !== null;
}

function isForReplacedRecipient(
  mail: StoredMail,
  recipients: readonly { id: number; email_key: string }[],
): boolean {
  const recipient = recipients.find(({ id }) => id === mail.recipient_id);
  return recipient !== undefined && recipient.email_key !== emailKey(mail.to_email);
}

function writePassword(
  { config: { baseUrl }, vault }: ComposeDeps,
  { detail }: StoredMail,
  texts: MailTexts,
): MailContent {
  const url = `${baseUrl}/password-reset/${passwordResetToken(vault, String(detail.linkId))}`;
  return writeAccountMail({ wording: 'password_reset', url, baseUrl }, texts);
}

/** Null once the address is proved; where another account has it, its owner is told. */
async function writeProof(deps: ComposeDeps, { detail, to_email: email }: StoredMail, texts: MailTexts) {
  const { baseUrl } = deps.config;
  const owner = await findUserByAddress(deps.database, email);
  if (owner?.id === Number(detail.userId)) return null;
  const url = `${baseUrl}/confirm-address/${addressProofToken(deps.vault, String(detail.linkId))}`;
  return owner
    ? writeAccountMail({ wording: 'address_taken', url: `${baseUrl}/password-reset`, baseUrl }, texts)
    : writeAccountMail({ wording: 'address_proof', url, baseUrl }, texts);
}

/** To the new mailbox or to the former one; null once there is nothing to confirm or to stop. */
async function writeAddressChange(
  deps: ComposeDeps,
  { kind, detail, to_name: toName }: StoredMail,
  texts: MailTexts,
) {
  const { baseUrl } = deps.config;
  const linkId = String(detail.linkId);
  const change = await findChangeOfLink(deps.database, linkId);
  if (!change) return null;
  const values = { name: sanitizeBody(sanitizeLine(toName ?? '', 120)), newEmail: change.email };
  if (kind === 'address_notice') {
    const url = `${baseUrl}/refuse-address/${addressRefusalToken(deps.vault, linkId)}`;
    const wording = detail.changed === true ? 'address_notice_changed' : 'address_notice';
    return writeAccountMail({ wording, url, baseUrl, values }, texts);
  }
  if (change.changed_at !== null) return null;
  const url = `${baseUrl}/change-address/${addressChangeToken(deps.vault, linkId)}`;
  const isTaken = (await findUserByAddress(deps.database, change.email)) !== null;
  return isTaken
    ? writeAccountMail(
        { wording: 'address_change_taken', url: `${baseUrl}/password-reset`, baseUrl, values },
        texts,
      )
    : writeAccountMail({ wording: 'address_change', url, baseUrl, values }, texts);
}

/** Of a topic that a link stops: failures are switched off by who is signed in alone. */
function stopUrlOf(deps: ComposeDeps, { userId, kind }: { userId: number; kind: MailKind }) {
  const topic = topicOf(kind);
  return topic === null || topic === 'failures' ? null : stopLink(deps, { userId, topic });
}

function stopLink({ config, vault }: ComposeDeps, about: { userId: number; topic: string }): string {
  return `${config.baseUrl}/stop-mails/${about.userId}/${about.topic}/${stopToken(vault, about)}`;
}

/** Names as they are now; what is gone is left out. */
async function writeSummary(
  deps: ComposeDeps,
  { detail }: StoredMail,
  texts: MailTexts,
): Promise<MailContent> {
  const { baseUrl } = deps.config;
  const entries = detail.entries as { workflowId: number; kind: keyof MailTexts['summary'] }[];
  const names = await readWorkflowNames(deps.database, [...new Set(entries.map((each) => each.workflowId))]);
  const facts = [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const titles = ofKind.flatMap(({ workflowId }) => names.get(workflowId) ?? []);
    const value = [...new Set(titles)].map((title) => sanitizeBody(sanitizeLine(title, 120))).join(', ');
    return { label: texts.summary[kind], value };
  });
  const values = { events: Number(detail.events) };
  const content = writeAccountMail(
    { wording: 'daily_summary', url: `${baseUrl}/documents`, baseUrl, values },
    texts,
  );
  const links = [{ label: texts.chooseMails, url: `${baseUrl}/account/mails` }];
  return { ...content, facts: facts.filter(({ value }) => value !== ''), links };
}

function writeInvitation({ config, vault }: ComposeDeps, mail: StoredMail, texts: MailTexts): MailContent {
  const url = `${config.baseUrl}/join/${invitationToken(vault, String(mail.detail.linkId))}`;
  return writeInvitationMail({ mail, url, baseUrl: config.baseUrl }, texts);
}

/**
 * Only mails that ask for an action or say how it ended contain a link: to act, or to take home what there is. Made
 * with the workflow's row locked, so that the link is never sent to a recipient who was replaced concurrently.
 */
async function linkOf(deps: ComposeDeps, mail: StoredMail, origin: string): Promise<string | null> {
  const { workflow_id: workflowId, recipient_id: recipientId, kind } = mail;
  if (workflowId === null) return null;
  const { follower_id: followerId } = mail;
  if (followerId !== null)
    return deps.database.transaction().execute(async (tx) => {
      await lockWorkflow(tx, workflowId);
      return (await followerLinkFor(tx, deps, { workflowId, followerId, origin })).url;
    });
  if (recipientId === null) return null;
  if (!requestsAction(kind) && !saysEnd(kind)) return null;
  return deps.database.transaction().execute(async (tx) => {
    const { recipients } = await lockWorkflow(tx, workflowId);
    if (isForReplacedRecipient(mail, recipients)) return null;
    return (await signingLinkFor(tx, deps, { workflowId, recipientId, origin })).url;
  });
}

interface Composition {
  content: MailContent;
  texts: MailTexts;
  certificate?: ComposedMail['certificate'];
  replyTo?: ComposedMail['replyTo'];
  stopUrl?: ComposedMail['stopUrl'];
  calendar?: ComposedMail['calendar'];
  /** Of the organization that asks. */
  brand?: Brand | null;
}

/** Every mail ends with the address at which its reader can report abuse, where the operator named one. */
export function asComposed(
  { config }: Pick<Deps, 'config'>,
  {
    content,
    texts,
    certificate = null,
    replyTo = null,
    stopUrl = null,
    calendar = null,
    brand = null,
  }: Composition,
): ComposedMail {
  const { abuseContact } = config;
  const abuse = abuseContact === null ? [] : [formatMessage(texts.abuse, { contact: abuseContact })];
  const whole = {
    ...content,
    brand: brand && { accent: brand.accent, hasLogo: brand.logoFileId !== null },
    footer: [...footerLines(brand), ...content.footer, ...abuse],
  };
  const { subject, files } = whole;
  const parts = { text: renderText(whole), html: renderHtml(whole) };
  const organization = brand?.senderName ?? content.organization ?? null;
  const logoFileId = brand?.logoFileId ?? null;
  return { subject, ...parts, files, certificate, replyTo, organization, logoFileId, stopUrl, calendar };
}

/** What the organization says below its mails. */
function footerLines(brand: Pick<Brand, 'footer'> | null): string[] {
  if (!brand?.footer) return [];
  return sanitizeBody(brand.footer)
    .split('\n')
    .filter((line) => line.trim() !== '');
}
