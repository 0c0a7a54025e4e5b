import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading } from './ask.ts';

export function apiKeysQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: ['api-keys', organizationId],
    enabled: organizationId !== undefined,
    queryFn: reading('GET /api/v1/api-keys', { organizationId }),
  });
}

export const createApiKey = (organizationId: number, json: Body<'POST /api/v1/api-keys'>) =>
  ask('POST /api/v1/api-keys', { organizationId }, { json });
export const deleteApiKey = (organizationId: number, keyId: number) =>
  ask('DELETE /api/v1/api-keys/{keyId}', { organizationId, keyId });
