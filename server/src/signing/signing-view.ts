import {
  assertPresent,
  isFinal,
  isUnnamed,
  letsRecipientsReassign,
  maskPhone,
  NO_RULES,
  nameFile,
  type SigningLanguage,
  sayFileContents,
} from '@paraph/domain';
import { chooseDisclosure, viewShownBrand } from '../brands/api.ts';
import type { Config } from '../config/config.ts';
import type { Visitor } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { contentsOf } from '../workflows/reading/find-workflow-facts.ts';
import { membersOf } from '../workflows/store/choice-slots.ts';
import { viewSignatureLook } from './answers/signature-look.ts';
import { needsProof } from './proof/require-proof.ts';
import { type ConsentText, findConsentTranslation } from './session/consent-texts.ts';
import type { Attachment } from './session/session-store.ts';
import {
  type Disclosure,
  inputsOf,
  type ShownSession,
  type SigningSession,
  usesSandbox,
} from './session/signing-session.ts';
import { signerOf, witnessesOf } from './session/witnessing.ts';

/** Whether the recipient of a session may pass the task on now. */
export function mayReassign({ facts, recipient, state }: ReassignableSession): boolean {
  const hasActed = facts.actions.some((each) => each.recipient_id === recipient.id && each.acted_at !== null);
  const isAllowed = letsRecipientsReassign(facts.workflow.preferences) && !needsPhone({ facts, recipient });
  return state === 'open' && !hasActed && isAllowed;
}

type ReassignableSession = Pick<SigningSession, 'facts' | 'recipient' | 'state'>;

export function needsPhone({ facts, recipient }: Pick<SigningSession, 'facts' | 'recipient'>): boolean {
  return facts.workflow.type === 'advanced' && recipient.identification === 'code-sms';
}

/** Whether documents are shown in this state: while the recipient may act, after they acted, and when complete. */
export function showsDocuments({ state }: Pick<SigningSession, 'state'>): boolean {
  return state === 'open' || state === 'done' || state === 'released' || state === 'completed';
}

/** How the page says that the recipient will be identified; null where the link suffices. */
function viewIdentification(session: Pick<SigningSession, 'action' | 'facts' | 'recipient'>) {
  const { identification: method, phone, email } = session.recipient;
  if (!needsProof(session) || session.action.type !== 'sign' || method === null) return null;
  const to = {
    'code-sms': phone && maskPhone(phone),
    'code-mail': email,
    passkey: null,
    'identity-provider': null,
  };
  return { method, to: to[method] };
}

/** What the page shows of a session; a trial of a draft has no link of its own. */
type ViewedSession = Omit<ShownSession, 'link' | 'rows' | 'undrawable'> & {
  link: Pick<SigningSession['link'], 'id'>;
};

interface ViewedIn {
  consent: ConsentText;
  base: string;
  /** Of the page. */
  language: SigningLanguage;
  config: Pick<Config, 'baseUrl' | 'fontPaths'>;
}

/** Everything that the signing page shows to a recipient; `base` is the path of its files. */
export function viewSigning(session: ViewedSession, { consent, base, language, config }: ViewedIn) {
  const { facts, recipient, action, link } = session;
  const { workflow } = facts;
  return {
    link: link.id,
    // What the cookie of the browser says, which alone knows it.
    hosted: null as NonNullable<Visitor['hosted']> | null,
    state: session.state,
    workflow: {
      name: facts.title,
      type: workflow.type,
      sandbox: usesSandbox(facts, config),
      status: workflow.status,
      expiryDate: toSeconds(workflow.expires_at),
      senderName: workflow.sender_name ?? facts.creator.name,
      senderEmail: facts.creator.email,
      organizationName: facts.organization.name,
      message: workflow.sender_message,
      cancelReason: workflow.cancel_reason,
    },
    recipient: { name: recipient.name, email: recipient.email, language: recipient.language },
    action: {
      id: action.id,
      type: action.type,
      status: action.status,
      comment: action.comment,
      actedAt: action.acted_at === null ? null : toSeconds(action.acted_at),
    },
    documents: viewDocuments(session, { base, language }),
    fields: session.state === 'open' ? session.fields.map((field) => viewField(field, session, config)) : [],
    inputs: session.state === 'open' ? inputsOf(session) : {},
    marks: {
      signature: viewSignatureImage(session, 'signature', base),
      initials: viewSignatureImage(session, 'initials', base),
    },
    attachments:
      session.state === 'open' ? session.attachments.map((each) => viewAttachment(each, base)) : [],
    annexes: viewAnnexes(session, base),
    consent: {
      version: consent.version,
      language: consent.language,
      text: consent.text,
      given: session.consentVersion !== null,
      translation: findConsentTranslation(consent, language),
      disclosure: viewDisclosure(session, language),
    },
    brand: viewShownBrand(facts.organization.brand, { logoUrl: `${base}/logo` }),
    identification: viewIdentification(session),
    shownHash: session.shownHash,
    choice: viewChoice(session),
    witness: viewWitness(session),
    people: viewPeople(session),
    mayReassign: mayReassign(session),
    certificateUrl: isFinal(workflow.status) ? `${base}/completion-certificate?language=${language}` : null,
  };
}

