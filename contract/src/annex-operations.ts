import { ANNEX_FORMATS } from '@paraph/domain';
import { Type } from 'typebox';
import { AnnexUpload } from './annex-schemas.ts';

import { operation } from './operation.ts';
import { described, exact, Id, oneOf, Sha256, Text, Timestamp } from './schemas.ts';
import { LinkPath, SIGNER_REFUSALS } from './signing-operations.ts';
import { TemplatePath } from './template-operations.ts';
import { WorkflowPath } from './workflow-operations.ts';

const Annex = exact({
  id: described(Id, 'Id of the annex'),
  position: described(Type.Integer(), 'Its place among the annexes, from 0'),
  name: described(Text, 'The name of the file, as it was sent, without folders'),
  format: described(
    oneOf(ANNEX_FORMATS),
    'What the file is, by its content; `other` where that is not known',
  ),
  size: described(Type.Integer(), 'Bytes'),
  sha256: described(Sha256, 'SHA-256 in lowercase hexadecimal'),
  addDate: described(Timestamp, 'When it was added, in seconds since 1970'),
  file: described(Text, 'The address of the file; it needs the credential of the caller'),
});
const AnnexForm = Type.Object({ annex: AnnexUpload });
const annexId = described(Id, 'Id of the annex');

const ofWorkflow = {
  path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes',
  params: WorkflowPath,
} as const;
const oneOfWorkflow = {
  path: '/api/v1/workspaces/{workspaceId}/workflows/{workflowId}/annexes/{annexId}',
  params: Type.Object({ ...WorkflowPath.properties, annexId }),
} as const;
const ofTemplate = {
  path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes',
  params: TemplatePath,
} as const;
const oneOfTemplate = {
  path: '/api/v1/workspaces/{workspaceId}/templates/{templateId}/annexes/{annexId}',
  params: Type.Object({ ...TemplatePath.properties, annexId }),
} as const;

/** Files for information: who reads the documents may read them, and nobody signs them (interface.md §10). */
export const annexOperations = {
  listAnnexes: operation({
    ...ofWorkflow,
    method: 'GET',
    summary: 'List the files that the sender has added for information',
    scope: 'workflows:read',
    answer: Type.Array(Annex),
    refusals: ['WORKFLOW_NOT_FOUND'],
  }),
  addAnnex: operation({
    ...ofWorkflow,
    method: 'POST',
    summary: 'Add a file for information to a draft: people can download it, and nobody signs it',
    scope: 'workflows:write',
    body: AnnexForm,
    bodyKind: 'multipart',
    status: 201,
    answer: Annex,
    refusals: ['DOCUMENT_NOT_ACCEPTED', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readAnnex: operation({
    ...oneOfWorkflow,
    method: 'GET',
    summary: 'The bytes of a file that was added for information',
    scope: 'workflows:read',
    answer: 'binary',
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND'],
  }),
  removeAnnex: operation({
    ...oneOfWorkflow,
    method: 'DELETE',
    summary: 'Remove a file for information from a draft',
    scope: 'workflows:write',
    status: 204,
    answer: null,
    refusals: ['WORKFLOW_NOT_FOUND', 'NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readSigningAnnex: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/annexes/{annexId}',
    summary: 'The bytes of a file for information',
    access: 'signer',
    internal: true,
    params: Type.Object({ ...LinkPath.properties, annexId: Id }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
  listTemplateAnnexes: operation({
    ...ofTemplate,
    method: 'GET',
    summary: 'List the files for information that each workflow made of a template gets a copy of',
    scope: 'templates:read',
    answer: Type.Array(Annex),
    refusals: ['TEMPLATE_NOT_FOUND'],
  }),
  addTemplateAnnex: operation({
    ...ofTemplate,
    method: 'POST',
    summary: 'Add a file for information to a template',
    scope: 'templates:write',
    body: AnnexForm,
    bodyKind: 'multipart',
    status: 201,
    answer: Annex,
    refusals: ['DOCUMENT_NOT_ACCEPTED', 'TEMPLATE_NOT_FOUND'],
  }),
  readTemplateAnnex: operation({
    ...oneOfTemplate,
    method: 'GET',
    summary: 'The bytes of a file for information of a template',
    scope: 'templates:read',
    answer: 'binary',
    refusals: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND'],
  }),
  removeTemplateAnnex: operation({
    ...oneOfTemplate,
    method: 'DELETE',
    summary: 'Remove a file for information from a template',
    scope: 'templates:write',
    status: 204,
    answer: null,
    refusals: ['TEMPLATE_NOT_FOUND', 'NOT_FOUND'],
  }),
};
