import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { CONTACT, Email, PersonName } from './request-values.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp, WorkflowId } from './schemas.ts';
import { Recipient } from './workflow-schemas.ts';

const WorkflowPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  workflowId: WorkflowId,
});

export const RecipientPath = Type.Object({
  ...WorkflowPath.properties,
  recipientId: described(Id, 'Id of the recipient'),
});

/** What a sender can do about the people who were asked. */
export const recipientOperations = {
  remindRecipients: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind',
    summary:
      'Remind the recipients with an open action, or the named ones; each at most once an hour, with the same link',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: Type.Object({
      recipients: described(
        Type.Optional(Type.Array(Id, { maxItems: LIMITS.workflowRecipientsMax })),
        'Ids of the recipients to remind; by default all with an open action',
      ),
    }),
    answer: exact({
      link: described(oneOf(['kept']), 'Whether the links that were sent still work'),
      reminders: described(
        Type.Array(
          exact({
            recipientId: described(Id, 'Id of the recipient'),
            email: described(Text, 'The recipient’s email address'),
            reminded: described(Type.Boolean(), 'Whether a reminder was sent'),
            nextReminderDate: described(
              Timestamp,
              'From when on the next reminder can be sent, in seconds since 1970',
            ),
          }),
        ),
        'One for each recipient who was to be reminded',
      ),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  reassignRecipient: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}',
    summary:
      "Correct a recipient's name, or give their part to another address: older links end, a new one is mailed",
    scope: 'workflows:write',
    params: RecipientPath,
    body: Type.Object({
      name: described(Type.Optional(PersonName), 'The name of the recipient from now on'),
      email: described(Type.Optional(Email), 'The address from now on; another address means another person'),
      ...CONTACT,
      reason: described(
        Type.Optional(nullable(Type.String({ maxLength: LIMITS.commentCharactersMax }))),
        'Why; recorded in the trail',
      ),
    }),
    answer: Recipient,
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT', 'WORKFLOW_HELD'],
  }),
};
