import { ATTACHMENT_FORMATS } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, oneOf, Sha256, Text, Timestamp } from './schemas.ts';
import { WorkflowPath } from './workflow-operations.ts';

/** The files that signers attached, for the sender (interface.md §5.3). */
export const attachmentOperations = {
  listAttachments: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/attachments',
    summary: 'List the files that signers attached',
    scope: 'workflows:read',
    params: WorkflowPath,
    answer: Type.Array(
      exact({
        fieldId: described(Id, 'Id of the field'),
        label: described(Text, 'The label of the field'),
        actionId: described(Id, 'Id of the action of the signer'),
        recipientId: described(Id, 'Id of the recipient'),
        name: described(Text, 'The name of the file, as in the value of the field'),
        format: described(oneOf(ATTACHMENT_FORMATS), 'What the file is, by its content'),
        size: described(Type.Integer(), 'Bytes'),
        sha256: described(Sha256, 'SHA-256 in lowercase hexadecimal, as in the value of the field'),
        addDate: described(Timestamp, 'When the signer attached it, in seconds since 1970'),
        file: described(Text, 'The address of the file; it needs the credential of the caller'),
      }),
    ),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  readAttachment: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/fields/{fieldId}/attachment',
    summary: 'The bytes of a file that a signer attached',
    scope: 'workflows:read',
    params: Type.Object({ ...WorkflowPath.properties, fieldId: described(Id, 'Id of the field') }),
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND'],
  }),
};
