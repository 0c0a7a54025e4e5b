import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, ask } from './ask.ts';
import { type UploadOptions, upload } from './call.ts';
import type { OrganizationSeal } from './wire.ts';

const SEALS_A_PAGE = 20;
const WAITING_REFRESH_MS = 5_000;

export function sealsKey(workspaceId: number) {
  return ['seals', workspaceId] as const;
}

/** Those of a workspace, newest first; asked for again while one of them waits. */
export function sealsQuery(workspaceId: number, { page, query }: { page: number; query: string }) {
  const which = { workspaceId, page, limit: SEALS_A_PAGE, query: query === '' ? undefined : query };
  return queryOptions({
    queryKey: [...sealsKey(workspaceId), page, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask('GET /api/v1/seals', which, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending') ? WAITING_REFRESH_MS : false,
  });
}

export function createSeal(options: UploadOptions): Promise<OrganizationSeal> {
  return upload(addressOf('POST /api/v1/seals', {}), options);
}

export const retrySeal = (sealId: string) => ask('POST /api/v1/seals/{sealId}/retry', { sealId });
export const deleteSeal = (sealId: string) => ask('DELETE /api/v1/seals/{sealId}', { sealId });
