import { sayIdentified } from '@paraph/domain';
import { SANDBOX_NAME } from '../sandbox-provider/sandbox-authority.ts';
import type { EvidenceView } from './compose-document.ts';

type Body = Omit<EvidenceView['record'], 'points' | 'notProven'>;
type Point = EvidenceView['record']['points'][number];
type Finding = Pick<Point, 'state' | 'note'>;

const RECORDED: Finding = { state: 'recorded', note: null };
const PENDING: Finding = { state: 'pending', note: null };

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
  ['Act of signing: the button and its language', checkIntent],
  ['Hash of exactly what was shown', whenActed],
  ['Answers, and who gave them', whenSigned],
  ['Kind and hash of each signature image', whenSigned],
  ['IP address of each act, and whether a proxy reported it', whenActed],
  ['Program that each act was done with', checkUserAgents],
  ['Time zone and language of each person', checkIntent],
  ['What happened, in order', () => NOT_SEEN],
  ['All times in UTC, with their source and uncertainty', () => RECORDED],
  ['What the mail server answered', checkMails],
  ['Certificate of each signature, its chain and revocation', whenSealed],
  ['PAdES level reached', whenSealed],
  ['Timestamp authority and token', whenSealed],
  ['Head of the trail, the whole trail, and an anchor', () => ANCHOR],
  ['How to verify without this instance', () => RECORDED],
  ['How long it is kept, and whom to ask', () => RETENTION],
  ['What is not proven, and which level is claimed', () => RECORDED],
  ['The record itself sealed, interim ones marked', () => SEAL],
];

const NOT_SEEN: Finding = {
  state: 'partly',
  note: 'Bounces after the mail server took a message, the pages a person scrolled to, and downloads are not kept.',
};
const ANCHOR: Finding = {
  state: 'partly',
  note: 'The timestamp over this record holds the head outside of the database; nothing at a third party does.',
};
const RETENTION: Finding = {
  state: 'partly',
  note: 'No date is set: it is kept until a user with the permission deletes the workflow.',
};
const SEAL: Finding = {
  state: 'partly',
  note: 'Sealed by a timestamp token over its hash; as a signed PDF it is the certificate of completion.',
};

export function checkPoints(body: Body): Point[] {
  return POINTS.map(([title, check], index) => ({ number: index + 1, title, ...check(body) }));
}

/** What the record does not prove. */
export function listNotProven({ signers, documents }: Body, points: readonly Point[]): string[] {
  const isInternal = documents.some(({ sealed }) => sealed?.timestamp.isInternal);
  return [
    ...whoIsNotProven(signers),
    ...whatNamesAreNotProven(signers),
    'That a person read every page, or understood it.',
    'That a mail was read, or reached the mailbox after the mail server took it.',
    'Button, language and time zone beyond what the browser said.',
    ...(isInternal
      ? ['The time to those who do not trust this instance: the timestamps are of its own authority.']
      : []),
    ...(signers.some(({ act }) => act?.isProxied)
      ? ['Addresses beyond the word of the proxy in front of this instance.']
      : []),
    ...points
      .filter(({ state }) => state === 'absent')
      .map(({ number, title }) => `Point ${number} (${title}): not recorded.`),
  ];
}

/** Per way in which signers were identified, what it rests on. */
function whoIsNotProven(signers: Body['signers']): string[] {
  const proven = signers.filter(({ reached }) => reached !== null && reached.level !== 'simple');
  const isMailboxAlone = proven.length === 0 || signers.length > proven.length;
  return [
    ...(isMailboxAlone ? ['Who a person is beyond control of the mailbox that the link was sent to.'] : []),
    ...new Set(proven.map(whoOneIsNotProven)),
  ];
}

function whoOneIsNotProven({ reached, certificates: [certificate] }: Body['signers'][number]): string {
  if (!reached) return '';
  if (reached.level !== 'qualified' || !certificate) {
    return `Who a person is, identified ${sayIdentified(reached)}: ${reached.weakestLink}.`;
  }
  const { subject, issuer } = certificate;
  if (issuer === SANDBOX_NAME) return `Who “${subject}” is: the provider “${issuer}” identifies no person.`;
  return (
    `Who “${subject}” is beyond the certificate of the trust service provider: “${issuer}” vouches that it belongs ` +
    'to this person, and that the key is in their qualified device.'
  );
}

/** Of whom the name is only the sender’s word, and which of those differ from the provider’s. */
function whatNamesAreNotProven(signers: Body['signers']): string[] {
  const qualified = signers.filter(({ reached }) => reached?.level === 'qualified');
  const others =
    qualified.length === 0
      ? ['That the name of a person is theirs: it is what the sender gave.']
      : ['That the name of a person whom no provider identified is theirs: it is what the sender gave.'];
  return [
    ...(signers.length > qualified.length || signers.length === 0 ? others : []),
    ...qualified.flatMap(({ name, certificates: [certificate] }) =>
      certificate && certificate.subject !== name
        ? [
            `That “${name}” and “${certificate.subject}” are one person: the sender gave the first name, the ` +
              'certificate of the trust service provider states the second.',
          ]
        : [],
    ),
  ];
}

function checkSender({ sender }: Body): Finding {
  return sender.authentication
    ? RECORDED
    : { state: 'partly', note: 'How the sender was known is not kept.' };
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
  const isKnown = acted.every(({ authentication }) => authentication.length > 0);
  return isKnown
    ? RECORDED
    : { state: 'partly', note: 'A recipient acted without having opened the page by hand.' };
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
  const isKnown = acts.every(({ userAgent }) => userAgent !== null);
  return isKnown ? RECORDED : { state: 'partly', note: 'A program did not say what it is.' };
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
