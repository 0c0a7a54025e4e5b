import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type UploadOptions, upload } from './call.ts';
import type { OrganizationSeal, SealPage } from './wire.ts';

const PATH = '/api/v1/seals';
const SEALS_A_PAGE = 20;
const WAITING_REFRESH_MS = 5_000;

export function sealsKey(workspaceId: number) {
  return ['seals', workspaceId] as const;
}

/** Those of a workspace, newest first; asked for again while one of them waits. */
export function sealsQuery(workspaceId: number, { page, query }: { page: number; query: string }) {
  const parameters = new URLSearchParams({
    workspaceId: String(workspaceId),
    page: String(page),
    limit: String(SEALS_A_PAGE),
  });
  if (query !== '') parameters.set('query', query);
  return queryOptions({
    queryKey: [...sealsKey(workspaceId), page, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<SealPage>(`${PATH}?${parameters}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending') ? WAITING_REFRESH_MS : false,
  });
}

export function createSeal(options: UploadOptions): Promise<OrganizationSeal> {
  return upload(PATH, options);
}

export function retrySeal(id: string): Promise<OrganizationSeal> {
  return call(`${PATH}/${id}/retry`, { method: 'POST', json: {} });
}

export function deleteSeal(id: string): Promise<void> {
  return call(`${PATH}/${id}`, { method: 'DELETE' });
}
