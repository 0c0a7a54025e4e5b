import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';
import type { NewFieldBlock } from './wire.ts';

/** All of them, which are few; none, without an error, where the role has no right to them. */
export function fieldBlocksQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['field-blocks', workspaceId],
    retry: false,
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        ask(
          'GET /api/v1/workspaces/{workspaceId}/field-blocks',
          { workspaceId, page, limit: 100 },
          { signal },
        );
      return (await Promise.all([read(1), read(2)])).flatMap(({ items }) => items);
    },
  });
}

export const createFieldBlock = (workspaceId: number, json: NewFieldBlock) =>
  ask('POST /api/v1/workspaces/{workspaceId}/field-blocks', { workspaceId }, { json });
export const renameFieldBlock = (workspaceId: number, fieldBlockId: number, name: string) =>
  ask(
    'PUT /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}',
    { workspaceId, fieldBlockId },
    { json: { name } },
  );
export const deleteFieldBlock = (workspaceId: number, fieldBlockId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/field-blocks/{fieldBlockId}', { workspaceId, fieldBlockId });
