import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, nullable, Text } from './schemas.ts';
import { SignaturePng } from './signature-look.ts';
import { FieldValue, SIGNER_REFUSALS, SIGNER_WRITE_REFUSALS, SigningView } from './signing-operations.ts';

const TrialPath = Type.Object({
  session: described(Type.String({ maxLength: 100 }), 'The session of the designer'),
  roleId: described(Id, 'Id of the role of a recipient'),
});

/** The page of a signer, which the sender of a draft tries; nothing is kept. */
export const trialOperations = {
  tryAsSigner: operation({
    method: 'GET',
    path: '/api/v1/design/{session}/signers/{roleId}',
    summary: 'What a recipient would be shown if the draft started now',
    access: 'signer',
    internal: true,
    params: TrialPath,
    answer: SigningView,
    refusals: [...SIGNER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  readTriedDocument: operation({
    method: 'GET',
    path: '/api/v1/design/{session}/signers/{roleId}/documents/{documentId}',
    summary: 'A document of a draft with the form that it would start with',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...TrialPath.properties, documentId: Id }),
    query: Type.Object({ download: Type.Optional(Text) }),
    answer: 'binary',
    refusals: [...SIGNER_REFUSALS, 'WORKFLOW_NOT_FOUND', 'DOCUMENT_NOT_ACCEPTED'],
  }),
  readTriedAnnex: operation({
    method: 'GET',
    path: '/api/v1/design/{session}/signers/{roleId}/annexes/{annexId}',
    summary: 'A file for information of a draft',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...TrialPath.properties, annexId: Id }),
    answer: 'binary',
    refusals: [...SIGNER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  previewAsSigner: operation({
    method: 'POST',
    path: '/api/v1/design/{session}/signers/{roleId}/documents/{documentId}/preview',
    summary: 'A document of a draft as its signer would check it with these answers; nothing is kept',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...TrialPath.properties, documentId: Id }),
    body: Type.Object({
      answers: Type.Array(exact({ fieldId: Id, value: nullable(FieldValue) }), {
        maxItems: LIMITS.workflowFieldsMax,
      }),
      signature: Type.Optional(nullable(SignaturePng)),
      initials: Type.Optional(nullable(SignaturePng)),
      timeZone: Type.String({ maxLength: 60 }),
    }),
    answer: 'binary',
    refusals: [...SIGNER_WRITE_REFUSALS, 'WORKFLOW_NOT_FOUND', 'DOCUMENT_NOT_ACCEPTED'],
  }),
};
