import { queryOptions } from '@tanstack/react-query';
import { ask, type Body, reading } from './ask.ts';
import type { Transfer } from './wire.ts';
import { LIST_REFRESH_MS, type WorkflowIds, workflowKey } from './workflows-api.ts';

export function destinationQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['destination', workspaceId],
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/destination', { workspaceId }),
  });
}

export type DestinationForm = Body<'PUT /api/v1/workspaces/{workspaceId}/destination'>;
export const saveDestination = (workspaceId: number, json: DestinationForm) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/destination', { workspaceId }, { json });
export const deleteDestination = (workspaceId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/destination', { workspaceId });
export const tryDestination = (workspaceId: number) =>
  ask('POST /api/v1/workspaces/{workspaceId}/destination/try', { workspaceId });

/** Those that were given up. */
export function failedTransfersQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: ['destination', workspaceId, 'failed', page],
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/destination/transfers', { workspaceId, page }),
  });
}

export function transferQuery({ workspaceId, id: workflowId }: WorkflowIds) {
  return queryOptions({
    queryKey: [...workflowKey({ workspaceId, id: workflowId }), 'transfer'],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer',
        { workspaceId, workflowId },
        { signal },
      ),
    refetchInterval: ({ state }) => (mayChange(state.data) ? LIST_REFRESH_MS : false),
  });
}

/** Also where none has begun: a transfer begins a moment after the workflow was signed. */
export function mayChange(transfer: Pick<Transfer, 'state' | 'host'> | undefined): boolean {
  return transfer?.state === 'pending' || (transfer?.state === 'none' && transfer.host !== null);
}

export const startTransfer = ({ workspaceId, id: workflowId }: WorkflowIds) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/transfer/start', {
    workspaceId,
    workflowId,
  });
