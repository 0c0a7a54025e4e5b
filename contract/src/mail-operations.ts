import { Type } from 'typebox';
import { operation } from './operation.ts';
import { exact, Id, nullable, oneOf, PageQuery, pageOf, Text, Timestamp, WorkflowId } from './schemas.ts';

export const Mail = exact({
  id: Id,
  kind: Text,
  to: Text,
  state: oneOf(['queued', 'sent', 'failed', 'kept']),
  attempts: Type.Integer(),
  lastError: nullable(Text),
  sentDate: nullable(Timestamp),
  createDate: Timestamp,
});

const MAILBOX_FIELDS = { id: Id, to: Text, subject: Text, kind: Text, createDate: Timestamp };
const WORKFLOW_PATH = '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}';
const MAILBOX_REFUSALS = [
  'AUTHENTICATION_REQUIRED',
  'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  'NOT_FOUND',
] as const;

export const mailOperations = {
  listMails: operation({
    method: 'GET',
    path: `${WORKFLOW_PATH}/mails`,
    summary: 'The mails about a workflow and what became of them, oldest first',
    access: 'caller',
    scope: 'workflows:read',
    params: Type.Object({ workspaceId: Id, workflowId: WorkflowId }),
    status: 200,
    answer: Type.Array(Mail),
    refusals: [
      'AUTHENTICATION_REQUIRED',
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'WORKFLOW_NOT_FOUND',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
    ],
  }),
  retryMail: operation({
    method: 'POST',
    path: `${WORKFLOW_PATH}/mails/{mailId}/retry`,
    summary: 'Send a mail again that failed',
    access: 'caller',
    scope: 'workflows:write',
    params: Type.Object({ workspaceId: Id, workflowId: WorkflowId, mailId: Id }),
    status: 200,
    answer: Mail,
    refusals: [
      'AUTHENTICATION_REQUIRED',
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'WORKFLOW_NOT_FOUND',
      'NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
      'RATE_LIMIT_REACHED',
      'API_KEY_RATE_LIMIT_REACHED',
    ],
  }),
  listMailbox: operation({
    method: 'GET',
    path: '/api/v1/mailbox',
    summary: 'The mails kept here because no mail server is set, newest first',
    access: 'session',
    internal: true,
    query: PageQuery,
    status: 200,
    answer: pageOf(exact(MAILBOX_FIELDS)),
    refusals: ['VALIDATION_ERROR', ...MAILBOX_REFUSALS],
  }),
  readMailboxMail: operation({
    method: 'GET',
    path: '/api/v1/mailbox/{mailId}',
    summary: 'One kept mail',
    access: 'session',
    internal: true,
    params: Type.Object({ mailId: Id }),
    status: 200,
    answer: exact({
      ...MAILBOX_FIELDS,
      text: Text,
      html: Text,
      attachments: Type.Array(exact({ name: Text, size: Type.Integer() })),
    }),
    refusals: MAILBOX_REFUSALS,
  }),
  readMailboxPage: operation({
    method: 'GET',
    path: '/api/v1/mailbox/{mailId}/page',
    summary: 'One kept mail as its reader would see it',
    access: 'session',
    internal: true,
    params: Type.Object({ mailId: Id }),
    status: 200,
    answer: 'html',
    refusals: MAILBOX_REFUSALS,
  }),
};
