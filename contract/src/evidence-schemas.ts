import { Type } from 'typebox';
import { EnvelopeId, exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';
import { ActionStatus, ActionType, WorkflowStatus, WorkflowType } from './workflow-schemas.ts';

const said = (description: string) => Type.String({ description });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in lowercase hexadecimal' });
const Time = Type.String({ description: 'UTC, ISO 8601 with milliseconds, by the clock of the instance' });
const Serial = said('Of the certificate, in hexadecimal');

/** Where an act came from. */
const Origin = exact({
  time: Time,
  ip: nullable(said('As the instance saw it, or as a trusted proxy named it')),
  isProxied: Type.Boolean({ description: 'Whether the address is the word of a trusted proxy' }),
  userAgent: nullable(said('As the browser or program called itself')),
});

const Sender = exact({
  name: nullable(Text),
  email: nullable(Text),
  authentication: nullable(
    Type.Unsafe<'session' | 'token' | 'key'>(
      Type.Enum(['session', 'token', 'key'], {
        description:
          'How the sender was known: signed in with a password, by an OAuth token, or by an API key',
      }),
    ),
  ),
  ...Origin.properties,
});

const Timestamping = exact({
  authority: said('The common name in the certificate that signed the token'),
  isInternal: Type.Boolean({
    description: 'Whether it is the instance’s own: proof of order and integrity, of no time to outsiders',
  }),
  serial: said('Of the token, in hexadecimal'),
  time: Time,
});

const Certificate = exact({
  serial: Serial,
  subject: Text,
  issuer: Text,
  notBefore: Time,
  notAfter: Time,
  chain: Type.Array(said('DER in base64'), { description: 'From the signer’s to the root' }),
  revocationAtSealing: said('good: asked and put into the file when it was sealed'),
  revokedTime: nullable(Time),
});

const SealedDocument = exact({
  sha256: Sha256,
  size: Type.Integer(),
  sealedTime: Time,
  software: nullable(said('Name and version of what sealed it')),
  level: said('The PAdES level reached: B-B, B-T, B-LT or B-LTA'),
  timestamp: Timestamping,
  signatures: Type.Array(
    exact({
      actionId: Id,
      certificateSerial: Serial,
      code: said('The code printed beside the signature'),
      time: Time,
    }),
  ),
  organizationSeal: nullable(
    Type.Object(
      { code: Text, certificate: Certificate },
      {
        additionalProperties: false,
        description: 'In the organization’s name, where nobody was asked to sign',
      },
    ),
  ),
});

const EvidenceDocument = exact({
  id: Id,
  name: said('The file name as uploaded'),
  pages: Type.Integer(),
  original: exact({ sha256: Sha256, size: Type.Integer() }),
  sealed: nullable(SealedDocument),
});

const Consent = exact({
  ...Origin.properties,
  version: said('Which text was shown'),
  language: Text,
  timeZone: nullable(said('As the browser said')),
  textSha256: Sha256,
  text: said('The text itself, as it was shown'),
});

const Answer = exact({
  fieldId: Id,
  type: Text,
  value: nullable(said('What was answered; for signatures the id of the signature image')),
  valueSha256: nullable(
    Type.String({ description: 'Recorded in the chain: SHA-256 over salt, a line feed, and the value' }),
  ),
});

const SignatureImage = exact({
  id: Text,
  kind: oneOf(['signature', 'initials']),
  method: said('draw, type or upload'),
  sha256: Sha256,
});

const Act = exact({
  ...Origin.properties,
  result: said('signed, approved or declined'),
  reason: nullable(said('Of declining')),
  button: nullable(said('The words that were pressed, as the page said')),
  language: nullable(said('Of the page')),
  timeZone: nullable(said('As the browser said')),
  shownSha256: nullable(said('Over the hashes of all documents and the places of the fields, as shown')),
  documents: Type.Array(exact({ id: Id, sha256: Sha256 }), { description: 'Exactly what was shown' }),
  salt: nullable(said('Of the answers, in hexadecimal')),
  answers: Type.Array(Answer),
  marks: Type.Array(SignatureImage),
});

const Signer = exact({
  actionId: Id,
  recipientId: Id,
  name: said('As the sender gave it'),
  email: said('As the sender gave it'),
  stepOrder: Type.Integer({ minimum: 1 }),
  type: ActionType,
  status: ActionStatus,
  mails: Type.Array(
    exact({
      to: Text,
      kind: Text,
      time: Time,
      result: oneOf(['sent', 'failed']),
      reply: nullable(said('What the mail server answered when it took the message, or why it did not')),
    }),
  ),
  openings: Type.Array(Origin, { description: 'When the page was opened by a person, from where' }),
  authentication: Type.Array(
    exact({
      method: said('mailbox: the link that was mailed to the address was followed'),
      time: Time,
      reference: nullable(said('Of a provider outside; null where there is none')),
    }),
  ),
  consent: nullable(Consent),
  act: nullable(Act),
  certificates: Type.Array(Certificate),
});

const EvidenceEvent = exact({
  sequence: Type.Integer({ minimum: 1 }),
  name: Text,
  time: Time,
  actor: nullable(Type.Unknown()),
  detail: Type.Record(Text, Type.Unknown()),
  version: Type.Integer({ minimum: 1, description: '1: the hash does not cover the snapshot; 2: it does' }),
  snapshotSha256: nullable(Sha256),
  previousHash: nullable(Sha256),
  hash: Sha256,
  mac: Type.String({ ...Sha256, description: 'The keyed code, which the instance alone can compute' }),
});

const Chain = exact({
  algorithm: said('How each hash follows from the one before'),
  events: Type.Integer(),
  head: Type.String({ ...Sha256, description: 'The hash of the last event: it stands for all of them' }),
  anchor: said('What outside of the database holds the head'),
});

const Point = exact({
  number: Type.Integer({ minimum: 1, maximum: 30 }),
  title: Text,
  state: Type.Unsafe<'recorded' | 'partly' | 'absent' | 'pending'>(
    Type.Enum(['recorded', 'partly', 'absent', 'pending'], {
      description: 'pending: it can be had only once somebody has acted or everything is sealed',
    }),
  ),
  note: nullable(Text),
});

/** All that is known of how a document came to be signed, for machines; what is not proven is named. */
export const EvidenceRecord = exact({
  format: Type.String({ description: 'paraph-evidence/1' }),
  interim: Type.Boolean({ description: 'True until the workflow has come to its end' }),
  recordTime: Time,
  software: said('Name and version of what wrote this record'),
  instance: said('Base URL'),
  workflow: exact({
    id: Id,
    envelopeId: EnvelopeId,
    name: said('The title at the start: what everybody was shown'),
    renames: Type.Array(exact({ time: Time, from: Text, to: Text }), {
      description: 'Later names in the sender’s lists; nobody was shown them',
    }),
    type: WorkflowType,
    status: WorkflowStatus,
    message: nullable(said('From the sender to everybody')),
    createDate: Timestamp,
    startDate: nullable(Timestamp),
    expiryDate: Timestamp,
    endDate: nullable(Timestamp),
  }),
  organization: exact({ id: Id, name: Text }),
  sender: Sender,
  documents: Type.Array(EvidenceDocument),
  signers: Type.Array(Signer, { description: 'Everybody who was asked, step by step' }),
  events: Type.Array(EvidenceEvent, { description: 'The whole trail, in order' }),
  chain: Chain,
  times: exact({ zone: Text, source: Text, uncertainty: Text }),
  verification: Type.Array(exact({ what: Text, command: Text }), {
    description: 'How to verify without the instance, with common tools',
  }),
  trustAnchorSha256: Type.String({ ...Sha256, description: 'Of the DER of the root certificate' }),
  retention: exact({ until: nullable(Timestamp), basis: Text, contact: Text }),
  legal: exact({ claimed: Text, notClaimed: Type.Array(Text) }),
  notProven: Type.Array(Text),
  points: Type.Array(Point, {
    description: 'The thirty points of a credible record, and how this one fares',
  }),
});

export const Evidence = exact({
  record: EvidenceRecord,
  seal: Type.Object(
    {
      sha256: Type.String({ ...Sha256, description: 'Of `record` as JSON: keys sorted, no spaces, UTF-8' }),
      token: said('RFC 3161 timestamp token over that hash by the instance’s own authority, DER in base64'),
    },
    { additionalProperties: false, description: 'Whoever changes the record cannot make the seal anew' },
  ),
});
