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
    status: 200,
    answer: exact({
      version: Version,
      workspaceId: described(nullable(Id), 'Where it was entered for; null where that is closed'),
      content: described(Text, 'As the page wrote it; empty where there is nothing'),
      files: described(Type.Array(UnfinishedFile), 'Its files'),
      savedDate: described(nullable(Timestamp), 'When it was saved last'),
    }),
    refusals: ['AUTHENTICATION_REQUIRED'],
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
    status: 200,
    answer: exact({ version: Version, savedDate: Timestamp }),
    refusals: [
      'VALIDATION_ERROR',
      'AUTHENTICATION_REQUIRED',
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'WORKSPACE_NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
    ],
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
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  addUnfinishedFile: operation({
    method: 'POST',
    path: '/api/v1/account/unfinished/files',
    summary: 'Store a file of it, which the next save names',
    access: 'session',
    internal: true,
    body: DocumentForm,
    bodyKind: 'multipart',
    status: 200,
    answer: UnfinishedFile,
    refusals: ['VALIDATION_ERROR', 'DOCUMENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'AUTHENTICATION_REQUIRED'],
  }),
  readUnfinishedFile: operation({
    method: 'GET',
    path: '/api/v1/account/unfinished/files/{unfinishedFileId}',
    summary: 'The bytes of a file of it',
    access: 'session',
    internal: true,
    params: Type.Object({ unfinishedFileId: described(Id, 'Id of the file') }),
    status: 200,
    answer: 'binary',
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
};
