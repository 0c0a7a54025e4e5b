import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { handleEndedSession } from './ended-session.ts';

/** Retries only where that can help, and handles an ended session for every call. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => handleEndedSession(client, error);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a network a query fails with an error instead of waiting.
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
