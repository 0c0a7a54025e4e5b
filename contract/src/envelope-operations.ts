import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { CancelForm } from './act-schemas.ts';
import { Choices } from './choice-schemas.ts';
import { Followers } from './follower-schemas.ts';
import { DocumentForm, EnvelopeForm, UPLOAD_REFUSALS } from './form-parts.ts';
import { operation } from './operation.ts';
import { described, EnvelopeRef, exact, PageQuery, pageOf, Text } from './schemas.ts';
import { Witnesses } from './witness-schemas.ts';
import { FILTERS } from './workflow-filters.ts';
import { BulkItem, Envelope } from './workflow-schemas.ts';

const EnvelopePath = Type.Object({ envelopeId: EnvelopeRef });
const Ids = Type.Array(Text, { maxItems: LIMITS.pageLimitMax });

/** The envelope family: the same workflows, read and led through their 40-character id (interface.md §5.4). */
export const envelopeOperations = {
  createEnvelope: operation({
    method: 'POST',
    path: '/api/v1/envelopes',
    summary: 'Create a draft from the quick form; nothing is sent until it is started',
    scope: 'workflows:write',
    body: EnvelopeForm,
    bodyKind: 'multipart',
    answer: Envelope,
    refusals: [...UPLOAD_REFUSALS, 'WORKSPACE_NOT_FOUND'],
  }),
  listEnvelopes: operation({
    method: 'GET',
    path: '/api/v1/envelopes',
    summary: 'List envelopes of all workspaces, newest first; with `ids[]`, one bulk item for each id',
    scope: 'workflows:read',
    query: Type.Object({
      ...PageQuery.properties,
      ...FILTERS,
      filters: described(
        Type.Optional(Type.Object(FILTERS)),
        'The same filters in brackets: `filters[status]=started,signed`',
      ),
      metadata: described(
        Type.Optional(Type.Record(Text, Text)),
        'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
      ),
      ids: described(
        Type.Optional(Type.Union([Ids, Text])),
        'Answers exactly these, one item each, instead of a page',
      ),
    }),
    answer: Type.Union([pageOf(Envelope), Type.Array(BulkItem)]),
  }),
  readEnvelope: operation({
    method: 'GET',
    path: '/api/v1/envelopes/{envelopeId}',
    summary: 'Read a whole envelope; with `session=1` its file links need no credential for fifteen minutes',
    scope: 'workflows:read',
    params: EnvelopePath,
    query: Type.Object({
      session: described(Type.Optional(Text), '`1`: links to files open without a credential for 15 minutes'),
    }),
    answer: exact({ ...Envelope.properties, followers: Followers, choices: Choices, witnesses: Witnesses }),
    refusals: ['ENVELOPE_NOT_FOUND'],
  }),
  addEnvelopeDocument: operation({
    method: 'POST',
    path: '/api/v1/envelopes/{envelopeId}/documents',
    summary: 'Add a PDF to a draft; its text anchors and signature form fields become fields',
    scope: 'workflows:write',
    params: EnvelopePath,
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: Envelope,
    refusals: [...UPLOAD_REFUSALS, 'ENVELOPE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  startEnvelope: operation({
    method: 'PUT',
    path: '/api/v1/envelopes/{envelopeId}/start',
    summary: 'Start a draft and invite the recipients of its first step',
    scope: 'workflows:write',
    params: EnvelopePath,
    answer: Envelope,
    refusals: [
      'ENVELOPE_NOT_FOUND',
      'WORKFLOW_STATUS_CONFLICT',
      'DOCUMENT_NOT_ACCEPTED',
      'STORAGE_QUOTA_REACHED',
    ],
  }),
  cancelEnvelope: operation({
    method: 'PUT',
    path: '/api/v1/envelopes/{envelopeId}/cancel',
    summary: 'Stop an envelope for good',
    scope: 'workflows:write',
    params: EnvelopePath,
    body: CancelForm,
    answer: Envelope,
    refusals: ['ENVELOPE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
  listSignedEnvelopes: operation({
    method: 'GET',
    path: '/api/v1/profile/signed-envelopes',
    summary: 'Finished envelopes that the caller has signed or approved, newest first',
    scope: 'workflows:read',
    query: Type.Object({
      ...PageQuery.properties,
      limits: described(Type.Optional(Type.Integer({ minimum: 1 })), 'Another name of `limit`'),
    }),
    answer: pageOf(Envelope),
  }),
  deleteEnvelope: operation({
    method: 'DELETE',
    path: '/api/v1/envelopes/{envelopeId}',
    summary: 'Delete a draft or an ended envelope, with its files and its trail',
    scope: 'workflows:write',
    params: EnvelopePath,
    status: 204,
    answer: null,
    refusals: ['ENVELOPE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT', 'WORKFLOW_HELD'],
  }),
};
