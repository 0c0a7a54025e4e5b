import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, PagesQuery, pageOf, Text, Timestamp, WorkspacePath } from './schemas.ts';

export const MessageTemplate = exact({
  id: described(Id, 'Id of the message template'),
  name: described(Text, 'Its name, once in the workspace'),
  text: described(Text, 'What the invitations quote'),
  changeDate: described(Timestamp, 'When it was changed last'),
});

const MessagePath = Type.Object({
  workspaceId: described(Id, 'Id of the workspace'),
  messageTemplateId: described(Id, 'Id of the message template'),
});
const Form = {
  name: described(
    Type.String({ minLength: 1, maxLength: LIMITS.messageTemplateNameCharactersMax }),
    'By which users choose it; upper and lower case are the same',
  ),
  text: described(
    Type.String({ minLength: 1, maxLength: LIMITS.messageCharactersMax }),
    'The message; `{document}` stands for the name of the document, where the page for sending takes it over',
  ),
};

const reading = { scope: 'workflows:read' } as const;
const writing = { scope: 'workflows:write' } as const;

/** The messages to recipients that a workspace uses again. */
export const messageTemplateOperations = {
  listMessageTemplates: operation({
    ...reading,
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/message-templates',
    summary: 'The message templates of a workspace, by name',
    params: WorkspacePath,
    query: PagesQuery,
    answer: pageOf(MessageTemplate),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  createMessageTemplate: operation({
    ...writing,
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/message-templates',
    summary: `Add a message template; a workspace has at most ${LIMITS.messageTemplatesMax}`,
    params: WorkspacePath,
    body: Type.Object(Form),
    status: 201,
    answer: MessageTemplate,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  updateMessageTemplate: operation({
    ...writing,
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}',
    summary: 'Change a message template; absent properties stay',
    params: MessagePath,
    body: Type.Partial(Type.Object(Form)),
    answer: MessageTemplate,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
  deleteMessageTemplate: operation({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}',
    summary: 'Delete a message template; workflows that used its text keep it',
    params: MessagePath,
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'NOT_FOUND'],
  }),
};
