import { MAIL_TIMES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import {
  described,
  exact,
  Id,
  nullable,
  oneOf,
  PageQuery,
  pageOf,
  Text,
  Timestamp,
  WorkflowId,
} from './schemas.ts';

export const Mail = exact({
  id: described(Id, 'Id of the mail'),
  kind: described(Text, 'What kind it is'),
  to: described(Text, 'The address it is for'),
  state: described(
    oneOf(['queued', 'sent', 'failed', 'kept']),
    '`kept`: no mail server is set, and the mail waits in the mailbox',
  ),
  attempts: described(Type.Integer(), 'How often it was tried'),
  lastError: described(nullable(Text), 'Why the last attempt failed'),
  sentDate: described(nullable(Timestamp), 'When it was sent, in seconds since 1970; null until then'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
});

const Time = described(oneOf(MAIL_TIMES), 'At once, in the summary of the day, or not');

/** Which mails a person gets about what they sent. */
const MailWishes = exact({
  signatures: described(Time, 'Of each signature'),
  completions: described(Time, 'That everyone is done'),
  stops: described(Time, 'Declined, expired, or passed on'),
  failures: described(
    oneOf(['now', 'off']),
    'What needs an act: a mail that is not delivered, a seal that cannot be made',
  ),
});

const MAILBOX_FIELDS = {
  id: described(Id, 'Its id'),
  to: described(Text, 'The address it is for'),
  subject: Text,
  kind: described(Text, 'What kind it is'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
};
const WORKFLOW_PATH = '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}';

export const mailOperations = {
  readMailSettings: operation({
    method: 'GET',
    path: '/api/v1/account/mails',
    summary: 'Which mails the caller gets about what they sent',
    access: 'session',
    internal: true,
    answer: MailWishes,
  }),
  updateMailSettings: operation({
    method: 'PUT',
    path: '/api/v1/account/mails',
    summary: 'Choose which mails the caller gets about what they sent; what is absent stays',
    access: 'session',
    internal: true,
    body: Type.Partial(MailWishes),
    answer: MailWishes,
  }),
  stopMails: operation({
    method: 'POST',
    path: '/api/v1/account/mails/stop',
    summary: 'Stop mails of a topic by the link of one of them',
    access: 'open',
    internal: true,
    body: Type.Object({
      userId: Id,
      topic: Type.String({ maxLength: 20 }),
      token: Type.String({ maxLength: 100 }),
    }),
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  listMails: operation({
    method: 'GET',
    path: `${WORKFLOW_PATH}/mails`,
    summary: 'The mails about a workflow with their states, oldest first',
    scope: 'workflows:read',
    params: Type.Object({ workspaceId: described(Id, 'Id of the workspace'), workflowId: WorkflowId }),
    answer: Type.Array(Mail),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  retryMail: operation({
    method: 'POST',
    path: `${WORKFLOW_PATH}/mails/{mailId}/retry`,
    summary: 'Send a failed mail again',
    scope: 'workflows:write',
    params: Type.Object({
      workspaceId: described(Id, 'Id of the workspace'),
      workflowId: WorkflowId,
      mailId: described(Id, 'Id of the mail'),
    }),
    answer: Mail,
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listMailbox: operation({
    method: 'GET',
    path: '/api/v1/mailbox',
    summary: 'The mails stored because no mail server is configured, newest first',
    access: 'session',
    internal: true,
    query: Type.Object({
      ...PageQuery.properties,
      query: described(PageQuery.properties.query, 'Searches addresses and subjects for each of these words'),
    }),
    answer: pageOf(exact(MAILBOX_FIELDS)),
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'NOT_FOUND'],
  }),
  listMailboxTexts: operation({
    method: 'GET',
    path: '/api/v1/mailbox/texts',
    summary: 'The text messages that count, of an instance that is tried out without a gateway, newest first',
    access: 'session',
    internal: true,
    answer: Type.Array(
      exact({
        id: described(Id, 'Its id'),
        to: described(Text, 'The number it is for'),
        text: Text,
        createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
      }),
    ),
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'NOT_FOUND'],
  }),
  readMailboxMail: operation({
    method: 'GET',
    path: '/api/v1/mailbox/{mailId}',
    summary: 'One stored mail',
    access: 'session',
    internal: true,
    params: Type.Object({ mailId: described(Id, 'Id of the mail') }),
    answer: exact({
      ...MAILBOX_FIELDS,
      text: Text,
      html: Text,
      attachments: Type.Array(
        exact({ name: described(Text, 'Its name'), size: described(Type.Integer(), 'Bytes') }),
      ),
    }),
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'NOT_FOUND'],
  }),
  readMailboxPage: operation({
    method: 'GET',
    path: '/api/v1/mailbox/{mailId}/page',
    summary: 'One stored mail as its recipient would see it',
    access: 'session',
    internal: true,
    params: Type.Object({ mailId: described(Id, 'Id of the mail') }),
    answer: 'html',
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'NOT_FOUND'],
  }),
};
