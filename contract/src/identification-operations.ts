import { CODE_DELIVERIES, IDENTIFICATIONS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

export const LinkPath = Type.Object({ link: Type.String({ maxLength: 100 }) });
export const PreviewId = described(
  Type.String({ maxLength: 32 }),
  'The newest preview: a proof counts for its content alone',
);
export const IDENTIFICATION_REFUSALS = [
  'NOT_FOUND',
  'RATE_LIMIT_REACHED',
  'WORKFLOW_STATUS_CONFLICT',
  'DOCUMENT_CHANGED',
] as const;

/** How a signer shows who they are, for what they are about to sign, and how far they are. */
export const IdentificationView = exact({
  method: oneOf(IDENTIFICATIONS),
  to: described(
    Text,
    'Where a code is sent: a phone number, masked, or an address; the host of the identity provider; whose passkey',
  ),
  provenUntil: described(nullable(Timestamp), 'How long their proof counts; null without one'),
  code: described(
    nullable(
      exact({
        expiryDate: Timestamp,
        nextDate: described(Timestamp, 'When they may ask for another one'),
        triesLeft: Type.Integer(),
        delivery: described(oneOf(CODE_DELIVERIES), 'What became of the message'),
        problem: described(nullable(Text), 'Why it could not be delivered so far'),
      }),
    ),
    'The code that counts now; null where none does',
  ),
  problem: described(
    nullable(Text),
    'Why the last sign-in at the identity provider shows nothing; null without one, and where it does',
  ),
  now: described(Timestamp, 'The time of the service, to count from'),
});

/** A signer shows who they are, between the check and the signature. */
export const identificationOperations = {
  readIdentification: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/identification',
    summary: 'How the signer shows who they are, and how far they are',
    access: 'signer',
    internal: true,
    params: LinkPath,
    query: Type.Object({ preview: PreviewId }),
    answer: IdentificationView,
    refusals: IDENTIFICATION_REFUSALS,
  }),
  requestSigningCode: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/identification/code',
    summary: 'Send a code that counts for what would be signed now, in place of the one before',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ previewId: PreviewId, language: Type.String({ maxLength: 20 }) }),
    answer: IdentificationView,
    refusals: IDENTIFICATION_REFUSALS,
  }),
  enterSigningCode: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/identification/code/entry',
    summary: 'Show by the code who signs',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ previewId: PreviewId, code: Type.String({ maxLength: 40 }) }),
    answer: IdentificationView,
    refusals: IDENTIFICATION_REFUSALS,
  }),
  beginIdentityVisit: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/identification/sign-in',
    summary: 'The page of the identity provider on which the signer signs in, for what would be signed now',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ previewId: PreviewId, language: Type.String({ maxLength: 20 }) }),
    answer: exact({ url: described(Text, 'The address to go to') }),
    refusals: IDENTIFICATION_REFUSALS,
  }),
};
