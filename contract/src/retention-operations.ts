import { LIMITS, POLICY_SOURCES, RETENTION_MAX, RETENTION_RULES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationPagesQuery, OrganizationQuery } from './organization-operations.ts';
import {
  described,
  EnvelopeId,
  exact,
  Id,
  nullable,
  oneOf,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
  WorkspacePath,
} from './schemas.ts';

const period = (maximum: number, description: string) =>
  described(nullable(Type.Integer({ minimum: 0, maximum })), description);

const periods = {
  signedYears: period(
    RETENTION_MAX.signedYears,
    'Years that signed workflows are kept after their end; 0: for ever; null: as the next wider policy says',
  ),
  draftDays: period(
    RETENTION_MAX.draftDays,
    'Days that drafts are kept after their last change; 0: for ever; null: as the next wider policy says',
  ),
  stoppedMonths: period(
    RETENTION_MAX.stoppedMonths,
    'Months that declined, canceled and expired workflows are kept; 0: for ever; null: as the next wider policy says',
  ),
};
const periodProperties = {
  signedYears: Type.Optional(periods.signedYears),
  draftDays: Type.Optional(periods.draftDays),
  stoppedMonths: Type.Optional(periods.stoppedMonths),
};

export const RetentionPolicies = exact({
  organization: described(exact(periods), 'The policy of the organization; null in it is for ever'),
  workspaces: described(
    Type.Array(
      exact({
        workspaceId: described(Id, 'Id of the workspace'),
        name: described(Text, 'Name of the workspace'),
        policy: described(exact(periods), 'What the workspace sets itself'),
      }),
    ),
    'Every workspace of the organization',
  ),
  templates: described(
    Type.Array(
      exact({
        templateId: described(Id, 'Id of the template'),
        name: described(nullable(Text), 'Its name; null once it is deleted, while its policy still counts'),
        workspaceId: described(nullable(Id), 'Id of its workspace; null once it is deleted'),
        policy: described(exact(periods), 'What the template sets itself'),
      }),
    ),
    'The templates that set a period for the workflows that are made of them',
  ),
  technicalRowsDays: described(
    Type.Integer(),
    'Days that mails, deliveries and snapshots of ended workflows are kept: the same for the whole instance',
  ),
});

export const WorkflowRetention = exact({
  policy: described(exact(periods), 'What is set for this workflow alone'),
  dueDate: described(
    nullable(Timestamp),
    'When it is erased, in seconds since 1970; null: it is kept for ever, or has not ended',
  ),
  rule: described(nullable(oneOf(RETENTION_RULES)), 'Which period applies; null while it is under way'),
  source: described(nullable(oneOf(POLICY_SOURCES)), 'Whose policy set that period; null where none did'),
  hold: described(nullable(Text), 'Why a legal hold keeps it, for those who may delete it; null without one'),
  mayChange: described(Type.Boolean(), 'Whether the caller may set its periods, as administrators may'),
});

export const RetentionChange = exact({
  id: described(Id, 'Id of the change'),
  workspaceId: described(nullable(Id), 'The workspace whose policy it is; null where it is another one'),
  templateId: described(nullable(Id), 'The template whose policy it is; null where it is another one'),
  templateName: described(nullable(Text), 'Name of the template; null where there is none, or it is deleted'),
  workflowId: described(
    nullable(Id),
    'The workflow whose policy it is; with none of the three, it is the organization’s',
  ),
  workflowName: described(nullable(Text), 'Name of the workflow; null where there is none, or it is erased'),
  changedBy: described(
    exact({
      id: described(Id, 'Id of the user'),
      name: described(Text, 'Their present name'),
      byKey: described(nullable(Text), 'Name of the API key of another member, if one was used'),
    }),
    'Who changed it',
  ),
  changedDate: described(Timestamp, 'When it was changed, in seconds since 1970'),
  before: described(exact(periods), 'What was set before'),
  after: described(exact(periods), 'What has been set since'),
});

export const RetentionEffect = exact({
  workflows: described(Type.Integer(), 'How many workflows the next run would erase'),
  held: described(Type.Integer(), 'How many more a legal hold keeps'),
  oldestDate: described(
    nullable(Timestamp),
    'When the oldest of them ended, or was last changed as a draft, in seconds since 1970; null where there is none',
  ),
  dueDate: described(
    nullable(Timestamp),
    'When the named workflow would be erased, in seconds since 1970; null: never, or none was named',
  ),
  isComplete: described(
    Type.Boolean(),
    `Whether all were examined; false where there are more than ${LIMITS.retentionEffectMax} workflows, of which the oldest were`,
  ),
});

export const RetentionRun = exact({
  id: described(Id, 'Id of the run'),
  kind: described(oneOf(['nightly', 'dry']), '`dry`: nothing was erased'),
  startDate: described(Timestamp, 'When it began, in seconds since 1970; it decides what is due'),
  endDate: described(nullable(Timestamp), 'When it ended, in seconds since 1970; null while it runs'),
  examined: described(Type.Integer(), 'How many workflows it has examined'),
  total: described(Type.Integer(), 'How many there were when it began'),
  due: described(Type.Integer(), 'How many it erased, or would have erased'),
  held: described(Type.Integer(), 'How many were due and kept by a legal hold'),
  failed: described(Type.Integer(), 'How many could not be erased; the next run tries again'),
  workspaces: described(
    Type.Array(
      exact({
        workspaceId: described(Id, 'Id of the workspace'),
        due: described(Type.Integer(), 'How many it erased there, or would have erased'),
        held: described(Type.Integer(), 'How many were due there and kept by a legal hold'),
        failed: described(Type.Integer(), 'How many could not be erased there'),
      }),
    ),
    'The workspaces in which something was due',
  ),
});

