import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { MailboxMessage, MailboxPage, MailboxTexts } from './wire.ts';

export function mailboxQuery({ page, query }: { page: number; query: string }) {
  return queryOptions({
    queryKey: ['mailbox', 'list', page, query],
    queryFn: ({ signal }) =>
      call<MailboxPage>(`/api/v1/mailbox?${new URLSearchParams({ page: String(page), query })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

/** Refused where a gateway sends them. */
export function mailboxTextsQuery() {
  return queryOptions({
    queryKey: ['mailbox', 'texts'],
    queryFn: ({ signal }) => call<MailboxTexts>('/api/v1/mailbox/texts', { signal }),
    refetchInterval: 5_000,
    retry: false,
  });
}

export function mailboxMessageQuery(id: number) {
  return queryOptions({
    queryKey: ['mailbox', 'message', id],
    queryFn: ({ signal }) => call<MailboxMessage>(`/api/v1/mailbox/${id}`, { signal }),
  });
}
