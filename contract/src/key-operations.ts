import { SCOPE_NAMES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { OrganizationQuery } from './organization-operations.ts';
import { exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const apiKey = {
  id: Id,
  name: Text,
  member: exact({ id: Id, email: Text, name: nullable(Text) }),
  scopes: Type.Array(oneOf(SCOPE_NAMES)),
  creatorName: Text,
  hint: Type.String({ description: 'The last four characters of the key' }),
  createDate: Timestamp,
  lastUseDate: nullable(Timestamp),
};
export const ApiKey = exact(apiKey);

// Only bounded here: the use case validates what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 1_000 });

/** API keys are made by people, on a page: no key makes another. */
export const keyOperations = {
  listApiKeys: operation({
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'The API keys of the organization, or those that act as the caller',
    access: 'session',
    internal: true,
    query: OrganizationQuery,
    answer: Type.Array(ApiKey),
    refusals: ['NOT_FOUND'],
  }),
  createApiKey: operation({
    method: 'POST',
    path: '/api/v1/api-keys',
    summary: 'Create an API key; it is shown once',
    access: 'session',
    internal: true,
    query: OrganizationQuery,
    body: Type.Object({
      name: RawText,
      memberId: Type.Optional(Id),
      scopes: Type.Array(RawText, { maxItems: 50 }),
    }),
    status: 201,
    answer: exact({ ...apiKey, key: Text }),
    refusals: ['NOT_FOUND'],
  }),
  deleteApiKey: operation({
    method: 'DELETE',
    path: '/api/v1/api-keys/{keyId}',
    summary: 'Delete an API key',
    access: 'session',
    internal: true,
    params: Type.Object({ keyId: Id }),
    query: OrganizationQuery,
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
};
