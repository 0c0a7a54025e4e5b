import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { DocumentForm } from './form-parts.ts';
import { operation } from './operation.ts';
import { described, exact, Id, nullable, Text, Timestamp } from './schemas.ts';

const Version = described(
  Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
  'Counts the saves; 0 for none',
);

const UnfinishedFile = exact({
  id: described(Id, 'Id of the file'),
  name: described(Text, 'Its name'),
  size: described(Type.Integer(), 'Bytes'),
});

/** What the signed-in user has entered on the page for sending and not sent yet. */
export const unfinishedOperations = {
  readUnfinishedDocument: operation({
    method: 'GET',
    path: '/api/v1/account/unfinished',
    summary: 'What the caller has entered and not sent yet',
    access: 'session',
    internal: true,
    answer: exact({
      version: Version,
      workspaceId: described(nullable(Id), 'Where it was entered for; null where that is closed'),
      content: described(Text, 'As the page wrote it; empty where there is nothing'),
      files: described(Type.Array(UnfinishedFile), 'Its files'),
      savedDate: described(nullable(Timestamp), 'When it was saved last'),
    }),
  }),
  saveUnfinishedDocument: operation({
    method: 'PUT',
    path: '/api/v1/account/unfinished',
    summary: 'Save what was entered since a version; files that are not named are deleted',
    access: 'session',
    internal: true,
    body: Type.Object({
      version: Version,
      workspaceId: described(Id, 'Where it is entered for'),
      content: described(Type.String({ maxLength: LIMITS.unfinishedCharactersMax }), 'As the page reads it'),
      files: described(
        Type.Array(Id, { maxItems: 2 * LIMITS.workflowDocumentsMax }),
        'Ids of the files that stay',
      ),
    }),
    answer: exact({ version: Version, savedDate: Timestamp }),
    refusals: ['WORKSPACE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  deleteUnfinishedDocument: operation({
    method: 'DELETE',
    path: '/api/v1/account/unfinished',
    summary: 'Delete it, with its files',
    access: 'session',
    internal: true,
    query: Type.Object({ version: Version }),
    status: 204,
    answer: null,
    refusals: ['WORKFLOW_STATUS_CONFLICT'],
  }),
  addUnfinishedFile: operation({
    method: 'POST',
    path: '/api/v1/account/unfinished/files',
    summary: 'Store a file of it, which the next save names',
    access: 'session',
    internal: true,
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: UnfinishedFile,
  }),
  readUnfinishedFile: operation({
    method: 'GET',
    path: '/api/v1/account/unfinished/files/{unfinishedFileId}',
    summary: 'The bytes of a file of it',
    access: 'session',
    internal: true,
    params: Type.Object({ unfinishedFileId: described(Id, 'Id of the file') }),
    answer: 'binary',
    refusals: ['NOT_FOUND'],
  }),
};
