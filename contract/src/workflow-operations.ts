import { Type } from 'typebox';
import { CALLER_REFUSALS, UPLOAD_REFUSALS } from './caller-refusals.ts';
import { QuickForm } from './form-parts.ts';
import { operation } from './operation.ts';
import {
  EnvelopeId,
  EnvelopeRef,
  exact,
  Id,
  nullable,
  PageQuery,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
} from './schemas.ts';
import { FILTERS } from './workflow-filters.ts';
import { BulkItem, Envelope, ListedWorkflow, QuickEnvelope, Seal, Workflow } from './workflow-schemas.ts';

export const WorkflowPath = Type.Object({ workspaceId: Id, workflowId: WorkflowId });
const StoragePath = Type.Object({ workflowId: WorkflowId, key: Type.String({ pattern: '^[0-9a-f]{32}$' }) });
const StorageQuery = Type.Object({
  expires: Type.Optional(Type.Integer()),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});
const STORAGE_REFUSALS = [
  'AUTHENTICATION_REQUIRED',
  'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  'NOT_FOUND',
] as const;

/** The quick family and the workflow family's reading calls (interface.md §5.1, §5.3). */
export const workflowOperations = {
  createQuickEnvelope: operation({
    method: 'POST',
    path: '/api/v1/quick/envelopes',
    summary: 'Send a PDF to be signed: create a workflow, start it and notify, all or nothing',
    access: 'caller',
    scope: 'workflows:write',
    body: QuickForm,
    bodyKind: 'multipart',
    status: 200,
    answer: exact({ id: EnvelopeId }),
    refusals: [...CALLER_REFUSALS, ...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  readQuickEnvelope: operation({
    method: 'GET',
    path: '/api/v1/quick/envelopes/{envelopeId}',
    summary: 'Read a workflow and how far it is',
    access: 'caller',
    scope: 'workflows:read',
    params: Type.Object({ envelopeId: EnvelopeRef }),
    query: Type.Object({ session: Type.Optional(Text) }),
    status: 200,
    answer: QuickEnvelope,
    refusals: [...CALLER_REFUSALS, 'ENVELOPE_NOT_FOUND'],
  }),
  listWorkflows: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'List the workflows of a workspace, newest first; without any parameter up to 1,000 of them',
    access: 'caller',
    scope: 'workflows:read',
    params: Type.Object({ workspaceId: Id }),
    query: Type.Object({
      ...PageQuery.properties,
      ...FILTERS,
      filters: Type.Optional(Type.Object(FILTERS)),
      metadata: Type.Optional(Type.Record(Text, Text)),
    }),
    status: 200,
    answer: pageOf(ListedWorkflow),
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKSPACE_NOT_FOUND'],
  }),
  readWorkflow: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    summary: 'Read a whole workflow',
    access: 'caller',
    scope: 'workflows:read',
    params: WorkflowPath,
    query: Type.Object({ session: Type.Optional(Text) }),
    status: 200,
    answer: exact({ ...Workflow.properties, blockedCause: nullable(Text) }),
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  listTimeline: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline',
    summary: 'What happened to a workflow, in order',
    access: 'caller',
    scope: 'workflows:read',
    params: WorkflowPath,
    status: 200,
    answer: Type.Array(
      exact({
        id: Id,
        event: Text,
        date: Timestamp,
        actor: nullable(
          exact({
            name: nullable(Text),
            email: nullable(Text),
            byKey: nullable(exact({ name: Text, maker: Text })),
          }),
        ),
        detail: nullable(Text),
        recipientId: nullable(Id),
        seal: nullable(Seal),
      }),
    ),
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  cancelWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel',
    summary: 'Stop a workflow for good',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    status: 200,
    answer: Type.Array(BulkItem),
    refusals: [...CALLER_REFUSALS],
  }),
  retryWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry',
    summary: 'Seal again after sealing was blocked',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    status: 200,
    answer: exact({ ...Workflow.properties, blockedCause: nullable(Text) }),
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  duplicateWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate',
    summary:
      'Make a draft of the same, from any status: its documents, recipients, steps, fields, message and ' +
      'preferences; answers, tags and metadata stay behind, and nothing is sent',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    status: 200,
    answer: Workflow,
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND'],
  }),
  readTemporaryFile: operation({
    method: 'GET',
    path: '/api/v1/storage/temp/{workflowId}/doc/{key}',
    summary: 'Download a document while its workflow is running',
    access: 'open',
    scope: 'workflows:read',
    params: StoragePath,
    query: StorageQuery,
    status: 200,
    answer: 'binary',
    refusals: STORAGE_REFUSALS,
  }),
  readArchivedFile: operation({
    method: 'GET',
    path: '/api/v1/storage/archive/{workflowId}/doc/{key}',
    summary: 'Download a sealed document',
    access: 'open',
    scope: 'workflows:read',
    params: StoragePath,
    query: StorageQuery,
    status: 200,
    answer: 'binary',
    refusals: STORAGE_REFUSALS,
  }),
  readThumb: operation({
    method: 'GET',
    path: '/api/v1/storage/thumb/{workflowId}/doc/{key}',
    summary: "The picture of a document's first page",
    access: 'open',
    scope: 'workflows:read',
    params: StoragePath,
    query: StorageQuery,
    status: 200,
    answer: 'binary',
    refusals: STORAGE_REFUSALS,
  }),
  listMyActions: operation({
    method: 'GET',
    path: '/api/v1/profile/actions',
    summary: 'What waits for the caller to sign or review',
    access: 'caller',
    scope: 'workflows:read',
    query: Type.Object({ ...PageQuery.properties, limits: Type.Optional(Type.Integer({ minimum: 1 })) }),
    status: 200,
    answer: pageOf(
      exact({
        id: Id,
        type: Text,
        status: Text,
        envelope: Envelope,
        publicSignUri: Text,
      }),
    ),
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR'],
  }),
};
