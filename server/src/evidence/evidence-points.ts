import { formatMessage, SANDBOX_NAME, sayIdentified, sayWeakestLink } from '@paraph/domain';
import type { EvidenceView } from './compose-document.ts';
import { keysSeenBy } from './keys-seen.ts';
import { type CompletionTexts, completionTextsIn } from './texts/texts-in.ts';

type Body = Omit<EvidenceView['record'], 'points' | 'notProven'>;
type Point = EvidenceView['record']['points'][number];
type Finding = Pick<Point, 'state' | 'note'>;

const RECORDED: Finding = { state: 'recorded', note: null };
const PENDING: Finding = { state: 'pending', note: null };

function partly(note: string): Finding {
  return { state: 'partly', note };
}

/** The points of which nothing may be recorded; what that leaves unproven has a sentence of its own. */
const INTENT_POINT = 'Act of signing: the button and its language';
const MAIL_POINT = 'What the mail server answered';

/** The points of a complete record, in the usual order, each with the condition that it is included. */
const POINTS: readonly (readonly [string, (body: Body) => Finding])[] = [
  ['Envelope id', () => RECORDED],
  ['Organization and sender, and how the sender was known', checkSender],
  ['Title and message', () => RECORDED],
  ['Hash of each original', () => RECORDED],
  ['Hash of each sealed file', whenSealed],
  ['File names and page counts', () => RECORDED],
  ['Version of the software and of the record', () => RECORDED],
  ['Name and email address of every recipient, as given', () => RECORDED],
  ['Role and order of every recipient', () => RECORDED],
  ['How each person was authenticated, and when', checkAuthentication],
  ['Text that was agreed to, with version and hash', whenSigned],
  ['Act and time of agreeing', whenSigned],
  [INTENT_POINT, checkIntent],
  ['Hash of exactly what was shown', whenActed],
  ['Answers, and who gave them', whenSigned],
  ['Kind and hash of each signature image', whenSigned],
  ['IP address of each act, and whether a proxy reported it', whenActed],
  ['Program that each act was done with', checkUserAgents],
  ['Time zone and language of each person', checkIntent],
  ['What happened, in order', () => NOT_SEEN],
  ['All times in UTC, with their source and uncertainty', () => RECORDED],
  [MAIL_POINT, checkMails],
  ['Certificate of each signature, its chain and revocation', whenSealed],
  ['PAdES level reached', whenSealed],
  ['Timestamp authority and token', whenSealed],
  ['Head of the trail, the whole trail, and an anchor', () => ANCHOR],
  ['How to verify without this instance', () => RECORDED],
  ['How long it is kept, and whom to ask', () => RETENTION],
  ['What is not proven, and which level is claimed', () => RECORDED],
  ['The record itself sealed, interim ones marked', () => SEAL],
];

const NOT_SEEN = partly(
  'Bounces after the mail server took a message, the pages a person scrolled to, and downloads are not kept.',
);
const ANCHOR = partly(
  'The timestamp over this record holds the head outside of the database; nothing at a third party does.',
);
const RETENTION = partly('No date is set: it is kept until a user with the permission deletes the workflow.');
const SEAL = partly(
  'Sealed by a timestamp token over its hash; as a signed PDF it is the certificate of completion.',
);

export function checkPoints(body: Body): Point[] {
  return POINTS.map(([title, check], index) => ({ number: index + 1, title, ...check(body) }));
}

/** What the record does not prove, in the language of these texts. */
export function listNotProven(
  { signers, documents }: Body,
  points: readonly Point[],
  texts: CompletionTexts = completionTextsIn('en'),
): string[] {
  const { unproven } = texts;
  const isInternal = documents.some(({ sealed }) => sealed?.timestamp.isInternal);
  return [
    ...whoIsNotProven(signers, texts),
    ...whatKeysAreNotProven({ signers, documents }, unproven),
    ...whatNamesAreNotProven(signers, unproven),
    unproven.reading,
    isAbsent(points, MAIL_POINT) ? unproven.unmailed : unproven.mail,
    isAbsent(points, INTENT_POINT) ? unproven.unreported : unproven.page,
    ...(isInternal ? [unproven.time] : []),
    ...(signers.some(({ act }) => act?.isProxied || act?.isUnnamedProxy) ? [unproven.address] : []),
  ];
}

function isAbsent(points: readonly Point[], title: string): boolean {
  return points.some((point) => point.title === title && point.state === 'absent');
}

