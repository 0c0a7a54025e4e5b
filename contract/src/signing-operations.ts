import { ATTACHMENT_FORMATS, IDENTIFICATIONS, LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { ShownAnnexes } from './annex-schemas.ts';
import { ShownBrand } from './brand-schemas.ts';
import { TrueStatus } from './choice-schemas.ts';
import { Upload } from './form-parts.ts';
import { Hosted } from './in-person-schemas.ts';
import { operation } from './operation.ts';
import { OutsideSignatures, PreviewId } from './own-key-operations.ts';
import { Email, PersonName } from './request-values.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';
import { GivenConsent, ShownConsent } from './shown-consent.ts';
import { SignatureImage, SignatureLook, SignatureMethod, SignaturePng } from './signature-look.ts';
import { ShownWitness } from './witness-schemas.ts';
import { ActionType, Field, WorkflowStatus, WorkflowType } from './workflow-schemas.ts';

export const LinkPath = Type.Object({ link: Type.String({ maxLength: 100 }) });
const AttachmentPath = Type.Object({ ...LinkPath.properties, fieldId: Id });
const Comment = Type.String({ maxLength: LIMITS.commentCharactersMax });
export const FieldValue = Type.String({ maxLength: LIMITS.fieldValueCharactersMax });
const ShownHash = Type.String({ maxLength: 64 });
export const Intent = Type.Optional(
  Type.Object(
    {
      button: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The words on the button that was pressed',
      }),
      language: Type.String({ maxLength: 20, description: 'The language of the page' }),
      timeZone: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
    },
    { description: 'What the person saw when they acted; kept as evidence' },
  ),
);

const SIGNING_STATES = [
  'open',
  'waiting',
  'done',
  'released',
  'declined',
  'expired',
  'canceled',
  'completed',
] as const;

/** What the signing page shows to a recipient, without private data of others. */
export const SigningView = exact({
  link: Text,
  hosted: Hosted,
  state: oneOf(SIGNING_STATES),
  workflow: exact({
    name: Text,
    type: WorkflowType,
    sandbox: described(Type.Boolean(), 'Whether the sandbox signs, which has no legal effect'),
    status: WorkflowStatus,
    expiryDate: Timestamp,
    senderName: Text,
    senderEmail: Text,
    organizationName: Text,
    message: nullable(Text),
    cancelReason: described(nullable(Text), 'Why the sender canceled it, as they said; else null'),
  }),
  recipient: exact({
    name: Text,
    email: Text,
    language: described(nullable(oneOf(SIGNING_LANGUAGES)), 'As the sender chose it; else null'),
  }),
  action: exact({
    id: Id,
    type: ActionType,
    status: TrueStatus,
    comment: nullable(Text),
    actedAt: described(nullable(Timestamp), 'Null until the recipient has acted'),
  }),
  documents: Type.Array(
    exact({
      id: Id,
      name: Text,
      size: Type.Integer(),
      sha256: Text,
      pages: Type.Array(exact({ width: Type.Number(), height: Type.Number() })),
      url: Text,
      contents: described(Text, 'What the file is, in words: as uploaded, with whose signatures, or sealed'),
      downloadUrl: Text,
      downloadName: described(Text, 'As the file is called once it is downloaded'),
      firstPageUrl: described(
        nullable(Text),
        'A picture of the first page as it is now; null where the person cannot act',
      ),
    }),
  ),
  fields: Type.Array(
    exact({
      id: Id,
      type: Field.properties.type,
      label: Text,
      required: Type.Boolean(),
      documentId: Id,
      page: Type.Integer(),
      posX: Type.Number(),
      posY: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
      value: nullable(Text),
      fontSize: Type.Number(),
      readOnly: Field.properties.readOnly,
      look: described(
        nullable(SignatureLook),
        'Where the signature will be drawn in the field; null for fields that show no signature',
      ),
      key: Field.properties.key,
      options: Field.properties.options,
      group: Field.properties.group,
      groupMin: Field.properties.groupMin,
      groupMax: Field.properties.groupMax,
      min: Field.properties.min,
      max: Field.properties.max,
      pattern: Field.properties.pattern,
      maxLength: Field.properties.maxLength,
      placeholder: Field.properties.placeholder,
      showIf: Field.properties.showIf,
      formula: Field.properties.formula,
    }),
  ),
  inputs: described(
    Type.Record(Text, nullable(Text)),
    'What formulas read of fields of the sender and of those who have signed before, by their keys',
  ),
  attachments: described(
    Type.Array(
      exact({
        fieldId: Id,
        name: Text,
        format: oneOf(ATTACHMENT_FORMATS),
        size: described(Type.Integer(), 'Bytes'),
        url: Text,
      }),
    ),
    'The files that the recipient attached',
  ),
  annexes: ShownAnnexes,
  marks: exact({ signature: SignatureImage, initials: SignatureImage }),
  consent: ShownConsent,
  shownHash: Text,
  choice: described(
    nullable(
      exact({
        required: Type.Integer(),
        others: described(Type.Array(Text), 'The names of the others of the group'),
        acted: described(Type.Array(Text), 'Of those of them who have acted'),
        othersSuffice: described(Type.Boolean(), 'Whether it goes on if the recipient declines'),
      }),
    ),
    'One of several: who may act in the place of the recipient; null for who must act',
  ),
  witness: ShownWitness,
  people: Type.Array(
    exact({
      name: Text,
      type: ActionType,
      stepOrder: Type.Integer(),
      status: TrueStatus,
      place: described(
        nullable(exact({ documentId: Id, page: Type.Integer() })),
        'The page of the first field of a signer who has signed; else null',
      ),
    }),
  ),
  certificateUrl: described(
    nullable(Text),
    'The certificate of how it ended, for its recipients; null before the end',
  ),
  brand: ShownBrand,
  identification: described(
    nullable(
      exact({
        method: oneOf(IDENTIFICATIONS),
        to: described(nullable(Text), 'Masked, if it is a phone number'),
      }),
    ),
    'How the recipient shows who they are before they sign; null where the link suffices',
  ),
  mayReassign: described(Type.Boolean(), 'Whether the sender lets the recipient pass the task on now'),
});

