import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { reading } from './ask.ts';

export function mailboxQuery({ page, query }: { page: number; query: string }) {
  return queryOptions({
    queryKey: ['mailbox', 'list', page, query],
    queryFn: reading('GET /api/v1/mailbox', { page, query }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

/** Refused where a gateway sends them. */
export function mailboxTextsQuery() {
  return queryOptions({
    queryKey: ['mailbox', 'texts'],
    queryFn: reading('GET /api/v1/mailbox/texts', {}),
    refetchInterval: 5_000,
    retry: false,
  });
}

export function mailboxMessageQuery(mailId: number) {
  return queryOptions({
    queryKey: ['mailbox', 'message', mailId],
    queryFn: reading('GET /api/v1/mailbox/{mailId}', { mailId }),
  });
}
