import { isExportOpen } from '@paraph/domain';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Body } from './ask.ts';

const PATH = '/api/v1/workspaces/{workspaceId}/exports';
const EXPORTS_A_PAGE = 10;
/** An archive is written by the server: while it is, its progress is asked for. */
const MOVING_MS = 1_000;
const RESTING_MS = 15_000;

export type NewExport = Body<`POST ${typeof PATH}`>;

export const makeExport = (workspaceId: number, json: NewExport) =>
  ask(`POST ${PATH}`, { workspaceId }, { json });

export function exportsQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: ['exports', workspaceId, page],
    queryFn: ({ signal }) => ask(`GET ${PATH}`, { workspaceId, page, limit: EXPORTS_A_PAGE }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((each) => isExportOpen(each.state)) ? MOVING_MS : RESTING_MS,
  });
}

export const cancelExport = (workspaceId: number, exportId: number) =>
  ask(`DELETE ${PATH}/{exportId}`, { workspaceId, exportId });

export const archiveAddress = (workspaceId: number, exportId: number) =>
  addressOf(`GET ${PATH}/{exportId}/archive`, { workspaceId, exportId });
