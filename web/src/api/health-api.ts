import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';

const UNDER_WAY_MS = 2_000;

/** Asked again while an examination is under way. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => ask('GET /api/v1/instance/health', {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.underWay ? UNDER_WAY_MS : false),
});

const STATUS_MS = 30_000;

/** Asked again while the page is open: who looks at it waits for something. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => ask('GET /api/v1/status', {}, { signal }),
  refetchInterval: STATUS_MS,
});

export const checkHealth = () => ask('POST /api/v1/instance/health', {});
