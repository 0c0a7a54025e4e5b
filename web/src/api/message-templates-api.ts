import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, reading } from './ask.ts';
import type { NewMessageTemplate } from './wire.ts';

const A_PAGE = 25;
const LIST = 'GET /api/v1/workspaces/{workspaceId}/message-templates';

export function messageTemplatesKey(workspaceId: number | undefined) {
  return ['message-templates', workspaceId] as const;
}

export function messageTemplatesQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: [...messageTemplatesKey(workspaceId), page],
    placeholderData: keepPreviousData,
    queryFn: reading(LIST, { workspaceId, page, limit: A_PAGE }),
  });
}

/** Those that can be chosen; none, without an error, where the role has no right to them. */
export function offeredMessagesQuery(workspaceId: number | undefined) {
  return queryOptions({
    queryKey: [...messageTemplatesKey(workspaceId), 'offered'],
    enabled: workspaceId !== undefined,
    retry: false,
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        ask(LIST, { workspaceId: workspaceId ?? 0, page, limit: 100 }, { signal });
      return (await Promise.all([read(1), read(2)])).flatMap(({ items }) => items);
    },
  });
}

export const saveMessageTemplate = (workspaceId: number, id: number | null, json: NewMessageTemplate) =>
  id === null
    ? ask('POST /api/v1/workspaces/{workspaceId}/message-templates', { workspaceId }, { json })
    : ask(
        'PUT /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}',
        { workspaceId, messageTemplateId: id },
        { json },
      );
export const deleteMessageTemplate = (workspaceId: number, messageTemplateId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/message-templates/{messageTemplateId}', {
    workspaceId,
    messageTemplateId,
  });