/** Per way in which signers were identified, what it rests on. */
function whoIsNotProven(signers: Body['signers'], texts: CompletionTexts): string[] {
  const proven = signers.filter(({ reached }) => reached !== null && reached.level !== 'simple');
  const isMailboxAlone = proven.length === 0 || signers.length > proven.length;
  return [
    ...(isMailboxAlone ? [texts.unproven.mailbox] : []),
    ...new Set(proven.map((signer) => whoOneIsNotProven(signer, texts))),
  ];
}

function whoOneIsNotProven(
  { reached, certificates: [certificate] }: Body['signers'][number],
  { reached: words, unproven }: CompletionTexts,
): string {
  if (!reached) return '';
  if (reached.level !== 'qualified' || !certificate) {
    const { identification } = reached;
    const identified = words?.identified[identification] ?? sayIdentified(reached);
    const weakest = words?.weakest[identification] ?? sayWeakestLink(reached);
    return formatMessage(unproven.identified, { identified, weakest });
  }
  const { subject, issuer } = certificate;
  return formatMessage(issuer === SANDBOX_NAME ? unproven.sandbox : unproven.provider, { subject, issuer });
}

/** That the service did not sign itself: only of signatures with certificates of its own. */
function whatKeysAreNotProven(
  { signers, documents }: Pick<Body, 'documents' | 'signers'>,
  { keys }: CompletionTexts['unproven'],
): string[] {
  const own = signers.filter(({ reached }) => reached?.level !== 'qualified');
  const certificates = own.flatMap((signer) => signer.certificates);
  return certificates.length === 0 ? [] : [keys[keysSeenBy({ certificates, documents })]];
}

/** Of whom the name is only the sender’s word, and which of those differ from the provider’s. */
function whatNamesAreNotProven(signers: Body['signers'], unproven: CompletionTexts['unproven']): string[] {
  const qualified = signers.filter(({ reached }) => reached?.level === 'qualified');
  const others = qualified.length === 0 ? [unproven.names] : [unproven.otherNames];
  return [
    ...(signers.length > qualified.length || signers.length === 0 ? others : []),
    ...qualified.flatMap(({ name, certificates: [certificate] }) =>
      certificate && certificate.subject !== name
        ? [formatMessage(unproven.twoNames, { name, subject: certificate.subject })]
        : [],
    ),
  ];
}

function checkSender({ sender }: Body): Finding {
  return sender.authentication ? RECORDED : partly('How the sender was known is not kept.');
}

function whenSealed({ documents }: Body): Finding {
  return documents.every(({ sealed }) => sealed !== null) ? RECORDED : PENDING;
}

function actsOf({ signers }: Body) {
  return signers.flatMap(({ act }) => (act ? [act] : []));
}

function whenActed(body: Body): Finding {
  return actsOf(body).length > 0 ? RECORDED : PENDING;
}

function whenSigned({ signers }: Body): Finding {
  return signers.some(({ act }) => act?.result === 'signed') ? RECORDED : PENDING;
}

function checkAuthentication({ signers }: Body): Finding {
  const acted = signers.filter(({ act }) => act !== null);
  if (acted.length === 0) return PENDING;
  const isRecorded = acted.every(({ authentication }) => authentication.length > 0);
  return isRecorded ? RECORDED : partly('A recipient acted without having opened the page by hand.');
}

function checkIntent(body: Body): Finding {
  const acts = actsOf(body).filter(({ result }) => result !== 'declined');
  if (acts.length === 0) return PENDING;
  if (acts.every(({ button }) => button !== null)) return RECORDED;
  return { state: acts.some(({ button }) => button) ? 'partly' : 'absent', note: 'A page did not say it.' };
}

function checkUserAgents(body: Body): Finding {
  const acts = actsOf(body);
  if (acts.length === 0) return PENDING;
  const isRecorded = acts.every(({ userAgent }) => userAgent !== null);
  return isRecorded ? RECORDED : partly('A program did not say what it is.');
}

function checkMails({ signers }: Body): Finding {
  const invited = signers.filter(({ status }) => status !== 'not_started');
  if (invited.length === 0) return PENDING;
  if (invited.every(({ mails }) => mails.some(({ result }) => result === 'sent'))) return RECORDED;
  const some = invited.some(({ mails }) => mails.length > 0);
  return {
    state: some ? 'partly' : 'absent',
    note: 'Not every recipient has a message that a mail server accepted.',
  };
}
