import { ACTION_TYPES, FIELD_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { CALLER_REFUSALS, UPLOAD_REFUSALS } from './caller-refusals.ts';
import {
  ClearedMessage,
  DocumentForm,
  ExpiryDate,
  FormMetadata,
  OwnWorkspaceId,
  ScheduledStartDate,
  SenderMessage,
  Upload,
  Uploads,
  WorkflowName,
} from './form-parts.ts';
import { operation } from './operation.ts';
import { RequestedType } from './requested-type.ts';
import { described, exact, Id, nullable, oneOf, Text, WorkflowId } from './schemas.ts';
import { BulkItem, Document, Field, Recipient, Step, Workflow, WorkflowStatus } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  workflowId: WorkflowId,
});
const CHANGE_REFUSALS = [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND'] as const;
const DRAFT_REFUSALS = [...CHANGE_REFUSALS, 'WORKFLOW_STATUS_CONFLICT'] as const;

const Amount = Type.Number();
const Flag = Type.Optional(Type.Boolean());

const WorkflowChange = Type.Object({
  name: described(Type.Optional(Text), '2 to 250 characters'),
  type: Type.Optional(RequestedType),
  expiryDate: described(Type.Optional(Type.Integer()), 'Seconds since 1970'),
  newWorkspaceId: described(Type.Optional(Id), 'Id of the workspace to move it to'),
  senderName: described(Type.Optional(Text), 'The name that the invitations carry as the sender’s'),
  senderMessage: described(Type.Optional(nullable(Text)), 'What the sender says in the invitations'),
  scheduledStartDate: described(
    Type.Optional(nullable(Type.Integer())),
    'When the draft is to start by itself, in seconds since 1970; null to start it by a call',
  ),
  metadata: described(
    Type.Optional(
      Type.Union([Type.Record(Text, nullable(Type.Union([Text, Amount, Type.Boolean()]))), Type.Array(Text)]),
    ),
    'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
  ),
});
/** A draft without people: other calls add them (interface.md §5.3). */
const WorkflowForm = Type.Object({
  name: WorkflowName,
  document: Uploads,
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  senderName: described(
    Type.Optional(Text),
    'The name that the invitations carry as the sender’s; by default the caller’s',
  ),
  senderMessage: Type.Optional(SenderMessage),
  scheduledStartDate: Type.Optional(ScheduledStartDate),
  metadata: Type.Optional(FormMetadata),
});
const WorkflowEdit = Type.Object({
  name: Type.Optional(WorkflowName),
  document: Type.Optional(Upload),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  newWorkspaceId: described(Type.Optional(OwnWorkspaceId), 'Id of the workspace to move it to'),
  senderName: described(Type.Optional(Text), 'The name that the invitations carry as the sender’s'),
  senderMessage: Type.Optional(ClearedMessage),
  scheduledStartDate: Type.Optional(ScheduledStartDate),
  metadata: Type.Optional(FormMetadata),
});
const ChangedWorkflow = exact({
  id: described(Id, 'Its id'),
  status: described(WorkflowStatus, 'The status in its life cycle'),
  documents: described(Type.Array(Document), 'In the order of their positions'),
});

const Roles = Type.Object({
  recipients: described(
    Type.Array(
      Type.Object({
        id: described(Type.Optional(Id), 'Id of a recipient of the draft; absent for a new one'),
        name: described(Text, 'The recipient’s name'),
        email: described(Text, 'The recipient’s email address; unique in the workflow'),
        anchorTag: described(
          Type.Optional(nullable(Text)),
          'The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`',
        ),
        roles: described(
          Type.Array(
            Type.Object({
              id: described(Type.Optional(Id), 'Id of a role of the recipient; absent for a new one'),
              type: described(oneOf(ACTION_TYPES), 'What the role does: sign or review'),
              color: described(
                Type.Optional(Text),
                'The colour of the recipient’s fields in the designer, as #RRGGBB',
              ),
            }),
          ),
          'One for each step that the recipient acts in',
        ),
      }),
    ),
    'The people who act',
  ),
});

/** A field as it is placed; what is absent takes its usual value. */
export const NewField = Type.Object({
  id: described(Type.Optional(Id), 'Id of a field that is there; absent for a new one'),
  type: described(oneOf(FIELD_TYPES), 'What is filled in'),
  label: described(Type.Optional(Text), 'The name of the field as the signer reads it'),
  required: described(Flag, 'Whether it must be filled in; true by default'),
  documentId: described(Id, 'Id of the document'),
  page: described(Type.Integer(), 'Page of the document, from 1'),
  posX: described(Amount, 'Percent of the displayed page, from its left edge'),
  posY: described(Amount, 'Percent of the displayed page, from its top edge'),
  role: described(Id, 'Id of the role that fills it in'),
  value: described(
    Type.Optional(nullable(Text)),
    'What the field says from the start; null or absent for nothing',
  ),
  style: described(
    Type.Object({
      width: described(Amount, 'Percent of the width of the displayed page'),
      height: described(Amount, 'Percent of the height of the displayed page'),
      color: described(Type.Optional(Text), 'Colour of the text, as #RRGGBB'),
      fontStyle: described(
        Type.Optional(nullable(Type.String({ maxLength: 100 }))),
        'The name of a font; `normal`, null and absent mean the default one',
      ),
      fontSize: described(Type.Optional(Amount), 'In points'),
      bold: described(Flag, 'Whether the text is bold'),
      italic: described(Flag, 'Whether the text is slanted'),
      underline: described(Flag, 'Whether the text is underlined'),
    }),
    'How it looks',
  ),
});

/** A field with what only who places it needs to know. */
export const DesignedField = exact({
  ...Field.properties,
  required: described(Type.Boolean(), 'Whether it must be filled in'),
});

/** The workflow family, step by step (interface.md §5.3): a draft is made, filled and started by calls of their own. */
export const draftOperations = {
  createWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'Create a draft from a PDF; recipients and steps are added by further calls',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace') }),
    body: WorkflowForm,
    bodyKind: 'multipart',
    status: 200,
    answer: Workflow,
    refusals: [...CALLER_REFUSALS, ...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  updateWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    summary: 'Change a workflow; absent properties stay',
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
    summary: 'Set the recipients of a draft and their roles; those not named are removed',
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
    summary: 'Set the recipients of a draft, without the workspace in the path',
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
    summary: 'Append steps to a draft; each role acts in one step',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      steps: described(
        Type.Array(
          Type.Object({
            type: described(
              Type.Optional(oneOf(ACTION_TYPES)),
              'What its recipients do: sign or review; or set `sign` or `review`',
            ),
            sign: described(Flag, 'true for a step of signers'),
            review: described(Flag, 'true for a step of reviewers'),
            roles: described(Type.Array(Id), 'Ids of the roles that act in the step'),
          }),
        ),
        'One after another',
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
      steps: described(
        Type.Array(
          Type.Object({
            type: described(oneOf(ACTION_TYPES), 'What its recipients do: sign or review'),
            recipients: described(
              Type.Array(
                Type.Object({
                  id: described(Type.Optional(Id), 'Id of a recipient of the draft; absent for a new one'),
                  name: described(Text, 'The recipient’s name'),
                  email: described(Text, 'The recipient’s email address; unique in the step'),
                }),
              ),
              'The recipients of a step act in parallel',
            ),
          }),
        ),
        'One after another',
      ),
    }),
    status: 200,
    answer: Workflow,
    refusals: DRAFT_REFUSALS,
  }),
  setPreferences: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences',
    summary: 'Set preferences; answers all preferences, the generated secret included',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      preferences: described(
        Type.Array(
          Type.Object({
            name: described(Text, 'The name of the preference'),
            value: described(
              nullable(Type.Union([Text, Type.Integer(), Type.Boolean()])),
              'Its value; an empty one takes the preference back',
            ),
          }),
        ),
        'Names and values, as the guide on notifications lists them',
      ),
    }),
    status: 200,
    answer: Type.Array(
      exact({ name: described(Text, 'The name of the preference'), value: described(Text, 'Its value') }),
    ),
    refusals: DRAFT_REFUSALS,
  }),
  listFields: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
    summary: 'The fields of a workflow, in order',
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
    summary: 'Set the fields of a draft; those not named are removed',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      fields: described(
        Type.Array(NewField, { maxItems: LIMITS.workflowFieldsMax + 1 }),
        'What is filled in, and where it is placed',
      ),
    }),
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
    summary: 'Remove a document from a draft, with its fields; not the last one',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ ...WorkflowPath.properties, documentId: described(Id, 'Id of the document') }),
    status: 204,
    answer: null,
    refusals: [...CALLER_REFUSALS, 'WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  startWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start',
    summary: 'Start a draft and invite the recipients of its first step',
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
    summary: 'Delete drafts and ended workflows; one bulk item for each',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace') }),
    body: Type.Object({
      workflows: described(
        Type.Array(
          Type.Object({
            id: described(Id, 'Id of the workflow'),
            workspaceId: described(Type.Optional(Id), 'Id of its workspace; by default the one of the path'),
          }),
          {
            minItems: 1,
            maxItems: LIMITS.pageLimitMax,
          },
        ),
        'The workflows to delete',
      ),
    }),
    status: 200,
    answer: Type.Array(BulkItem),
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR'],
  }),
};
