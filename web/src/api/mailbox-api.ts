import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { MailboxMessage, MailboxPage } from './wire.ts';

export function mailboxQuery(page: number) {
  return queryOptions({
    queryKey: ['mailbox', page],
    queryFn: ({ signal }) => call<MailboxPage>(`/api/v1/mailbox?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

export function mailboxMessageQuery(id: number) {
  return queryOptions({
    queryKey: ['mailbox', 'message', id],
    queryFn: ({ signal }) => call<MailboxMessage>(`/api/v1/mailbox/${id}`, { signal }),
  });
}
