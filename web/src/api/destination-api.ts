import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Destination, ProviderTrial, Transfer, UndoneTransfers } from './wire.ts';
import { LIST_REFRESH_MS, type WorkflowIds, workflowKey } from './workflows-api.ts';

type DestinationSettings = NonNullable<Destination['destination']>;
export type DestinationForm = Pick<
  DestinationSettings,
  'include' | 'kind' | 'pathPattern' | 'url' | 'user'
> & {
  region: string | null;
  secret?: string;
};

export function destinationQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['destination', workspaceId],
    queryFn: ({ signal }) => call<Destination>(pathOf(workspaceId), { signal }),
  });
}

export function saveDestination(workspaceId: number, form: DestinationForm): Promise<Destination> {
  return call(pathOf(workspaceId), { method: 'PUT', json: form });
}

export function deleteDestination(workspaceId: number): Promise<void> {
  return call(pathOf(workspaceId), { method: 'DELETE' });
}

export function tryDestination(workspaceId: number): Promise<ProviderTrial> {
  return call(`${pathOf(workspaceId)}/try`, { method: 'POST', json: {} });
}

/** Those that were given up. */
export function failedTransfersQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: ['destination', workspaceId, 'failed', page],
    queryFn: ({ signal }) =>
      call<UndoneTransfers>(`${pathOf(workspaceId)}/transfers?page=${page}`, { signal }),
  });
}

export function transferQuery(ids: WorkflowIds) {
  return queryOptions({
    queryKey: [...workflowKey(ids), 'transfer'],
    queryFn: ({ signal }) => call<Transfer>(transferPathOf(ids), { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LIST_REFRESH_MS : false),
  });
}

export function startTransfer(ids: WorkflowIds): Promise<Transfer> {
  return call(`${transferPathOf(ids)}/start`, { method: 'PUT' });
}

function pathOf(workspaceId: number): string {
  return `/api/v1/workspaces/${workspaceId}/destination`;
}

function transferPathOf({ workspaceId, id }: WorkflowIds): string {
  return `/api/v1/workspaces/${workspaceId}/workflows/${id}/transfer`;
}
