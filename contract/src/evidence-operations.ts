import { SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { Evidence } from './evidence-schemas.ts';
import { operation } from './operation.ts';
import { described, oneOf, WorkspacePath } from './schemas.ts';
import { LinkPath, SIGNER_REFUSALS } from './signing-operations.ts';
import { WorkflowPath } from './workflow-operations.ts';

export const evidenceOperations = {
  readEvidence: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence',
    summary: 'The evidence of a workflow for machines: who did what when, from where, and what is not proven',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: Evidence,
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  readCompletionCertificate: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate',
    summary: 'The certificate of completion: the evidence of a workflow for people, as a sealed PDF',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readCourtBundle: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/court-bundle',
    summary: 'All that proves a signed workflow, as a ZIP archive to be checked without this instance',
    scope: 'workflows:read',
    params: WorkflowPath,
    query: Type.Object({
      language: described(
        Type.Optional(oneOf(SIGNING_LANGUAGES)),
        'Of its pages; default: that of the sender’s account',
      ),
    }),
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readArchive: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/archive',
    summary:
      'The files of a workflow that has ended, as a ZIP archive: documents, certificate, record, attachments',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readArchives: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/archive',
    summary: 'The files of several workflows that have ended, as one ZIP archive with a folder for each',
    scope: 'workflows:read',
    params: WorkspacePath,
    query: Type.Object({
      ids: described(
        Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$', maxLength: 2_000 }),
        'Ids of the workflows, comma-joined; at most 100',
      ),
    }),
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  readSignerCertificate: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/completion-certificate',
    summary: 'The certificate of how the workflow ended, without what is personal of other people',
    access: 'signer',
    internal: true,
    params: LinkPath,
    query: Type.Object({
      language: described(Type.Optional(oneOf(SIGNING_LANGUAGES)), 'Of the certificate'),
    }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
};
