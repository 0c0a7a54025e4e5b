import { FOLLOWER_TIMES } from '@paraph/domain';
import { Type } from 'typebox';
import { EvidenceAuthentication } from './authentication-schemas.ts';
import { EvidenceChoice, TrueStatus } from './choice-schemas.ts';
import { ReachedLevel } from './reached-level.ts';
import { described, EnvelopeId, exact, Id, nullable, oneOf, Sha256, Text, Timestamp } from './schemas.ts';
import { EvidenceWitness } from './witness-schemas.ts';
import { ActionType, WorkflowStatus, WorkflowType } from './workflow-schemas.ts';

const said = (description: string) => Type.String({ description });
const Time = Type.String({ description: 'UTC, ISO 8601 with milliseconds, by the clock of the instance' });
const Serial = said('Of the certificate, in hexadecimal');

/** Where an act came from. */
const Origin = exact({
  time: Time,
  ip: nullable(said('As the instance saw it, or as a trusted proxy named it')),
  isProxied: Type.Boolean({ description: 'Whether the address is the word of a trusted proxy' }),
  isUnnamedProxy: Type.Boolean({
    description:
      'Whether the address is that of a proxy which the operator has not named, and not the person’s',
  }),
  userAgent: nullable(said('As the browser or program called itself')),
});

