import { REPLACEMENT_KINDS } from '@paraph/domain';
import { Type } from 'typebox';
import { ActOnWorkflows, CancelForm, WorkflowCounts } from './act-schemas.ts';
import { Choices } from './choice-schemas.ts';
import { Followers } from './follower-schemas.ts';
import { UPLOAD_REFUSALS } from './form-parts.ts';
import { operation } from './operation.ts';
import { SendForm } from './quick-schemas.ts';
import {
  described,
  EnvelopeId,
  EnvelopeRef,
  exact,
  Id,
  nullable,
  oneOf,
  PageQuery,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
  WorkspacePath,
} from './schemas.ts';
import { Witnesses } from './witness-schemas.ts';
import { FILTERS, SORTING } from './workflow-filters.ts';
import {
  BulkItem,
  Envelope,
  FiledDate,
  ListedWorkflow,
  QuickEnvelope,
  ReadValues,
  Seal,
  Workflow,
} from './workflow-schemas.ts';

export const WorkflowPath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  workflowId: WorkflowId,
});
const StoragePath = Type.Object({
  workflowId: WorkflowId,
  key: described(Type.String({ pattern: '^[0-9a-f]{32}$' }), 'A random key'),
});
const StorageQuery = Type.Object({
  expires: described(
    Type.Optional(Type.Integer()),
    'Until when the signature of the link is valid, in seconds since 1970',
  ),
  signature: described(Type.Optional(Type.String({ maxLength: 100 })), 'The signature of the link'),
});
const CurrentFileQuery = Type.Object({
  ...StorageQuery.properties,
  version: described(
    Type.Optional(oneOf(['original', 'source'])),
    '`original`: the PDF before anything was added, instead of the file as it is now: with its fields, the answers and ' +
      'signatures so far. `source`: the picture or document that the PDF was made of, as it was sent',
  ),
});
const STORAGE_REFUSALS = ['AUTHENTICATION_REQUIRED', 'NOT_FOUND'] as const;

