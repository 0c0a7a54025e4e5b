import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { FieldBlock, FieldBlockPage, NewFieldBlock } from './wire.ts';

const pathOf = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/field-blocks`;

/** All of them, which are few; none, without an error, where the role has no right to them. */
export function fieldBlocksQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['field-blocks', workspaceId],
    retry: false,
    queryFn: async ({ signal }) => {
      const pages = [1, 2].map((page) => `${pathOf(workspaceId)}?page=${page}&limit=100`);
      const [first, second] = await Promise.all(pages.map((path) => call<FieldBlockPage>(path, { signal })));
      return [...(first?.items ?? []), ...(second?.items ?? [])];
    },
  });
}

export function createFieldBlock(workspaceId: number, json: NewFieldBlock): Promise<FieldBlock> {
  return call(pathOf(workspaceId), { method: 'POST', json });
}

export function renameFieldBlock(workspaceId: number, id: number, name: string): Promise<FieldBlock> {
  return call(`${pathOf(workspaceId)}/${id}`, { method: 'PUT', json: { name } });
}

export function deleteFieldBlock(workspaceId: number, id: number): Promise<void> {
  return call(`${pathOf(workspaceId)}/${id}`, { method: 'DELETE' });
}
