import type { EventName } from '@paraph/domain';
import type { ReachedTexts, UnprovenTexts } from './sentence-texts.ts';

type Named = Readonly<Record<string, string>>;

/** The words of a certificate of completion, in English. Texts in braces are replaced. */
export const en = {
  /** BCP 47, for dates. */
  locale: 'en-GB',
  title: 'Certificate of completion',
  completed: 'Everyone asked has signed or approved. Completed {time}.',
  facts: {
    organization: 'Sent for',
    sender: 'Sent by',
    known: 'Sender known by',
    envelope: 'Envelope',
    sent: 'Sent',
    completed: 'Completed',
    service: 'Service',
  },
  senderKnown: {
    session: 'signing in with a password',
    token: 'an access token of an application',
    key: 'an API key',
    none: 'not recorded',
  },
  documents: 'Documents',
  pages: 'Pages',
  before: 'As sent (SHA-256)',
  after: 'As signed (SHA-256)',
  sealed: 'Sealed',
  sealedBy: '{level}, {time}, timestamp of {authority}',
  ownClock: '{authority} (the clock of this service)',
  people: 'People',
  person: {
    email: 'Email address',
    part: 'Part',
    result: 'Result',
    level: 'Level',
    identified: 'Identified by',
    rests: 'It rests on',
    address: 'From',
    code: 'Code in the document',
    certificate: 'Certificate',
    agreed: 'Agreed to sign electronically',
  },
  part: { sign: 'Signs, step {step}', review: 'Reviews, step {step}' },
  result: { signed: 'Signed {time}', approved: 'Approved {time}', declined: 'Declined {time}' },
  noResult: 'Did not act',
  level: {
    simple: 'Simple electronic signature',
    advanced: 'Advanced electronic signature',
    qualified: 'Qualified electronic signature',
  },
  mailbox: 'Control of the mailbox: opened the link sent there, {time}',
  otherMethod: '{method}, {time}',
  methods: {
    'code-sms': 'A code by text message',
    'code-mail': 'A code by mail',
    passkey: 'A passkey',
    'identity-provider': 'Signing in at an identity provider',
  } as Named,
  notIdentified: 'Not recorded',
  throughProxy: '{ip}, as a proxy reported it',
  unnamedProxy: '{ip}, which is that of a proxy, not named; the person’s own is not known',
  noAddress: 'Not recorded',
  history: 'What happened',
  columns: { time: 'Time (UTC)', local: 'There', what: 'What', who: 'Who', address: 'From' },
  events: {
    'workflow.created': 'Created',
    'workflow.started': 'Sent out',
    'workflow.approved': 'Everyone has acted',
    'workflow.sealed': 'All documents sealed',
    'workflow.signed': 'Completed',
    'workflow.changed': 'Changed by the sender',
    'workflow.blocked': 'Halted for a technical cause',
    'workflow.retried': 'Tried again',
    'action.started': 'Asked to act',
    'action.signed': 'Signed',
    'action.approved': 'Approved',
    'action.reminded': 'Reminded',
    'link.opened': 'Opened the link',
    'consent.given': 'Agreed to sign electronically',
    'document.sealed': 'Document sealed',
    'document.renewed': 'Seal renewed',
    'recipient.reassigned': 'Handed over to another person',
    'mail.sent': 'Mail accepted by the mail server',
    'mail.failed': 'Mail not delivered',
  } satisfies Partial<Record<EventName, string>> as Named,
  service: 'This service',
  notProven: 'What is not proven',
  verify: 'How to check it',
  verifySteps: [
    'Open {url} and choose this file, or a signed document. No account is needed, and nothing is kept.',
    'That page also gives the check away as one file: it works without this service and without a network.',
    'Each signature in a document shows the code that stands here beside its signer.',
    'This file is sealed as the documents are: any PDF reader that checks signatures says whether it was changed.',
    'The same record for programs is attached to this file as {attachment}.',
  ],
  qr: 'QR code with the address {url}',
  page: 'Page {page} of {count}',
  record: 'The record for programs, with every event and hash',
  /** Null: the sentence of the record, which is English. */
  reached: null as ReachedTexts | null,
  unproven: {
    mailbox: 'Who a person is beyond control of the mailbox that the link was sent to.',
    identified: 'Who a person is, identified {identified}: {weakest}.',
    sandbox: 'Who “{subject}” is: the provider “{issuer}” identifies no person.',
    provider:
      'Who “{subject}” is beyond the certificate of the trust service provider: “{issuer}” vouches that it belongs ' +
      'to this person, and that the key is in their qualified device.',
    names: 'That the name of a person is theirs: it is what the sender gave.',
    otherNames:
      'That the name of a person whom no provider identified is theirs: it is what the sender gave.',
    twoNames:
      'That “{name}” and “{subject}” are one person: the sender gave the first name, the certificate of the trust ' +
      'service provider states the second.',
    reading: 'That a person read every page, or understood it.',
    mail: 'That a mail was read, or reached the mailbox after the mail server took it.',
    page: 'Button, language and time zone beyond what the browser said.',
    time: 'The time to those who do not trust this instance: the timestamps are of its own authority.',
    address: 'Addresses beyond the word of the proxy in front of this instance.',
    point: 'Point {number} ({title}): not recorded.',
  } satisfies UnprovenTexts as UnprovenTexts,
};

export type CompletionTexts = typeof en;
