import { PATH_PATTERN_DEFAULT, PATH_VALUES, TRANSFER_SECTIONS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import {
  described,
  exact,
  Id,
  nullable,
  oneOf,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
  WorkspacePath,
} from './schemas.ts';
import { ProviderFindings } from './trust-operations.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 2_000 });
const KINDS = ['webdav', 'bucket'] as const;
const INCLUDE =
  'Beside the documents and the certificate: the record as JSON, what signers attached, all in a ZIP';
const PATTERN = `Folders below the address, of ${PATH_VALUES.map((word) => `\`{${word}}\``).join(', ')} and other text`;

const Destination = exact({
  destination: described(
    nullable(
      exact({
        kind: described(
          oneOf(KINDS),
          'A folder of a WebDAV server, or a bucket (Amazon S3 and what speaks its interface)',
        ),
        url: described(Text, 'The address of the folder or bucket'),
        user: described(Text, 'The user, or the access key of a bucket'),
        region: described(nullable(Text), 'The region of a bucket; null for WebDAV'),
        pathPattern: described(Text, PATTERN),
        include: described(Type.Array(oneOf(TRANSFER_SECTIONS)), INCLUDE),
        changeDate: described(Timestamp, 'When it was set up or changed, in seconds since 1970'),
      }),
    ),
    'Null where none is set up',
  ),
});

const progress = {
  attempts: described(Type.Integer(), 'How many tries have failed since the last start'),
  status: described(
    nullable(Type.Integer()),
    'The HTTP status that the last try failed with; null where there was no answer, or no failure',
  ),
  cause: described(nullable(Text), 'Why the last try failed, in a sentence; null without a failure'),
  nextAttemptDate: described(
    nullable(Timestamp),
    'When the next try is due, in seconds since 1970; null when none is',
  ),
};

export const Transfer = exact({
  state: described(
    oneOf(['none', 'pending', 'done', 'failed']),
    '`none`: nothing is to be written; `failed`: given up, until it is started again',
  ),
  ...progress,
  doneDate: described(nullable(Timestamp), 'When all was written, in seconds since 1970; null before'),
  host: described(
    nullable(Text),
    'The server of the destination of the workspace; null where none is set up',
  ),
  paths: described(Type.Array(Text), 'What is written already, by its path below the address'),
});

const UndoneTransfer = exact({
  workflowId: described(Id, 'Id of the workflow'),
  name: described(Text, 'Its name'),
  state: described(oneOf(['pending', 'failed']), '`failed`: given up, until it is started again'),
  ...progress,
});

const PATH = '/api/v1/workspaces/{workspaceId}/destination';
const TRANSFER_PATH = '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer';
const ofWorkspace = {
  scope: 'workspaces:write',
  path: PATH,
  params: WorkspacePath,
} as const;
const ofWorkflow = {
  params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
  answer: Transfer,
} as const;

/** Where sealed files are written by themselves. */
export const destinationOperations = {
  readDestination: operation({
    ...ofWorkspace,
    scope: 'workspaces:read',
    method: 'GET',
    summary: 'Where the sealed files of a workspace are written to',
    answer: Destination,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  saveDestination: operation({
    ...ofWorkspace,
    method: 'PUT',
    summary: 'Set where the sealed files of a workspace are written to, from the next one on',
    body: Type.Object({
      kind: described(oneOf(KINDS), 'A folder of a WebDAV server, or a bucket'),
      url: described(RawText, 'The address of the folder, or of the bucket, with `https://`'),
      user: described(RawText, 'The user, or the access key of a bucket'),
      secret: described(
        Type.Optional(RawText),
        'The password or secret key; never shown again. Absent: it stays, with the same kind, server and user',
      ),
      region: described(Type.Optional(nullable(RawText)), 'Of a bucket; `us-east-1` by default'),
      pathPattern: described(Type.Optional(RawText), `${PATTERN}; \`${PATH_PATTERN_DEFAULT}\` by default`),
      include: described(
        Type.Optional(Type.Array(oneOf(TRANSFER_SECTIONS), { maxItems: 10 })),
        `${INCLUDE}; nothing by default`,
      ),
    }),
    answer: Destination,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  deleteDestination: operation({
    ...ofWorkspace,
    method: 'DELETE',
    summary: 'Write no more sealed files of a workspace elsewhere; what was written stays there',
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  tryDestination: operation({
    ...ofWorkspace,
    method: 'POST',
    path: `${PATH}/try`,
    summary:
      'Write a small file to the destination, read it back and remove it, and say what the server answered',
    answer: ProviderFindings,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  listTransfers: operation({
    ...ofWorkspace,
    scope: 'workspaces:read',
    method: 'GET',
    path: `${PATH}/transfers`,
    summary: 'The workflows whose files are not at the destination, the newest first',
    query: Type.Object({
      ...PagesQuery.properties,
      state: described(
        Type.Optional(oneOf(['pending', 'failed'])),
        'Those that were given up (`failed`, the default), or are tried again',
      ),
    }),
    answer: pageOf(UndoneTransfer),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  readTransfer: operation({
    ...ofWorkflow,
    method: 'GET',
    path: TRANSFER_PATH,
    scope: 'workflows:read',
    summary: 'Whether the files of a workflow are at the destination of its workspace',
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  startTransfer: operation({
    ...ofWorkflow,
    method: 'PUT',
    path: `${TRANSFER_PATH}/start`,
    scope: 'workflows:write',
    summary: 'Write the files of a signed workflow to the destination of its workspace, now or once more',
    refusals: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};
