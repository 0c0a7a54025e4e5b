import { PROPOSED_REMINDERS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationQuery } from './organization-operations.ts';
import {
  described,
  exact,
  Id,
  nullable,
  oneOf,
  Text,
  Timestamp,
  WorkflowId,
  WorkspacePath,
} from './schemas.ts';
import { TemplatePath } from './template-operations.ts';

const FORM = `\`off\`, or days as in \`${PROPOSED_REMINDERS}\``;

export const ReminderDefault = exact({
  reminders: described(nullable(Text), `What is set here: ${FORM}; null: as the next wider one says`),
  effective: described(Text, 'What counts for workflows that say nothing of reminders'),
  source: described(
    nullable(oneOf(['template', 'workspace', 'organization'])),
    'Who set what counts; null where nobody did, so that the app may propose what it likes',
  ),
});

const change = {
  body: Type.Object({
    reminders: described(
      nullable(Type.String({ maxLength: 100 })),
      `${FORM}; null to follow the next wider one, which is \`off\` above the organization`,
    ),
  }),
  answer: ReminderDefault,
} as const;

const organization = {
  scope: 'organization:write',
  path: '/api/v1/organization/reminders',
  query: OrganizationQuery,
  refusals: ['NOT_FOUND'],
} as const;

const workspace = {
  path: '/api/v1/workspaces/{workspaceId}/reminders',
  params: WorkspacePath,
} as const;

const template = {
  path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/reminders',
  params: TemplatePath,
} as const;

/** How often people are reminded by themselves. */
export const reminderOperations = {
  readOrganizationReminders: operation({
    ...organization,
    method: 'GET',
    summary: 'How recipients are reminded by themselves where neither workflow nor workspace says it',
    answer: ReminderDefault,
  }),
  updateOrganizationReminders: operation({
    ...organization,
    ...change,
    method: 'PUT',
    summary: 'Set how recipients are reminded by themselves; for workflows that start from now on',
  }),
  readWorkspaceReminders: operation({
    ...workspace,
    method: 'GET',
    scope: 'workspaces:read',
    summary: 'How recipients are reminded by themselves where the workflow does not say it',
    answer: ReminderDefault,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  updateWorkspaceReminders: operation({
    ...workspace,
    ...change,
    method: 'PUT',
    scope: 'workspaces:write',
    summary: 'Set how recipients are reminded by themselves in one workspace',
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  readTemplateReminders: operation({
    ...template,
    method: 'GET',
    scope: 'templates:read',
    summary: 'How recipients of the workflows that are made of a template are reminded by themselves',
    answer: ReminderDefault,
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  updateTemplateReminders: operation({
    ...template,
    ...change,
    method: 'PUT',
    scope: 'templates:write',
    summary: 'Set how recipients of the workflows that are made of a template are reminded by themselves',
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readWorkflowReminders: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/reminders',
    summary: 'Who is reminded next, and when; and what the mail server said of those whom no mail reaches',
    scope: 'workflows:read',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
    answer: exact({
      reminders: described(Text, `What counts for this workflow: ${FORM}`),
      recipients: described(
        Type.Array(
          exact({
            recipientId: described(Id, 'Id of the recipient'),
            sent: described(Type.Integer(), 'How many reminders went out by themselves'),
            max: described(Type.Integer(), 'How many go out at most'),
            lastDate: described(
              nullable(Timestamp),
              'When the last one went out, by hand or by itself, in seconds since 1970',
            ),
            nextDate: described(
              nullable(Timestamp),
              'When the next one goes out by itself, in seconds since 1970; null: none will',
            ),
            timeZone: described(
              nullable(Text),
              'Whose day it waits for, as their browser told; null: unknown, so UTC',
            ),
            mailProblem: described(
              nullable(Text),
              'What the mail server said of the last mail that asked them, if it was given up: they get no more reminders ' +
                'until their address is corrected or a mail arrives',
            ),
          }),
        ),
        'Those whose turn it is',
      ),
    }),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
};