/** As they agreed to it, else as the organization says it now. */
function viewDisclosure(
  { agreedDisclosure, consentVersion, facts }: ViewedSession,
  language: SigningLanguage,
): Disclosure | null {
  const { brand } = facts.organization;
  if (consentVersion !== null || brand === null) return agreedDisclosure;
  const chosen = chooseDisclosure(brand, language);
  return chosen && { ...chosen, sha256: sha256(chosen.text).toString('hex') };
}

function viewDocuments(session: ViewedSession, { base, language }: Pick<ViewedIn, 'base' | 'language'>) {
  if (!showsDocuments(session)) return [];
  const contents = contentsOf(session.facts);
  return session.facts.documents.map((document) => {
    const file = session.facts.files.find((each) => each.documentId === document.id);
    const current = assertPresent(file, `the file of document ${document.id}`).current;
    return {
      id: document.id,
      name: document.name,
      size: current.size,
      sha256: current.sha256.toString('hex'),
      pages: document.pages.map(({ width, height }) => ({ width, height })),
      url: `${base}/documents/${document.id}`,
      contents: sayFileContents(contents, language),
      downloadUrl: `${base}/documents/${document.id}?download=1&language=${language}`,
      downloadName: nameFile(document.name, contents, language),
      firstPageUrl:
        session.state === 'open'
          ? `${base}/documents/${document.id}/first-page?v=${current.sha256.toString('hex', 0, 8)}`
          : null,
    };
  });
}

function viewAnnexes(session: ViewedSession, base: string) {
  const annexes = showsDocuments(session) ? session.facts.annexes : [];
  return annexes.map(({ id, name, size, sha256 }) => {
    return { id, name, size, sha256, url: `${base}/annexes/${id}` };
  });
}

function viewField(
  field: SigningSession['fields'][number],
  session: ViewedSession,
  config: Pick<Config, 'baseUrl' | 'fontPaths'>,
) {
  return {
    id: field.id,
    type: field.type,
    label: field.label,
    required: field.required,
    documentId: field.document_id,
    page: field.page,
    posX: field.pos_x,
    posY: field.pos_y,
    width: field.width,
    height: field.height,
    value: field.value,
    fontSize: field.style.fontSize,
    readOnly: field.read_only,
    look: viewSignatureLook(session, field, config),
    ...NO_RULES,
    ...field.rules,
  };
}

function viewSignatureImage(session: ViewedSession, kind: 'signature' | 'initials', base: string) {
  const image = session.signatureImages.find((each) => each.kind === kind);
  // The id in the address makes a browser fetch a new image instead of showing the old one again.
  if (!image) return null;
  const { id, method, text, font } = image;
  return { id, url: `${base}/marks/${kind}?v=${id}`, method, text, font };
}

function viewAttachment({ fieldId, name, format, size }: Attachment, base: string) {
  return { fieldId, name, format, size, url: `${base}/fields/${fieldId}/attachment` };
}

/** Who may act in the place of the recipient; null for who must act. */
function viewChoice({ facts, action }: ViewedSession) {
  if (action.choice_required === null) return null;
  const others = membersOf(facts.actions, action).filter(({ id }) => id !== action.id);
  const acted = others.filter(({ acted_at: at, status }) => at !== null && status !== 'declined');
  const nameOf = ({ recipient_id: recipientId }: { recipient_id: number }) =>
    facts.recipients.find(({ id }) => id === recipientId)?.name ?? '';
  const left = others.filter(({ status }) => status !== 'declined').length;
  return {
    required: action.choice_required,
    others: others.map(nameOf),
    acted: acted.map(nameOf),
    othersSuffice: left >= action.choice_required,
  };
}

function viewWitness(session: ViewedSession) {
  return {
    of: signerOf(session)?.name ?? null,
    stated: session.statement,
    own: witnessesOf(session).map(({ witness, isAsked }) => {
      return { name: witness.name, email: witness.email, asked: isAsked, named: !isUnnamed(witness) };
    }),
  };
}

function viewPeople({ facts }: ViewedSession) {
  const names = new Map(facts.recipients.map((recipient) => [recipient.id, recipient.name]));
  return facts.steps.flatMap((step) =>
    facts.actions
      .filter((action) => action.step_id === step.id)
      .map((action) => ({
        name: names.get(action.recipient_id) ?? '',
        type: action.type,
        stepOrder: step.step_order,
        status: action.status,
        place: action.status === 'signed' ? firstShown(facts, action.role_id) : null,
      })),
  );
}

/** The page on which people look for what a signer has added. */
function firstShown({ documents, fields }: SigningSession['facts'], roleId: number) {
  for (const { id: documentId } of documents) {
    const pages = fields
      .filter((field) => field.role_id === roleId && field.document_id === documentId)
      .map(({ page }) => page);
    if (pages.length > 0) return { documentId, page: Math.min(...pages) };
  }
  return null;
}
