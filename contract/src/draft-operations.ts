import { ACTION_TYPES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { RequestedChoice, RequestedChoices } from './choice-schemas.ts';
import {
  ChangedWorkflow,
  NewField,
  Roles,
  SuggestedField,
  WorkflowChange,
  WorkflowEdit,
  WorkflowForm,
} from './draft-schemas.ts';
import { DraftDocumentForm, PlaceFields, UPLOAD_REFUSALS } from './form-parts.ts';
import { operation } from './operation.ts';
import { CONTACT, Email, PersonName, RECIPIENTS_LIMITS, STEPS_LIMITS } from './request-values.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  Text,
  WorkflowId,
  WorkspacePath,
} from './schemas.ts';
import { RequestedWitness, RequestedWitnesses } from './witness-schemas.ts';
import { BulkItem, Field, Recipient, Step, Workflow } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  workflowId: WorkflowId,
});
const LostFields = described(
  Type.Array(
    exact({
      id: described(Id, 'The id it had'),
      type: described(Text, 'What was asked for there'),
      label: described(Text, 'What it was called'),
      page: described(Type.Integer(), 'Its page, from 1'),
      reason: described(
        oneOf(['page_missing', 'page_size']),
        '`page_missing`: the new file has no such page; `page_size`: it has another size',
      ),
    }),
  ),
  'With `replaces`: the fields that the new file has no place for; they are deleted',
);
const DRAFT_REFUSALS = ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'] as const;

/** Of reading the pages of a draft once more. */
const SUGGESTED_REFUSALS = [
  'WORKFLOW_NOT_FOUND',
  'NOT_FOUND',
  'WORKFLOW_STATUS_CONFLICT',
  'DOCUMENT_NOT_ACCEPTED',
] as const;

const Flag = Type.Optional(Type.Boolean());

/** The workflow family, step by step (interface.md §5.3): a draft is made, filled and started by calls of their own. */
export const draftOperations = {
  createWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'Create a draft from a PDF; recipients and steps are added by further calls',
    scope: 'workflows:write',
    params: WorkspacePath,
    body: WorkflowForm,
    bodyKind: 'multipart',
    answer: Workflow,
    refusals: [...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  updateWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    summary: 'Change a workflow; absent properties stay',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: WorkflowChange,
    answer: ChangedWorkflow,
    refusals: [...DRAFT_REFUSALS, 'WORKSPACE_NOT_FOUND', 'WORKFLOW_HELD'],
  }),
  editWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/edit',
    summary: 'Change a workflow, or replace the document of a draft',
    deprecated: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: WorkflowEdit,
    bodyKind: 'either',
    answer: ChangedWorkflow,
    refusals: [...UPLOAD_REFUSALS, 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  setRoles: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles',
    summary: 'Set the recipients of a draft and their roles; those not named are removed',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Roles,
    answer: Type.Array(Recipient),
    refusals: DRAFT_REFUSALS,
  }),
  setRolesDirectly: operation({
    method: 'PUT',
    path: '/api/v1/workflows/{workflowId}/roles',
    summary: 'Set the recipients of a draft, without the workspace in the path',
    deprecated: 'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/roles',
    scope: 'workflows:write',
    params: Type.Object({ workflowId: WorkflowId }),
    body: Roles,
    answer: Type.Array(Recipient),
    refusals: DRAFT_REFUSALS,
  }),
  addSteps: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps',
    summary: 'Append steps to a draft; each role acts in one step',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      steps: described(
        limited(
          Type.Array(
            Type.Object({
              type: described(
                Type.Optional(oneOf(ACTION_TYPES)),
                'What its recipients do: sign or review; or set `sign` or `review`',
              ),
              sign: described(Flag, 'true for a step of signers'),
              review: described(Flag, 'true for a step of reviewers'),
              roles: described(Type.Array(Id), 'Ids of the roles that act in the step'),
              choices: RequestedChoices,
              witnesses: RequestedWitnesses,
            }),
          ),
          STEPS_LIMITS,
        ),
        'One after another',
      ),
    }),
    answer: Type.Array(Step),
    refusals: DRAFT_REFUSALS,
  }),
  setSteps: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps',
    summary: 'Replace the recipients and steps of a draft, in one change',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      steps: described(
        limited(
          Type.Array(
            Type.Object({
              type: described(oneOf(ACTION_TYPES), 'What its recipients do: sign or review'),
              recipients: described(
                limited(
                  Type.Array(
                    Type.Object({
                      id: described(
                        Type.Optional(Id),
                        'Id of a recipient of the draft; absent for a new one',
                      ),
                      name: described(PersonName, 'The recipient’s name'),
                      email: described(Email, 'The recipient’s email address; unique in the step'),
                      ...CONTACT,
                      choice: RequestedChoice,
                      ...RequestedWitness,
                    }),
                  ),
                  RECIPIENTS_LIMITS,
                ),
                'The recipients of a step act in parallel',
              ),
            }),
          ),
          STEPS_LIMITS,
        ),
        'One after another',
      ),
    }),
    answer: Workflow,
    refusals: DRAFT_REFUSALS,
  }),
  setPreferences: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences',
    summary: 'Set preferences; answers all preferences, the generated secret included',
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
    answer: Type.Array(
      exact({ name: described(Text, 'The name of the preference'), value: described(Text, 'Its value') }),
    ),
    refusals: DRAFT_REFUSALS,
  }),
  listFields: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
    summary: 'The fields of a workflow, in order',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: Type.Array(Field),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  listSuggestedFields: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}/suggested-fields',
    summary: 'The printed places of a document of a draft where fields could go, and whose they are',
    scope: 'workflows:read',
    params: Type.Object({ ...WorkflowPath.properties, documentId: described(Id, 'Id of the document') }),
    answer: Type.Array(SuggestedField),
    refusals: SUGGESTED_REFUSALS,
  }),
  setFields: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields',
    summary: 'Set the fields of a draft; those not named are removed',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      fields: described(
        limited(Type.Array(NewField, { maxItems: LIMITS.workflowFieldsMax + 1 }), {
          maxItems: LIMITS.workflowFieldsMax,
        }),
        'What is filled in, and where it is placed',
      ),
      placeFields: Type.Optional(PlaceFields),
    }),
    answer: Type.Array(Field),
    refusals: DRAFT_REFUSALS,
  }),
  addDocument: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents',
    summary:
      'Add a PDF to a draft, or put it in the place of another; its text anchors and signature form fields become fields',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: DraftDocumentForm,
    bodyKind: 'multipart',
    answer: exact({ ...Workflow.properties, lostFields: Type.Optional(LostFields) }),
    refusals: [...UPLOAD_REFUSALS, 'WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  removeDocument: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}',
    summary: 'Remove a document from a draft, with its fields; not the last one',
    scope: 'workflows:write',
    params: Type.Object({ ...WorkflowPath.properties, documentId: described(Id, 'Id of the document') }),
    status: 204,
    answer: null,
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  startWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start',
    summary: 'Start a draft and invite the recipients of its first step',
    scope: 'workflows:write',
    params: WorkflowPath,
    answer: Type.Array(BulkItem),
  }),
  deleteWorkflows: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'Delete drafts and ended workflows; one bulk item for each',
    scope: 'workflows:write',
    params: WorkspacePath,
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
    answer: Type.Array(BulkItem),
  }),
};
