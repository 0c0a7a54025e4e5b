import type { AnswerOf, Operations } from '@paraph/contract';
import { maskedEmail, untrusted } from '@paraph/domain';
import { Type } from 'typebox';
import { fromSeconds } from '../platform/clock.ts';

export const WorkflowRef = Type.String({
  pattern: '^[0-9]{1,8}([0-9]{0,7}|[0-9a-f]{32})$',
  description: 'Id of the workflow, as search_workflows answers it',
});
export const WorkspaceId = Type.Integer({
  minimum: 1,
  description:
    'Id of the workspace, as list_workspaces answers it; absent: the first one that agents may enter',
});
export const Cursor = Type.String({
  maxLength: 500,
  description: 'The `next` of the page before; absent for the first page',
});

/** How many a page has. */
export const PAGE = 20;

/** Times as people write them. */
export function time(seconds: number): string;
export function time(seconds: number | null): string | null;
export function time(seconds: number | null): string | null {
  return seconds === null ? null : fromSeconds(seconds).toISOString();
}

type Workflow = AnswerOf<Operations['readWorkflow']>;
type Listed = AnswerOf<Operations['listWorkflows']>['items'][number];

/** In a list: whom it waits for, with addresses that tell people apart and reach nobody. */
export function listedWorkflow(workflow: Listed) {
  const nameOf = new Map(workflow.recipients.map(({ id, name }) => [id, name]));
  return {
    id: workflow.envelopeId,
    workspaceId: workflow.workspaceId,
    name: untrusted(workflow.name, 250),
    status: workflow.status,
    level: workflow.type,
    created: time(workflow.createDate),
    deadline: time(workflow.expiryDate),
    waitsFor: workflow.pendingActions.map(({ recipientId, recipientEmail, type, startDate }) => ({
      recipientId,
      name: untrusted(nameOf.get(recipientId) ?? '', 250),
      email: untrusted(maskedEmail(recipientEmail), 250),
      to: type,
      since: time(startDate),
    })),
  };
}

/** One that was asked for by its id: with the addresses. */
export function wholeWorkflow(workflow: Workflow, baseUrl: string) {
  const { envelopeId, workspaceId, id } = workflow;
  return {
    id: envelopeId,
    workspaceId,
    name: untrusted(workflow.name, 250),
    status: workflow.status,
    level: workflow.type,
    signingSecurity: workflow.signingSecurity,
    created: time(workflow.createDate),
    started: time(workflow.startDate),
    deadline: time(workflow.expiryDate),
    blockedBecause: workflow.blockedCause === null ? null : untrusted(workflow.blockedCause),
    message: workflow.senderMessage === null ? null : untrusted(workflow.senderMessage),
    documents: workflow.documents.map((document) => ({
      id: document.id,
      fileName: untrusted(document.file.name, 250),
    })),
    recipients: workflow.recipients.map((recipient) => ({
      id: recipient.id,
      name: untrusted(recipient.name, 250),
      email: untrusted(recipient.email, 250),
      roles: recipient.roles.map(({ id: role, type }) => ({ id: role, type })),
    })),
    steps: workflow.steps.map(({ type, status, actions }) => ({
      type,
      status,
      actions: actions.map((action) => ({
        recipientId: action.recipientId,
        type: action.type,
        status: action.status,
        comment: action.comment === null ? null : untrusted(action.comment),
      })),
    })),
    fields: workflow.fields.length,
    page: `${baseUrl}/documents/${workspaceId}/${id}`,
  };
}
