import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Health } from './wire.ts';

const PATH = '/api/v1/instance/health';
const UNDER_WAY_MS = 2_000;

/** Asked again while an examination is under way. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call<Health>(PATH, { signal }),
  refetchInterval: ({ state }) => (state.data?.underWay ? UNDER_WAY_MS : false),
});

export function checkHealth(): Promise<Health> {
  return call(PATH, { method: 'POST', json: {} });
}
