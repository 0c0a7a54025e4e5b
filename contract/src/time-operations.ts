import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described } from './schemas.ts';
import { WorkflowPath } from './workflow-operations.ts';
import { Workflow } from './workflow-schemas.ts';

/** To try what waits for a time; only on an instance of one's own machine. */
export const timeOperations = {
  moveTime: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/time',
    summary:
      'Move one workflow’s time forward, to try reminders and deadlines; only on an instance on loopback',
    scope: 'workflows:write',
    loopbackOnly: true,
    params: WorkflowPath,
    body: Type.Object({
      seconds: described(
        Type.Integer({ minimum: 1, maximum: LIMITS.expirySecondsMax }),
        'How far: what waits for a time comes so many seconds nearer',
      ),
    }),
    answer: Workflow,
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};
