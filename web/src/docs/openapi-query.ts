import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { OpenApi } from './openapi-state.ts';

/** The instance's OpenAPI description, which changes only with the server. */
export const openApiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: () => call<OpenApi>('/openapi.json'),
  staleTime: Number.POSITIVE_INFINITY,
});
