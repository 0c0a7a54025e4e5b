import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { MessageTemplate, MessageTemplatePage, NewMessageTemplate } from './wire.ts';

const pathOf = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/message-templates`;
const A_PAGE = 25;

export function messageTemplatesKey(workspaceId: number | undefined) {
  return ['message-templates', workspaceId] as const;
}

export function messageTemplatesQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: [...messageTemplatesKey(workspaceId), page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<MessageTemplatePage>(`${pathOf(workspaceId)}?page=${page}&limit=${A_PAGE}`, { signal }),
  });
}

/** Those that can be chosen; none, without an error, where the role has no right to them. */
export function offeredMessagesQuery(workspaceId: number | undefined) {
  return queryOptions({
    queryKey: [...messageTemplatesKey(workspaceId), 'offered'],
    enabled: workspaceId !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const pages = [1, 2].map((page) => `${pathOf(workspaceId ?? 0)}?page=${page}&limit=100`);
      const [first, second] = await Promise.all(
        pages.map((path) => call<MessageTemplatePage>(path, { signal })),
      );
      return [...(first?.items ?? []), ...(second?.items ?? [])];
    },
  });
}

export function saveMessageTemplate(
  workspaceId: number,
  id: number | null,
  json: NewMessageTemplate,
): Promise<MessageTemplate> {
  const path = pathOf(workspaceId);
  return call(id === null ? path : `${path}/${id}`, { method: id === null ? 'POST' : 'PUT', json });
}

export function deleteMessageTemplate(workspaceId: number, id: number): Promise<void> {
  return call(`${pathOf(workspaceId)}/${id}`, { method: 'DELETE' });
}
