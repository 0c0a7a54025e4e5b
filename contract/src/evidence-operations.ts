import { CALLER_REFUSALS } from './caller-refusals.ts';
import { Evidence } from './evidence-schemas.ts';
import { operation } from './operation.ts';
import { WorkflowPath } from './workflow-operations.ts';

export const evidenceOperations = {
  readEvidence: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/evidence',
    summary: 'The evidence of a workflow for machines: who did what when, from where, and what is not proven',
    access: 'caller',
    scope: 'workflows:read',
    params: WorkflowPath,
    status: 200,
    answer: Evidence,
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  readCompletionCertificate: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/certificate',
    summary: 'The certificate of completion: the evidence of a workflow for people, as a sealed PDF',
    access: 'caller',
    scope: 'workflows:read',
    params: WorkflowPath,
    status: 200,
    answer: 'binary',
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};
