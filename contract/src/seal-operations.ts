import { LIMITS, SEAL_STATUSES } from '@paraph/domain';
import { Type } from 'typebox';
import { CallerWorkspaceId, FormMetadata, UPLOAD_REFUSALS, Upload, WorkflowName } from './form-parts.ts';
import { operation } from './operation.ts';
import { described, oneOf, PageQuery, pageOf, Text } from './schemas.ts';
import { OrganizationSeal } from './seal-schemas.ts';

const SealPath = Type.Object({
  sealId: described(Text, 'Of the seal: 40 characters, its date of creation and 32 hex digits'),
});
const read = { scope: 'seals:read', params: SealPath } as const;
const write = { ...read, scope: 'seals:write' } as const;
const ONE = '/api/v1/seals/{sealId}';
const FILTERS = {
  workspaceId: described(Type.Optional(CallerWorkspaceId), 'Only those of this workspace'),
  status: described(Type.Optional(oneOf(SEAL_STATUSES)), 'Only those in this status'),
  creatorEmail: described(
    Type.Optional(Type.String({ maxLength: 1_000 })),
    'Only those created by the user with this address',
  ),
};

/** Seals of an organization: PDF in, sealed PDF out, no people (interface.md §5.7). */
export const sealOperations = {
  createSeal: operation({
    method: 'POST',
    path: '/api/v1/seals',
    summary: 'Seal a PDF in the name of the organization; electronic invoices stay PDF/A-3',
    scope: 'seals:write',
    callerRate: 'seals',
    body: Type.Object({
      document: Upload,
      name: described(
        Type.Optional(WorkflowName),
        'What it is called in lists; without it the name of the file',
      ),
      workspaceId: described(Type.Optional(CallerWorkspaceId), 'Without it the caller’s first workspace'),
      metadata: Type.Optional(FormMetadata),
    }),
    bodyKind: 'multipart',
    status: 201,
    answer: OrganizationSeal,
    refusals: [...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND', 'STORAGE_QUOTA_REACHED'],
  }),
  listSeals: operation({
    method: 'GET',
    path: '/api/v1/seals',
    summary: 'List seals, newest first',
    scope: 'seals:read',
    query: Type.Object({
      ...PageQuery.properties,
      query: described(
        PageQuery.properties.query,
        `Searches names for each of these words; at most ${LIMITS.searchTermsMax}`,
      ),
      ...FILTERS,
      filters: described(
        Type.Optional(Type.Object(FILTERS)),
        'The same filters in brackets: `filters[status]=pending`',
      ),
      metadata: described(Type.Optional(Type.Record(Text, Text)), 'Only those with these pairs of your own'),
    }),
    answer: pageOf(OrganizationSeal),
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  readSeal: operation({
    ...read,
    method: 'GET',
    path: ONE,
    summary: 'Read a seal: whether its file is sealed, or what it waits for',
    callerRate: 'seals',
    answer: OrganizationSeal,
    refusals: ['NOT_FOUND'],
  }),
  readSealedFile: operation({
    ...read,
    method: 'GET',
    path: `${ONE}/content`,
    summary: 'The sealed PDF',
    callerRate: 'seals',
    answer: 'binary',
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  readSealCertificate: operation({
    ...read,
    method: 'GET',
    path: `${ONE}/certificate`,
    summary:
      'The certificate of sealing: a page that says what was sealed, by whom, when, and how to verify it',
    answer: 'binary',
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  retrySeal: operation({
    ...write,
    method: 'POST',
    path: `${ONE}/retry`,
    summary: 'Try again to make a seal that failed, once its cause is mended',
    answer: OrganizationSeal,
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  deleteSeal: operation({
    ...write,
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a seal with its files; the log keeps the hash',
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT', 'WORKFLOW_HELD'],
  }),
};
