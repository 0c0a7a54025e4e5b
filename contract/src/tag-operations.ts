import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { COLOR_LIMITS } from './request-values.ts';
import { described, Id, limited, WorkflowId, WorkspacePath } from './schemas.ts';
import { Tag } from './workflow-schemas.ts';

const TagPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  tagId: described(Id, 'Id of the tag'),
});
// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const TagName = limited(Type.String({ maxLength: 1_000 }), {
  minLength: 1,
  maxLength: LIMITS.tagNameCharactersMax,
});

/** Labels of a workspace, and which of them are assigned to a workflow. */
export const tagOperations = {
  listTags: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/tags',
    summary: 'The tags of a workspace, by name',
    scope: 'workspaces:read',
    params: WorkspacePath,
    answer: Type.Array(Tag),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  createTag: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/tags',
    summary: 'Create a tag',
    scope: 'workspaces:write',
    params: WorkspacePath,
    body: Type.Object({
      name: described(TagName, 'At most 40 characters; unique in the workspace'),
      color: Type.Optional(
        limited(Type.String({ maxLength: 100, description: 'Such as #1D4ED8' }), COLOR_LIMITS),
      ),
    }),
    status: 201,
    answer: Tag,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  updateTag: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/tags/{tagId}',
    summary: 'Rename or recolour a tag wherever it is assigned; absent properties stay',
    scope: 'workspaces:write',
    params: TagPath,
    body: Type.Object({
      name: described(Type.Optional(TagName), 'At most 40 characters; unique in the workspace'),
      color: Type.Optional(
        limited(Type.String({ maxLength: 100, description: 'Such as #1D4ED8' }), COLOR_LIMITS),
      ),
    }),
    answer: Tag,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  deleteTag: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/tags/{tagId}',
    summary: 'Delete a tag; it is removed from workflows and templates',
    scope: 'workspaces:write',
    params: TagPath,
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  setWorkflowTags: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/tags',
    summary: 'Set the tags of a workflow; those not named are removed. Answers its tags',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
    body: Type.Object({
      tags: described(
        limited(Type.Array(Id, { maxItems: 1_000 }), { maxItems: LIMITS.tagsOfOneMax }),
        'Ids of all its tags',
      ),
    }),
    answer: Type.Array(Tag),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
};
