import { BULK_ROW_STATES, BULK_STATES, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { Preferences, Upload } from './form-parts.ts';
import { operation } from './operation.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PagesQuery,
  pageOf,
  Text,
  Timestamp,
  WorkspacePath,
  withMisfit,
} from './schemas.ts';
import { SigningView } from './signing-operations.ts';
import { TemplatePath } from './template-operations.ts';

const BulkPath = Type.Object({
  ...TemplatePath.properties,
  bulkId: described(Id, 'Id of the bulk job'),
});

const Mapping = withMisfit(
  described(
    Type.Record(Text, Text),
    'What columns say whose headings do not, by heading: `mapping[Mail]=Tenant email`. A placeholder’s name with ' +
      '`name`, `email`, `phone` or `language`; `field:KEY`, `metadata:KEY`, `message`, `tags`, `deadline`, `id`, or `ignore`',
  ),
  'Must be a map from headings to what they say: mapping[Mail]=Tenant email.',
);
const rateLimits = { minimum: 1, maximum: LIMITS.bulkRatePerMinuteMax };

const BulkForm = Type.Object({
  file: described(
    Upload,
    `A table as CSV: headings, then a row for each workflow. Comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252; at most ${LIMITS.bulkRowsMax} rows, ${LIMITS.bulkColumnsMax} columns and 20 MiB`,
  ),
  name: described(
    Type.Optional(
      withMisfit(
        limited(Text, { minLength: 2, maxLength: LIMITS.nameCharactersMax }),
        'Must have 2 to 250 characters.',
      ),
    ),
    'What the workflows are called, such as `Offer for {{Employee.name}}`; also `{{field:KEY}}`, `{{id}}`, `{{row}}`. By default as the template',
  ),
  mapping: Type.Optional(Mapping),
  startDate: described(
    Type.Optional(withMisfit(Type.Integer(), 'Must be an integer: seconds since 1970.')),
    'When sending begins once the job was started, in seconds since 1970; without it at once',
  ),
  ratePerMinute: described(
    Type.Optional(withMisfit(limited(Type.Integer(), rateLimits), 'Must be a whole number of rows.')),
    'How many rows are sent in a minute at most',
  ),
  lock: described(
    Type.Optional(withMisfit(Type.Boolean(), 'Must be true or false.')),
    'Whether signers cannot change what the table fills in; false by default',
  ),
  preferences: described(Type.Optional(Preferences), 'Change those of the template, as in the cloner'),
  tags: described(
    Type.Optional(
      withMisfit(
        limited(Type.Array(Id), { maxItems: LIMITS.tagsOfOneMax }),
        'Must be a list of ids of tags: tags[]=3.',
      ),
    ),
    'Ids of tags of the workspace that each workflow gets',
  ),
});

const count = (what: string) => described(Type.Integer(), what);

const BulkJob = exact({
  id: described(Id, 'Id of the bulk job'),
  workspaceId: described(Id, 'Id of the workspace, whose workflows are made'),
  templateId: described(nullable(Id), 'Id of the template; null once it was deleted'),
  state: described(
    oneOf(BULK_STATES),
    'checking: rows are being checked; ready: waits for the start; then sending, paused, done or canceled',
  ),
  fileName: described(Text, 'The name of the table’s file'),
  encoding: described(Text, 'How its text was read: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`'),
  name: described(Text, 'The pattern of the workflows’ names'),
  columns: described(
    Type.Array(
      exact({
        heading: described(Text, 'As the table has it'),
        meaning: described(
          nullable(Text),
          'As in `mapping`; null where the column is not understood and left out',
        ),
      }),
    ),
    'What each column says',
  ),
  rows: count('How many rows the table has'),
  waiting: count('How many are not checked yet'),
  valid: count('How many can be sent, and are not yet'),
  invalid: count('How many have problems'),
  sent: count('How many became a workflow that has started'),
  failed: count('How many were refused when they were to be sent'),
  canceled: count('How many are sent no more'),
  signed: count('Of those sent, how many were signed'),
  pausedFor: described(nullable(Text), 'Why it is paused, where nobody asked for it'),
  ratePerMinute: described(
    nullable(Type.Integer()),
    'How many rows a minute are sent at most; null: no limit',
  ),
  scheduledStartDate: described(nullable(Timestamp), 'When sending begins; null: at once'),
  createDate: described(Timestamp, 'When the table was sent'),
  startDate: described(nullable(Timestamp), 'When the job was started'),
  endDate: described(nullable(Timestamp), 'When it ended'),
});

