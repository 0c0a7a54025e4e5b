import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { noticeEndedSession } from './ended-session.ts';

/** Asks again only where that can help, and notices anywhere that the session has ended. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => noticeEndedSession(client, error);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a network a query fails and says so, instead of waiting silently for one.
      queries: {
        staleTime: 2_000,
        networkMode: 'always',
        retry: (count, error) => count < 2 && mayHelpToRetry(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

function mayHelpToRetry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
