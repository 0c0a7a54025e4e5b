import { ACTION_TYPES, FIELD_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { CALLER_REFUSALS, UPLOAD_REFUSALS } from './caller-refusals.ts';
import { DocumentForm, ExpiryDate, FormMetadata, FormName, Upload, Uploads } from './form-parts.ts';
import { operation } from './operation.ts';
import { RequestedType } from './requested-type.ts';
import { exact, Id, nullable, oneOf, Text, WorkflowId } from './schemas.ts';
import { BulkItem, Document, Field, Recipient, Step, Workflow, WorkflowStatus } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({ workspaceId: Id, workflowId: WorkflowId });
const CHANGE_REFUSALS = [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND'] as const;
const DRAFT_REFUSALS = [...CHANGE_REFUSALS, 'WORKFLOW_STATUS_CONFLICT'] as const;

const Amount = Type.Number();
const Flag = Type.Optional(Type.Boolean());

const WorkflowChange = Type.Object({
  name: Type.Optional(Text),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(Type.Integer()),
  newWorkspaceId: Type.Optional(Id),
  senderName: Type.Optional(Text),
  senderMessage: Type.Optional(nullable(Text)),
  scheduledStartDate: Type.Optional(nullable(Type.Integer())),
  metadata: Type.Optional(
    Type.Union([Type.Record(Text, nullable(Type.Union([Text, Amount, Type.Boolean()]))), Type.Array(Text)]),
  ),
});
/** A draft without people: other calls add them (interface.md §5.3). */
const WorkflowForm = Type.Object({
  name: FormName,
  document: Uploads,
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  senderName: Type.Optional(Text),
  senderMessage: Type.Optional(Text),
});
const WorkflowEdit = Type.Object({
  name: Type.Optional(FormName),
  document: Type.Optional(Upload),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  newWorkspaceId: Type.Optional(Type.Integer()),
  senderMessage: Type.Optional(Text),
  metadata: Type.Optional(FormMetadata),
});
const ChangedWorkflow = exact({ id: Id, status: WorkflowStatus, documents: Type.Array(Document) });

const Roles = Type.Object({
  recipients: Type.Array(
    Type.Object({
      id: Type.Optional(Id),
      name: Text,
      email: Text,
      anchorTag: Type.Optional(nullable(Text)),
      roles: Type.Array(
        Type.Object({
          id: Type.Optional(Id),
          type: oneOf(ACTION_TYPES),
          color: Type.Optional(Text),
        }),
      ),
    }),
  ),
});

/** A field as it is placed; what is absent takes its usual value. */
export const NewField = Type.Object({
  id: Type.Optional(Id),
  type: oneOf(FIELD_TYPES),
  label: Type.Optional(Text),
  required: Flag,
  documentId: Id,
  page: Type.Integer(),
  posX: Amount,
  posY: Amount,
  role: Id,
  value: Type.Optional(nullable(Text)),
  style: Type.Object({
    width: Amount,
    height: Amount,
    color: Type.Optional(Text),
    fontStyle: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    fontSize: Type.Optional(Amount),
    bold: Flag,
    italic: Flag,
    underline: Flag,
  }),
});

/** A field with what only who places it needs to know. */
export const DesignedField = exact({ ...Field.properties, required: Type.Boolean() });

/** The workflow family, step by step (interface.md §5.3): a draft is made, filled and started by calls of their own. */
export const draftOperations = {
  createWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'Make a draft from a PDF; people and steps are added by further calls',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: Id }),
    body: WorkflowForm,
    bodyKind: 'multipart',
    status: 200,
    answer: Workflow,
    refusals: [...CALLER_REFUSALS, ...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  updateWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    summary: 'Change a workflow; what is absent stays',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: WorkflowChange,
    status: 200,
    answer: ChangedWorkflow,
    refusals: [...DRAFT_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  editWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit',
    summary: 'Change a workflow, or replace the document of a draft',
    deprecated: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: WorkflowEdit,
    bodyKind: 'either',
    status: 200,
    answer: ChangedWorkflow,
    refusals: [...CALLER_REFUSALS, ...UPLOAD_REFUSALS, 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  setRoles: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles',
    summary: 'Set the people of a draft and what each is to do; who is not named any more is taken out',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Roles,
    status: 200,
    answer: Type.Array(Recipient),
    refusals: DRAFT_REFUSALS,
  }),
  setRolesDirectly: operation({
    method: 'PUT',
    path: '/api/v1/workflows/{workflowId}/roles',
    summary: 'Say who takes part, without the workspace in the address',
    deprecated: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workflowId: WorkflowId }),
    body: Roles,
    status: 200,
    answer: Type.Array(Recipient),
    refusals: DRAFT_REFUSALS,
  }),
  addSteps: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps',
    summary: 'Add steps to a draft, behind those it has; each role acts in one step',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      steps: Type.Array(
        Type.Object({
          type: Type.Optional(oneOf(ACTION_TYPES)),
          sign: Flag,
          review: Flag,
          roles: Type.Array(Id),
        }),
      ),
    }),
    status: 200,
    answer: Type.Array(Step),
    refusals: DRAFT_REFUSALS,
  }),
  setSteps: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps',
    summary: 'Replace the recipients and steps of a draft, in one change',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      steps: Type.Array(
        Type.Object({
          type: oneOf(ACTION_TYPES),
          recipients: Type.Array(Type.Object({ id: Type.Optional(Id), name: Text, email: Text })),
        }),
      ),
    }),
    status: 200,
    answer: Workflow,
    refusals: DRAFT_REFUSALS,
  }),
  setPreferences: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences',
    summary: 'Set preferences; all that are set now are answered, the generated secret included',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      preferences: Type.Array(
        Type.Object({ name: Text, value: nullable(Type.Union([Text, Type.Integer(), Type.Boolean()])) }),
      ),
    }),
    status: 200,
    answer: Type.Array(exact({ name: Text, value: Text })),
    refusals: DRAFT_REFUSALS,
  }),
  listFields: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
    summary: 'The fields of a workflow, in their order',
    access: 'caller',
    scope: 'workflows:read',
    params: WorkflowPath,
    status: 200,
    answer: Type.Array(DesignedField),
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND'],
  }),
  setFields: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
    summary: 'Set the fields of a draft; those not named any more are taken out',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({ fields: Type.Array(NewField, { maxItems: LIMITS.workflowFieldsMax + 1 }) }),
    status: 200,
    answer: Type.Array(DesignedField),
    refusals: DRAFT_REFUSALS,
  }),
  addDocument: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents',
    summary: 'Add a PDF to a draft; its text anchors and signature form fields become fields',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: DocumentForm,
    bodyKind: 'multipart',
    status: 200,
    answer: Workflow,
    refusals: [...CALLER_REFUSALS, ...UPLOAD_REFUSALS, 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  removeDocument: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}',
    summary: 'Take a document out of a draft, with its fields; the last one stays',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ ...WorkflowPath.properties, documentId: Id }),
    status: 204,
    answer: null,
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  startWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start',
    summary: 'Start a draft and invite the people of its first step',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    status: 200,
    answer: Type.Array(BulkItem),
    refusals: CALLER_REFUSALS,
  }),
  deleteWorkflows: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'Delete drafts and workflows that have come to their end; one bulk item for each',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: Id }),
    body: Type.Object({
      workflows: Type.Array(Type.Object({ id: Id, workspaceId: Type.Optional(Id) }), {
        minItems: 1,
        maxItems: LIMITS.pageLimitMax,
      }),
    }),
    status: 200,
    answer: Type.Array(BulkItem),
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR'],
  }),
};
