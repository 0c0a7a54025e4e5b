import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { CALLER_REFUSALS } from './caller-refusals.ts';
import { operation } from './operation.ts';
import { exact, Id, nullable, oneOf, Text, Timestamp, WorkflowId } from './schemas.ts';
import { Recipient } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({ workspaceId: Id, workflowId: WorkflowId });

/** What a sender can do about the people who were asked. */
export const recipientOperations = {
  remindRecipients: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind',
    summary:
      'Write again to everybody whose turn it is, or to the named ones; each at most once an hour, with the same link',
    access: 'caller',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      recipients: Type.Optional(Type.Array(Id, { maxItems: LIMITS.workflowRecipientsMax })),
    }),
    status: 200,
    answer: exact({
      link: oneOf(['kept']),
      reminders: Type.Array(
        exact({ recipientId: Id, email: Text, reminded: Type.Boolean(), nextReminderDate: Timestamp }),
      ),
    }),
    refusals: [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  reassignRecipient: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}',
    summary:
      "Correct a recipient's name, or give their part to another address: older links end, a new one is mailed",
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ ...WorkflowPath.properties, recipientId: Id }),
    body: Type.Object({
      name: Type.Optional(Text),
      email: Type.Optional(Text),
      reason: Type.Optional(nullable(Type.String({ maxLength: LIMITS.commentCharactersMax }))),
    }),
    status: 200,
    answer: Recipient,
    refusals: [
      ...CALLER_REFUSALS,
      'VALIDATION_ERROR',
      'WORKFLOW_NOT_FOUND',
      'NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
    ],
  }),
};