export const RetentionItem = exact({
  workflowId: described(Id, 'Id of the workflow'),
  envelopeId: described(EnvelopeId, 'Its 40-character id'),
  name: described(nullable(Text), 'Its name; null once it is erased'),
  workspaceId: described(Id, 'Id of its workspace'),
  rule: described(oneOf(RETENTION_RULES), 'Which period ended'),
  dueDate: described(Timestamp, 'When it ended, in seconds since 1970'),
  outcome: described(
    oneOf(['due', 'held', 'failed']),
    '`due`: erased, or in a dry run what would be; `held`: kept by a legal hold; `failed`: tried again by the next run',
  ),
  holdId: described(nullable(Id), 'The hold that kept it'),
});

const common = {
  scope: 'organization:write',
  query: OrganizationQuery,
  refusals: ['NOT_FOUND'],
} as const;
const PATH = '/api/v1/organization/retention';
const WorkflowPath = Type.Object({ workflowId: WorkflowId });
const RunPath = Type.Object({ runId: described(Id, 'Id of the run') });

/** How long workflows are kept, and what is erased when the time is over. */
export const retentionOperations = {
  readRetention: operation({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'How long workflows of the organization and of its workspaces are kept',
    answer: RetentionPolicies,
  }),
  updateRetention: operation({
    ...common,
    method: 'PUT',
    path: PATH,
    summary: 'Set how long workflows of the organization are kept; absent properties stay',
    body: Type.Object(periodProperties),
    answer: RetentionPolicies,
  }),
  updateWorkspaceRetention: operation({
    ...common,
    method: 'PUT',
    path: `${PATH}/workspaces/{workspaceId}`,
    summary: 'Set how long workflows of one workspace are kept; absent properties stay',
    params: WorkspacePath,
    body: Type.Object(periodProperties),
    answer: RetentionPolicies,
    refusals: ['NOT_FOUND', 'WORKSPACE_NOT_FOUND'],
  }),
  updateTemplateRetention: operation({
    ...common,
    method: 'PUT',
    path: `${PATH}/templates/{templateId}`,
    summary: 'Set how long workflows that are made of a template are kept; absent properties stay',
    params: Type.Object({ templateId: described(Id, 'Id of the template') }),
    body: Type.Object(periodProperties),
    answer: RetentionPolicies,
    refusals: ['NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  }),
  readWorkflowRetention: operation({
    ...common,
    method: 'GET',
    path: `${PATH}/workflows/{workflowId}`,
    summary: 'When a workflow is erased, and why',
    params: WorkflowPath,
    answer: WorkflowRetention,
    refusals: ['NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  updateWorkflowRetention: operation({
    ...common,
    method: 'PUT',
    path: `${PATH}/workflows/{workflowId}`,
    summary: 'Set how long one workflow is kept; absent properties stay',
    params: WorkflowPath,
    body: Type.Object(periodProperties),
    answer: WorkflowRetention,
    refusals: ['NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  previewRetention: operation({
    ...common,
    method: 'POST',
    path: `${PATH}/effect`,
    summary: 'What the next run would erase with other periods; changes nothing',
    body: Type.Object({
      ...periodProperties,
      workspaceId: described(
        Type.Optional(nullable(Id)),
        'The workspace whose policy would change; null or absent: that of the organization',
      ),
      templateId: described(
        Type.Optional(nullable(Id)),
        'The template whose policy would change, instead of a workspace',
      ),
      workflowId: described(
        Type.Optional(nullable(Id)),
        'The workflow whose policy would change, instead of a workspace',
      ),
    }),
    answer: RetentionEffect,
    refusals: ['NOT_FOUND', 'WORKSPACE_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
  }),
  listRetentionChanges: operation({
    ...common,
    method: 'GET',
    path: `${PATH}/changes`,
    summary: 'Who changed how long workflows are kept, when, and from what to what, newest first',
    query: OrganizationPagesQuery,
    answer: pageOf(RetentionChange),
  }),
  listRetentionRuns: operation({
    ...common,
    method: 'GET',
    path: `${PATH}/runs`,
    summary: 'The runs that erased what was due, and dry runs, newest first',
    query: OrganizationPagesQuery,
    answer: pageOf(RetentionRun),
  }),
  startDryRun: operation({
    ...common,
    method: 'POST',
    path: `${PATH}/runs`,
    summary: 'Begin a dry run: it shows what the next run would erase, and erases nothing',
    status: 201,
    answer: RetentionRun,
  }),
  readRetentionRun: operation({
    ...common,
    method: 'GET',
    path: `${PATH}/runs/{runId}`,
    summary: 'One run, and how far it is',
    params: RunPath,
    answer: RetentionRun,
  }),
  listRetentionItems: operation({
    ...common,
    method: 'GET',
    path: `${PATH}/runs/{runId}/items`,
    summary: 'The workflows that a run erased or would have erased, and those that a hold kept',
    params: RunPath,
    query: OrganizationPagesQuery,
    answer: pageOf(RetentionItem),
  }),
};
