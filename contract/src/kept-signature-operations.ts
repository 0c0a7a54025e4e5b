import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';
import { SignatureMethod, SignaturePng } from './signature-look.ts';
import { LinkPath, SIGNER_WRITE_REFUSALS, SigningView } from './signing-operations.ts';

const KeptMark = nullable(
  exact({
    method: described(SignatureMethod, 'How it was made'),
    text: described(nullable(Text), 'What was typed; null for a drawn or uploaded one'),
    font: described(nullable(Text), 'The typeface of the typed one'),
    png: described(Text, 'The picture, a PNG in base64'),
    createDate: described(Timestamp, 'Since when it is kept, in seconds since 1970'),
  }),
);

const KeptSignature = exact({
  signature: described(KeptMark, 'Null where none is kept'),
  initials: described(KeptMark, 'Null where none are kept'),
});

const KeptMarks = exact({
  ...KeptSignature.properties,
  hasAccount: described(
    Type.Boolean(),
    'Whether an account is signed in that has proved the recipient’s address; a guest’s own device may keep a signature',
  ),
});

const NewMark = Type.Optional(
  nullable(
    Type.Object({
      method: SignatureMethod,
      text: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      font: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      png: SignaturePng,
    }),
  ),
);

/** The signature and initials of an account, and taking them for a document that was sent to its own address. */
export const keptSignatureOperations = {
  readKeptSignature: operation({
    method: 'GET',
    path: '/api/v1/account/signature',
    summary: 'The signature and initials that are kept with the account',
    access: 'session',
    internal: true,
    answer: KeptSignature,
  }),
  updateKeptSignature: operation({
    method: 'PUT',
    path: '/api/v1/account/signature',
    summary: 'Keep a signature, initials or both; what is absent stays, null removes it',
    access: 'session',
    internal: true,
    body: Type.Object({ signature: NewMark, initials: NewMark }),
    answer: KeptSignature,
    refusals: ['RATE_LIMIT_REACHED'],
  }),
  deleteKeptSignature: operation({
    method: 'DELETE',
    path: '/api/v1/account/signature',
    summary: 'Keep neither any more; documents stay as they are',
    access: 'session',
    internal: true,
    status: 204,
    answer: null,
  }),
  readKeptMarks: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/kept-marks',
    summary:
      'What the signer can take: that of the account which is signed in, if it has the recipient’s address',
    access: 'open',
    internal: true,
    params: LinkPath,
    answer: KeptMarks,
    refusals: ['NOT_FOUND'],
  }),
  takeKeptMark: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/marks/{kind}/kept',
    summary: 'Take the signature or initials kept with the account that has the recipient’s address',
    access: 'session',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, kind: oneOf(['signature', 'initials']) }),
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
};