const BulkRow = exact({
  row: described(Type.Integer(), 'As a spreadsheet counts: the headings are row 1'),
  state: described(
    oneOf(BULK_ROW_STATES),
    'waiting: not checked yet; valid, invalid; sent; failed: refused when it was to be sent; canceled',
  ),
  key: described(nullable(Text), 'What its column `id` says'),
  cells: described(nullable(Type.Array(Text)), 'What its cells say; null once there is the workflow'),
  problems: described(
    Type.Array(
      exact({
        column: described(nullable(Text), 'The heading of the column; null where the table lacks one'),
        problem: described(Text, 'What is wrong, and what would be right'),
      }),
    ),
    'All of its problems',
  ),
  samePeopleAs: described(
    nullable(Type.Integer()),
    'The first row with the same people; it is sent all the same',
  ),
  workflowId: described(nullable(Id), 'The integer id of its workflow'),
  envelopeId: described(nullable(Text), 'The 40-character id of its workflow'),
  status: described(nullable(Text), 'The status of its workflow now'),
});

const REFUSALS = ['TEMPLATE_NOT_FOUND', 'NOT_FOUND'] as const;
const reading = { scope: 'workflows:read', method: 'GET', refusals: REFUSALS } as const;
const acting = {
  scope: 'workflows:write',
  method: 'PUT',
  params: BulkPath,
  answer: BulkJob,
  refusals: [...REFUSALS, 'WORKFLOW_STATUS_CONFLICT'],
} as const;
const PATH = '/api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk';

/** Many workflows of one template and the rows of a table (interface.md §5.2). */
export const bulkOperations = {
  createBulkJob: operation({
    scope: 'workflows:write',
    method: 'POST',
    path: PATH,
    summary: 'Take over a table, a workflow for each row; nothing is sent before the job is started',
    params: TemplatePath,
    body: BulkForm,
    bodyKind: 'multipart',
    status: 202,
    answer: BulkJob,
    refusals: ['TEMPLATE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listWorkspaceBulkJobs: operation({
    ...reading,
    path: '/api/v1/workspaces/{workspaceId}/bulk',
    summary: 'The bulk jobs of all templates of a workspace, newest first',
    params: WorkspacePath,
    query: PagesQuery,
    answer: pageOf(BulkJob),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  listBulkJobs: operation({
    ...reading,
    path: PATH,
    summary: 'The bulk jobs of a template, newest first',
    params: TemplatePath,
    query: PagesQuery,
    answer: pageOf(BulkJob),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readBulkSample: operation({
    ...reading,
    path: `${PATH}/sample.csv`,
    summary: 'The headings of a table for this template, with an example',
    params: TemplatePath,
    answer: 'binary',
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  readBulkJob: operation({
    ...reading,
    path: `${PATH}/{bulkId}`,
    summary: 'How far a bulk job is',
    params: BulkPath,
    answer: BulkJob,
  }),
  previewBulkJob: operation({
    ...reading,
    path: `${PATH}/{bulkId}/preview`,
    summary:
      'The signing page of the first row that can be sent, as its first signer will see it; nothing is made',
    internal: true,
    params: BulkPath,
    answer: SigningView,
    refusals: [...REFUSALS, 'WORKFLOW_STATUS_CONFLICT'],
  }),
  updateBulkJob: operation({
    ...acting,
    path: `${PATH}/{bulkId}`,
    summary: 'Say anew what the columns mean; every row is checked again',
    body: Type.Object({ mapping: Mapping }),
  }),
  startBulkJob: operation({
    ...acting,
    path: `${PATH}/{bulkId}/start`,
    summary: 'Send the rows of a bulk job that is ready',
    body: Type.Object({
      skipInvalid: described(
        Type.Optional(Type.Boolean({ default: false })),
        'Leave rows with problems out, instead of refusing; false by default',
      ),
    }),
  }),
  pauseBulkJob: operation({
    ...acting,
    path: `${PATH}/{bulkId}/pause`,
    summary: 'Send no further rows until it is resumed',
  }),
  resumeBulkJob: operation({
    ...acting,
    path: `${PATH}/{bulkId}/resume`,
    summary: 'Go on after a pause',
  }),
  cancelBulkJob: operation({
    ...acting,
    path: `${PATH}/{bulkId}/cancel`,
    summary: 'Send no further rows ever; workflows that were made stay',
  }),
  listBulkRows: operation({
    ...reading,
    path: `${PATH}/{bulkId}/rows`,
    summary: 'The rows of a bulk job in their order, with problems and workflows',
    params: BulkPath,
    query: Type.Object({
      ...PagesQuery.properties,
      state: described(Type.Optional(oneOf(BULK_ROW_STATES)), 'Only rows in this state'),
    }),
    answer: pageOf(BulkRow),
  }),
  exportBulkRows: operation({
    ...reading,
    path: `${PATH}/{bulkId}/result.csv`,
    summary: 'What became of each row, as CSV',
    params: BulkPath,
    answer: 'binary',
  }),
};