export const SIGNER_REFUSALS = ['NOT_FOUND', 'RATE_LIMIT_REACHED'] as const;
export const SIGNER_WRITE_REFUSALS = [...SIGNER_REFUSALS, 'WORKFLOW_STATUS_CONFLICT'] as const;

/** The recipient's side: reached by link, never by key. */
export const signingOperations = {
  readSigning: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}',
    summary: 'What the recipient is to sign or review',
    access: 'signer',
    internal: true,
    params: LinkPath,
    answer: SigningView,
    refusals: SIGNER_REFUSALS,
  }),
  readSigningDocument: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/documents/{documentId}',
    summary: 'The bytes of a document, as they are shown',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, documentId: Id }),
    query: Type.Object({
      download: Type.Optional(Text),
      language: described(Type.Optional(oneOf(SIGNING_LANGUAGES)), 'Of the words in the name of a download'),
      preview: described(
        Type.Optional(Type.String({ maxLength: 32 })),
        'With the update of this preview, whose signature has no value yet',
      ),
    }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
  readSigningFirstPage: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/documents/{documentId}/first-page',
    summary: 'A small picture of the first page, shown until the page itself is drawn',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, documentId: Id }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
  readSigningMark: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/marks/{kind}',
    summary: "The recipient's own signature or initials, as a picture",
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, kind: oneOf(['signature', 'initials']) }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
  openSigning: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/open',
    summary: 'Record that a person, not a mail scanner, has opened the page',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ timeZone: Type.Optional(nullable(Type.String({ maxLength: 60 }))) }),
    status: 204,
    answer: null,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  giveConsent: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/consent',
    summary: 'Agree to sign electronically',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: GivenConsent,
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  saveMark: operation({
    method: 'PUT',
    path: '/api/v1/signing/{link}/marks/{kind}',
    summary: 'Save a drawn, typed or uploaded signature or initials',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, kind: oneOf(['signature', 'initials']) }),
    body: Type.Object({
      method: SignatureMethod,
      text: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      font: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      png: SignaturePng,
    }),
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  fillField: operation({
    method: 'PUT',
    path: '/api/v1/signing/{link}/fields/{fieldId}',
    summary: 'Answer one field; an empty value clears it',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, fieldId: Id }),
    body: Type.Object({ value: nullable(FieldValue) }),
    answer: exact({ id: Id, value: nullable(Text) }),
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  saveAttachment: operation({
    method: 'PUT',
    path: '/api/v1/signing/{link}/fields/{fieldId}/attachment',
    summary: 'Attach a PDF, PNG or JPEG in a field, in place of the former file',
    access: 'signer',
    internal: true,
    countedAs: 'attachmentsFromAddress',
    fileBytesMax: LIMITS.attachmentBytesMax,
    params: AttachmentPath,
    body: Type.Object({ file: Upload }),
    bodyKind: 'multipart',
    answer: SigningView,
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_NOT_ACCEPTED'],
  }),
  removeAttachment: operation({
    method: 'DELETE',
    path: '/api/v1/signing/{link}/fields/{fieldId}/attachment',
    summary: 'Remove the file that was attached in a field',
    access: 'signer',
    internal: true,
    params: AttachmentPath,
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  readSigningAttachment: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/fields/{fieldId}/attachment',
    summary: 'The file that the recipient attached in a field, until they finish',
    access: 'signer',
    internal: true,
    params: AttachmentPath,
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
  previewSigning: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/preview',
    summary:
      'What Finish would add to each document now, to be checked before it is signed; valid for ten minutes',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ shownHash: ShownHash, timeZone: Type.String({ maxLength: 60 }) }),
    answer: exact({
      previewId: Text,
      madeAt: described(Timestamp, 'The time that the signature shows'),
      contentHash: described(Text, 'Of file and answers; the same for every preview of the same content'),
      keyNonce: described(
        nullable(Text),
        'In base64; a key of the page is proven over it. Null at levels at which the page holds no key',
      ),
      documents: Type.Array(exact({ id: Id, size: Type.Integer(), url: Text })),
    }),
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED', 'DOCUMENT_NOT_ACCEPTED'],
  }),
  finishSigning: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/finish',
    summary: 'Sign',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({
      previewId: PreviewId,
      signatures: OutsideSignatures,
      intent: Intent,
    }),
    answer: SigningView,
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED', 'DOCUMENT_NOT_ACCEPTED'],
  }),
  approveReview: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/approve',
    summary: 'Approve a review',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ shownHash: ShownHash, comment: Type.Optional(nullable(Comment)), intent: Intent }),
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  declineSigning: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/decline',
    summary: 'Decline to sign or approve, with a reason',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: LIMITS.commentCharactersMax }) }),
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  reassignSigning: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/reassign',
    summary: 'Pass the task on to another person, who gets a link of their own; this link ends',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({
      name: PersonName,
      email: Email,
      reason: Type.String({ minLength: 1, maxLength: LIMITS.commentCharactersMax }),
    }),
    status: 204,
    answer: null,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
};
