import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';

const UNDER_WAY_MS = 2_000;

/** Asked again while an examination is under way. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => ask('GET /api/v1/instance/health', {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.underWay ? UNDER_WAY_MS : false),
});

export const checkHealth = () => ask('POST /api/v1/instance/health', {});