const Sender = exact({
  name: described(nullable(Text), 'The name of the sender'),
  email: described(nullable(Text), 'The sender’s email address'),
  authentication: nullable(
    described(
      oneOf(['session', 'token', 'key', 'link']),
      'How the sender was known: signed in with a password, by an OAuth token, by an API key, or by a public link that they had made',
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
  subject: described(Text, 'Distinguished name of the subject'),
  issuer: described(Text, 'Distinguished name of the issuer'),
  notBefore: Time,
  notAfter: Time,
  chain: Type.Array(said('DER in base64'), { description: 'From the signer’s to the root' }),
  revocationAtSealing: said('good: asked and put into the file when it was sealed'),
  revokedTime: described(nullable(Time), 'When it was revoked; null where it is not'),
});

const SealedDocument = exact({
  sha256: Sha256,
  size: described(Type.Integer(), 'Bytes'),
  sealedTime: Time,
  software: nullable(said('Name and version of what sealed it')),
  level: said('The PAdES level reached: B-B, B-T, B-LT or B-LTA'),
  timestamp: described(Timestamping, 'The document timestamp'),
  signatures: described(
    Type.Array(
      exact({
        actionId: described(Id, 'Id of the action of the signer'),
        certificateSerial: Serial,
        code: said('The code printed beside the signature'),
        time: Time,
      }),
    ),
    'One for each signer, in the order of their making',
  ),
  log: nullable(
    Type.Object(
      {
        index: described(Type.Integer({ minimum: 0 }), 'The place of the leaf in the log, from 0'),
        entry: said('The line of the log: kind, time and SHA-256 of the sealed file'),
        proof: described(
          Type.Array(Text),
          'Hashes in base64 that lead from the leaf to the root (RFC 6962 §2.1.1)',
        ),
        checkpoint: said('The signed checkpoint with that root'),
      },
      {
        additionalProperties: false,
        description:
          'That the log of the instance holds the sealed file (`docs/log.md`); null where it does not',
      },
    ),
  ),
  organizationSeal: nullable(
    Type.Object(
      {
        code: described(Text, 'The code printed beside the seal'),
        certificate: described(Certificate, 'The certificate of the organization seal'),
      },
      {
        additionalProperties: false,
        description: 'In the organization’s name, for a workflow without signers',
      },
    ),
  ),
});

const EvidenceRevision = exact({
  number: described(Type.Integer(), 'From 0, in the order in which they were appended to the original'),
  kind: described(
    oneOf(['fields', 'signature']),
    'What it added: the form fields, at the start; or the answers and the signature of one signer',
  ),
  actionId: nullable(described(Id, 'Id of the action of the signer')),
  signer: nullable(said('The name of the signer')),
  size: described(Type.Integer(), 'Bytes of the whole file up to and including it'),
  sha256: described(Sha256, 'Of the whole file up to and including it'),
  time: Time,
});

const EvidenceDocument = exact({
  id: described(Id, 'Id of the document'),
  name: said('The file name as uploaded'),
  pages: described(Type.Integer(), 'How many pages the PDF has'),
  source: described(
    nullable(
      exact({
        name: said('The name of the file as it was sent'),
        contentType: said('Its kind, by its content'),
        sha256: described(Sha256, 'Of the file as it was sent'),
        size: described(Type.Integer(), 'Bytes'),
      }),
    ),
    'What the PDF was made of: a picture, or a file of Word or LibreOffice; null where a PDF was sent',
  ),
  original: described(
    exact({ sha256: Sha256, size: described(Type.Integer(), 'Bytes') }),
    'The PDF as uploaded',
  ),
  revisions: described(
    Type.Array(EvidenceRevision),
    'The incremental updates that the original was given, each shown to who came next; the sealed PDF begins with them',
  ),
  sealed: described(nullable(SealedDocument), 'The signed PDF; null until it is sealed'),
});

const Consent = exact({
  ...Origin.properties,
  version: said('Which text was shown'),
  language: described(Text, 'The language of the text'),
  timeZone: nullable(said('As the browser reported it')),
  textSha256: Sha256,
  text: said('The text itself, as it was shown'),
  disclosure: described(
    nullable(
      exact({
        language: described(Text, 'The language of the text'),
        sha256: Sha256,
        text: said('The text itself, as it was shown'),
      }),
    ),
    'What the organization said beside it; null where it said nothing',
  ),
});

const Answer = exact({
  fieldId: described(Id, 'Id of the field'),
  type: described(Text, 'The kind of field'),
  value: nullable(said('The value; for signatures the id of the signature image')),
  valueSha256: nullable(
    Type.String({ description: 'Recorded in the chain: SHA-256 over salt, a line feed, and the value' }),
  ),
});

const SignatureImage = exact({
  id: described(Text, 'Id of the picture'),
  kind: described(oneOf(['signature', 'initials']), 'What it is a picture of'),
  method: said('draw, type or upload'),
  sha256: Sha256,
  keptTime: nullable(
    said(
      'Since when the picture was kept with the signer’s account; null for one that was made for this document',
    ),
  ),
});

const Attachment = exact({
  fieldId: described(Id, 'Id of the field'),
  name: said('Of the file, as in the value of the field'),
  format: said('pdf, png or jpeg, by the content of the file'),
  size: described(Type.Integer(), 'Bytes'),
  sha256: Sha256,
  addedTime: Time,
});

const Act = exact({
  ...Origin.properties,
  result: said('signed, approved or declined'),
  reason: nullable(said('Of declining')),
  button: nullable(said('The label of the pressed button, as the page reported it')),
  language: nullable(said('Of the page')),
  timeZone: nullable(said('As the browser reported it')),
  shownSha256: nullable(said('Over the hashes of all documents and the places of the fields, as shown')),
  documents: Type.Array(exact({ id: described(Id, 'Id of the document'), sha256: Sha256 }), {
    description: 'Exactly what was shown',
  }),
  salt: nullable(said('Of the answers, in hexadecimal')),
  answers: described(Type.Array(Answer), 'What was filled in'),
  marks: described(Type.Array(SignatureImage), 'The pictures of signature and initials'),
  attachments: described(Type.Array(Attachment), 'The files that the signer attached'),
});

const EvidenceMails = Type.Array(
  exact({
    to: described(Text, 'The address it was sent to'),
    kind: described(Text, 'The kind of mail'),
    time: Time,
    result: described(oneOf(['sent', 'failed']), 'Whether the mail server accepted it'),
    reply: nullable(said('The reply of the mail server when it accepted the message, or why it did not')),
  }),
);

/** Who got copies, and is no party. */
const EvidenceFollower = exact({
  name: said('As the sender gave it'),
  email: said('As the sender gave it'),
  when: described(oneOf(FOLLOWER_TIMES), 'Which copies they get: of the request, of how it ended, or both'),
  mails: described(EvidenceMails, 'The copies to the follower, oldest first'),
  openings: Type.Array(Origin, { description: 'When and from where a person opened their page' }),
});

const Signer = exact({
  actionId: described(Id, 'Id of the action'),
  recipientId: described(Id, 'Id of the recipient'),
  name: said('As the sender gave it'),
  email: said('As the sender gave it'),
  stepOrder: described(Type.Integer({ minimum: 1 }), 'Place of the step, from 1'),
  type: described(ActionType, 'What the recipient does: sign or review'),
  status: described(TrueStatus, 'The status of the action; `released` where enough others have acted'),
  choice: EvidenceChoice,
  witness: EvidenceWitness,
  mails: described(EvidenceMails, 'The mails to the recipient, oldest first'),
  openings: Type.Array(Origin, { description: 'When and from where a person opened the page' }),
  authentication: EvidenceAuthentication,
  reached: described(nullable(ReachedLevel), 'What the signature reached; null until there is one'),
  consent: described(nullable(Consent), 'Null until the recipient has consented'),
  act: described(nullable(Act), 'Null until the recipient has acted'),
  certificates: described(Type.Array(Certificate), 'The certificates that were issued for the recipient'),
});

const EvidenceEvent = exact({
  sequence: described(Type.Integer({ minimum: 1 }), 'Number of the event, from 1'),
  name: described(Text, 'What happened'),
  time: Time,
  actor: described(
    nullable(Type.Unknown()),
    'The user or recipient who did it, as known at that time; null for the service itself',
  ),
  detail: described(Type.Record(Text, Type.Unknown()), 'More facts about the event'),
  version: Type.Integer({ minimum: 1, description: '1: the hash does not cover the snapshot; 2: it does' }),
  snapshotSha256: nullable(Sha256),
  previousHash: nullable(Sha256),
  hash: Sha256,
  mac: Type.String({ ...Sha256, description: 'The keyed code, which the instance alone can compute' }),
});

const Chain = exact({
  algorithm: said('How each hash follows from the one before'),
  events: described(Type.Integer(), 'How many events there are'),
  head: Type.String({ ...Sha256, description: 'The hash of the last event, which covers all of them' }),
  anchor: said('What outside of the database holds the head'),
});

const Point = exact({
  number: described(Type.Integer({ minimum: 1, maximum: 30 }), 'Number of the point'),
  title: described(Text, 'The required fact'),
  state: Type.Unsafe<'recorded' | 'partly' | 'absent' | 'pending'>(
    Type.Enum(['recorded', 'partly', 'absent', 'pending'], {
      description: 'pending: available only once a recipient has acted or all documents are sealed',
    }),
  ),
  note: described(nullable(Text), 'What is recorded or missing; null where there is nothing to add'),
});

/** How a document was signed, for machines; names what is not proven. */
export const EvidenceRecord = exact({
  format: Type.String({ description: 'paraph-evidence/1' }),
  interim: Type.Boolean({ description: 'True until the workflow has ended' }),
  recordTime: Time,
  software: said('Name and version of the software that wrote this record'),
  instance: said('Base URL'),
  workflow: described(
    exact({
      id: described(Id, 'Id of the workflow, as the workflow family uses it'),
      envelopeId: described(EnvelopeId, 'The 40-character id of the workflow'),
      name: said('The title at the start, which all recipients saw'),
      renames: Type.Array(
        exact({
          time: Time,
          from: described(Text, 'The former name'),
          to: described(Text, 'The name from then on'),
        }),
        {
          description: 'Later names in the sender’s lists, which no recipient saw',
        },
      ),
      type: described(WorkflowType, 'The level of the signatures'),
      status: described(WorkflowStatus, 'The status of the workflow'),
      message: nullable(said('From the sender to all recipients')),
      createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
      startDate: described(nullable(Timestamp), 'When it started, in seconds since 1970; null until then'),
      expiryDate: described(Timestamp, 'The deadline, in seconds since 1970'),
      endDate: described(nullable(Timestamp), 'When it ended, in seconds since 1970; null until then'),
    }),
    'The workflow',
  ),
  organization: described(
    exact({
      id: described(Id, 'Id of the organization'),
      name: described(Text, 'The name of the organization'),
    }),
    'The organization that sent it',
  ),
  sender: described(Sender, 'The user who sent it'),
  documents: described(Type.Array(EvidenceDocument), 'In the order of their positions'),
  annexes: Type.Array(
    exact({
      id: described(Id, 'Id of the annex'),
      name: said('The name of the file, as it was sent'),
      size: described(Type.Integer(), 'Bytes'),
      sha256: described(Sha256, 'Of the file'),
      addedTime: Time,
    }),
    {
      description:
        'Files that the sender added for information: people could read them, and nobody signed them',
    },
  ),
  signers: Type.Array(Signer, { description: 'All recipients, step by step' }),
  followers: Type.Array(EvidenceFollower, {
    description: 'Who follows at the time of the record; copies to others are among the events',
  }),
  events: Type.Array(EvidenceEvent, { description: 'The whole trail, in order' }),
  chain: described(Chain, 'How the events are chained'),
  times: described(
    exact({
      zone: said('The time zone of every time'),
      source: said('The clock that they were read from'),
      uncertainty: said('By how much they may be wrong'),
    }),
    'What the times in this record mean',
  ),
  verification: Type.Array(exact({ what: said('What is verified'), command: said('A shell command') }), {
    description: 'How to verify without the instance, with common tools',
  }),
  trustAnchorSha256: Type.String({ ...Sha256, description: 'Of the DER of the root certificate' }),
  retention: described(
    exact({
      until: described(nullable(Timestamp), 'In seconds since 1970; null for no fixed end'),
      basis: said('The reason for that time'),
      contact: said('Where to ask'),
    }),
    'How long the record is kept, and on what basis',
  ),
  legal: described(
    exact({
      claimed: said('The kind of signature that is claimed'),
      notClaimed: described(Type.Array(Text), 'The kinds that are not'),
    }),
    'What the signatures claim to be under the law',
  ),
  notProven: described(Type.Array(Text), 'What this record does not prove, in sentences'),
  points: Type.Array(Point, {
    description: 'The thirty points of a complete record, and the state of each in this one',
  }),
});

export const Evidence = exact({
  record: described(EvidenceRecord, 'The evidence; `seal` covers it'),
  seal: Type.Object(
    {
      sha256: Type.String({ ...Sha256, description: 'Of `record` as JSON: keys sorted, no spaces, UTF-8' }),
      token: said('RFC 3161 timestamp token over that hash by the instance’s own authority, DER in base64'),
    },
    { additionalProperties: false, description: 'A changed record cannot be sealed again' },
  ),
});
