import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, Text } from './schemas.ts';

export const PreviewId = Type.String({ maxLength: 32 });

/** Bytes in base64. */
const Base64 = (bytes: number) =>
  Type.String({ maxLength: Math.ceil(bytes / 3) * 4, pattern: '^[A-Za-z0-9+/]*={0,2}$' });

/** Of a Finish. */
export const OutsideSignatures = Type.Optional(
  Type.Array(Type.Object({ documentId: Id, value: Base64(1_024) }), {
    maxItems: LIMITS.workflowDocumentsMax,
    description: 'By the key that was certified for this preview; none at the level simple',
  }),
);

/** The level advanced: the page of the signer holds the key. */
export const ownKeyOperations = {
  certifyOwnKey: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/certificate',
    summary: 'Certify a key of the signer’s own page for one preview',
    access: 'signer',
    internal: true,
    params: Type.Object({ link: Type.String({ maxLength: 100 }) }),
    body: Type.Object({
      previewId: PreviewId,
      publicKey: described(Base64(91), 'SubjectPublicKeyInfo of an EC key over P-256'),
      proof: described(Base64(64), 'By the key, over the nonce of the preview and the key (r‖s)'),
    }),
    answer: exact({
      certificate: described(Text, 'DER in base64'),
      documents: Type.Array(
        exact({ id: Id, signedAttributes: described(Text, 'What the key has to sign, DER in base64') }),
      ),
    }),
    refusals: ['NOT_FOUND', 'RATE_LIMIT_REACHED', 'WORKFLOW_STATUS_CONFLICT', 'DOCUMENT_CHANGED'],
  }),
};