/** The quick family and the workflow family's reading calls (interface.md §5.1, §5.3). */
export const workflowOperations = {
  createQuickEnvelope: operation({
    method: 'POST',
    path: '/api/v1/quick/envelopes',
    summary: 'Send a PDF to be signed: create a workflow, start it and notify, all or nothing',
    scope: 'workflows:write',
    body: SendForm,
    bodyKind: 'multipart',
    answer: exact({ id: described(EnvelopeId, 'The 40-character id of the workflow') }),
    refusals: [...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND', 'STORAGE_QUOTA_REACHED'],
  }),
  readQuickEnvelope: operation({
    method: 'GET',
    path: '/api/v1/quick/envelopes/{envelopeId}',
    summary: 'Read a workflow and its progress',
    scope: 'workflows:read',
    params: Type.Object({ envelopeId: EnvelopeRef }),
    query: Type.Object({
      session: described(Type.Optional(Text), '`1`: links to files open without a credential for 15 minutes'),
    }),
    answer: QuickEnvelope,
    refusals: ['ENVELOPE_NOT_FOUND'],
  }),
  listWorkflows: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows',
    summary: 'List the workflows of a workspace, newest first; without any parameter up to 1,000 of them',
    scope: 'workflows:read',
    params: WorkspacePath,
    query: Type.Object({
      ...PageQuery.properties,
      ...SORTING,
      ...FILTERS,
      filters: described(
        Type.Optional(Type.Object(FILTERS)),
        'The same filters in brackets: `filters[status]=started,signed`',
      ),
      metadata: described(
        Type.Optional(Type.Record(Text, Text)),
        'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
      ),
    }),
    answer: exact({
      ...pageOf(ListedWorkflow).properties,
      next: described(
        Type.Optional(nullable(Text)),
        'Where the next page begins, for `after`; null on the last page. Answered with `sort` alone',
      ),
    }),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  countWorkflows: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/counts',
    summary: 'How many workflows of a workspace each filter of the overview finds',
    scope: 'workflows:read',
    params: WorkspacePath,
    answer: WorkflowCounts,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  exportWorkflows: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/export',
    summary:
      'The workflows that the filters find, newest first, all of them: a table (CSV), or a JSON object a line',
    scope: 'workflows:read',
    params: WorkspacePath,
    query: Type.Object({
      format: described(Type.Optional(oneOf(['csv', 'jsonl'])), 'Default: `csv`'),
      query: PageQuery.properties.query,
      ...FILTERS,
      filters: described(Type.Optional(Type.Object(FILTERS)), 'The same filters in brackets'),
    }),
    answer: 'binary',
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  actOnWorkflows: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/acts',
    summary: 'Do the same with several workflows, one by one; answers an item for each',
    scope: 'workflows:write',
    params: WorkspacePath,
    body: ActOnWorkflows,
    answer: Type.Array(BulkItem),
  }),
  readWorkflow: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}',
    summary: 'Read a whole workflow',
    scope: 'workflows:read',
    params: WorkflowPath,
    query: Type.Object({
      session: described(Type.Optional(Text), '`1`: links to files open without a credential for 15 minutes'),
    }),
    answer: exact({
      ...Workflow.properties,
      blockedCause: described(
        nullable(Text),
        'Why sealing was given up, in plain words; null unless the status is `blocked`',
      ),
      filedDate: FiledDate,
      followers: Followers,
      choices: Choices,
      witnesses: Witnesses,
      inPerson: described(
        Type.Boolean(),
        'Whether a host may hand its people a device or a copied link; false where the sender forbids it',
      ),
    }),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  readValues: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/values',
    summary: 'What the fields with a key say, by whom and since when; also once it has ended',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: ReadValues,
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  listTimeline: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/timeline',
    summary: 'The events of a workflow, in order',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: Type.Array(
      exact({
        id: described(Id, 'Id of the event'),
        event: described(Text, 'What happened: `workflow.started` and so on'),
        date: described(Timestamp, 'When it happened, in seconds since 1970'),
        actor: described(
          nullable(
            exact({
              name: described(nullable(Text), 'The name at that time'),
              email: described(nullable(Text), 'The email address at that time'),
              byKey: described(
                nullable(
                  exact({
                    name: described(Text, 'The name of the key'),
                    maker: described(Text, 'The name of the member who created the key'),
                  }),
                ),
                'The API key of another member that acted in the user’s name; else null',
              ),
              agent: described(
                nullable(Text),
                'The agent that acted for the user, by the name of its app or key; else null',
              ),
              allowance: described(
                nullable(
                  exact({
                    organization: described(Text, 'The name of the organization that lets agents do it'),
                    setBy: described(Text, 'The name of the administrator who allowed it'),
                  }),
                ),
                'What let the agent send without a person; null where a person did it',
              ),
            }),
          ),
          'The user or recipient who did it; null for the service itself',
        ),
        detail: described(
          nullable(Text),
          'One more fact in plain words: a name, an address or a cause; null where there is none',
        ),
        recipientId: described(nullable(Id), 'Id of the recipient it is about; null where it is about none'),
        seal: described(nullable(Seal), 'What was sealed; null for other events'),
        isUnused: described(Type.Boolean(), 'Whether a certificate was revoked whose key had signed nothing'),
        automatic: described(
          nullable(
            exact({
              count: described(Type.Integer(), 'Which one it was'),
              max: described(Type.Integer(), 'How many go out at most'),
            }),
          ),
          'Of a reminder that went out by itself; null for other events, and for one by hand',
        ),
        schedule: described(
          nullable(exact({ date: described(nullable(Timestamp), 'Null: by a call, and not by itself') })),
          'When the workflow starts by itself since this event; null where the event changed nothing of it',
        ),
        replacement: described(
          nullable(oneOf(REPLACEMENT_KINDS)),
          'What another address of a recipient means; null for other events',
        ),
        related: described(
          nullable(
            exact({
              relation: described(
                oneOf(['corrects', 'correctedBy']),
                'Whether this workflow corrects the other one, or the other way round',
              ),
              workspaceId: described(Id, 'Id of the workspace of the other workflow, as it was then'),
              workflowId: described(Id, 'Its id'),
              envelopeId: described(EnvelopeId, 'Its 40-character id'),
            }),
          ),
          'The other workflow, where one was corrected and sent again; else null',
        ),
      }),
    ),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  cancelWorkflow: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel',
    summary: 'Stop a workflow for good',
    scope: 'workflows:write',
    params: WorkflowPath,
    body: CancelForm,
    answer: Type.Array(BulkItem),
  }),
  retryWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry',
    summary: 'Seal again after sealing was blocked',
    scope: 'workflows:write',
    params: WorkflowPath,
    answer: exact({
      ...Workflow.properties,
      blockedCause: described(
        nullable(Text),
        'Why sealing was given up, in plain words; null unless the status is `blocked`',
      ),
      filedDate: FiledDate,
      followers: Followers,
      choices: Choices,
      witnesses: Witnesses,
      inPerson: described(
        Type.Boolean(),
        'Whether a host may hand its people a device or a copied link; false where the sender forbids it',
      ),
    }),
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  duplicateWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/duplicate',
    summary:
      'Make a draft of the same, from any status: its documents, recipients, steps, fields, message and ' +
      'preferences; answers, tags and metadata are not copied, and no mail is sent',
    scope: 'workflows:write',
    params: WorkflowPath,
    answer: Workflow,
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  correctWorkflow: operation({
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/correct',
    summary:
      'Make a draft of a workflow that was declined or canceled, or has expired, with what the sender had filled in; ' +
      'the timelines of both name the other',
    scope: 'workflows:write',
    params: WorkflowPath,
    answer: Workflow,
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readTemporaryFile: operation({
    method: 'GET',
    path: '/api/v1/storage/temp/{workflowId}/doc/{key}',
    summary: 'Download a document as it is now',
    access: 'open',
    scope: 'workflows:read',
    params: StoragePath,
    query: CurrentFileQuery,
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
    answer: 'binary',
    refusals: STORAGE_REFUSALS,
  }),
  listMyActions: operation({
    method: 'GET',
    path: '/api/v1/profile/actions',
    summary: 'The open actions of the caller',
    scope: 'workflows:read',
    query: Type.Object({
      ...PageQuery.properties,
      limits: described(Type.Optional(Type.Integer({ minimum: 1 })), 'Another name of `limit`'),
    }),
    answer: pageOf(
      exact({
        id: described(Id, 'Id of the action'),
        type: described(Text, 'What the caller does: sign or review'),
        status: described(Text, '`started`: it is the caller’s turn'),
        envelope: described(Envelope, 'The workflow in the shape of the envelope family'),
        publicSignUri: described(Text, 'The address of the page where the caller acts'),
      }),
    ),
  }),
};
