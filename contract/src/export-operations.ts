import { EXPORT_CONTENTS, EXPORT_STATES, LIMITS } from '@paraph/domain';
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
  WorkspacePath,
} from './schemas.ts';
import { FILTERS } from './workflow-filters.ts';

const ExportPath = Type.Object({
  ...WorkspacePath.properties,
  exportId: described(Id, 'Id of the export, as the answer of the call that asked for it has it'),
});

const Contents = Type.Array(oneOf(EXPORT_CONTENTS), { maxItems: EXPORT_CONTENTS.length });

const ExportForm = Type.Object({
  ids: described(
    Type.Optional(Type.Array(Id, { minItems: 1, maxItems: LIMITS.exportWorkflowsMax })),
    'Ids of the workflows',
  ),
  filter: described(
    Type.Optional(
      Type.Object({
        query: described(Type.Optional(Text), 'Words, as in the list of workflows'),
        ...FILTERS,
      }),
    ),
    `Instead of ids: the filters of the list of workflows; all that they find, at most ${LIMITS.exportWorkflowsMax}`,
  ),
  contents: described(
    Type.Optional(Contents),
    '`documents` as they are now; `certificates` and `evidence` (the record as JSON) of what has ended; `attachments`: ' +
      'what signers attached, files for information and sources. By default documents and certificates. The index is ' +
      'always there; of an empty list it is all',
  ),
});

const Export = exact({
  id: described(Id, 'Id of the export'),
  workspaceId: described(Id, 'Id of the workspace whose workflows it has'),
  state: described(
    oneOf(EXPORT_STATES),
    'waiting, running; done: the archive can be downloaded; failed, canceled; expired: the archive is gone',
  ),
  contents: described(Type.Array(oneOf(EXPORT_CONTENTS)), 'What it has of each workflow, besides the index'),
  workflows: described(Type.Integer(), 'How many workflows it is about'),
  done: described(Type.Integer(), 'How many of them are written or left out by now'),
  skipped: described(
    Type.Integer(),
    'How many were left out: deleted meanwhile, not for the caller to see any more, or unreadable. The index says which and why',
  ),
  bytes: described(Type.Integer(), 'How long the archive is by now'),
  problem: described(nullable(Text), 'Why it failed, or its archive went early; null otherwise'),
  createDate: described(Timestamp, 'When it was asked for'),
  startDate: described(nullable(Timestamp), 'When the first of it was written'),
  endDate: described(nullable(Timestamp), 'When it ended'),
  expiresDate: described(nullable(Timestamp), 'When its archive goes: a day after it is done'),
  url: described(
    nullable(Text),
    'Where its archive is downloaded, with the session or a credential; null unless it is done',
  ),
});

const PATH = '/api/v1/workspaces/{workspaceId}/exports';
const reading = { scope: 'workflows:read', method: 'GET' } as const;

/** Files of many workflows as one archive, made by a job (interface.md §5.3). */
export const exportOperations = {
  createExport: operation({
    scope: 'workflows:write',
    method: 'POST',
    path: PATH,
    summary: 'Ask for a ZIP archive of many workflows; a job writes it',
    params: WorkspacePath,
    body: ExportForm,
    status: 202,
    answer: Export,
    refusals: ['WORKSPACE_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listExports: operation({
    ...reading,
    path: PATH,
    summary: 'Your exports of a workspace, newest first',
    params: WorkspacePath,
    query: PagesQuery,
    answer: pageOf(Export),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  readExport: operation({
    ...reading,
    path: `${PATH}/{exportId}`,
    summary: 'How far an export is',
    params: ExportPath,
    answer: Export,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  cancelExport: operation({
    scope: 'workflows:write',
    method: 'DELETE',
    path: `${PATH}/{exportId}`,
    summary: 'End an export; an archive that is done is deleted',
    params: ExportPath,
    answer: Export,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  downloadExport: operation({
    ...reading,
    path: `${PATH}/{exportId}/archive`,
    summary: 'The ZIP archive of an export that is done, whole or a range of it',
    params: ExportPath,
    answer: 'binary',
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};
