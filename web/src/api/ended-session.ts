import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from './account-api.ts';
import { ApiError } from './call.ts';

/** Clears the profile when a call reports an ended session, so that the frame asks to sign in again. */
export function handleEndedSession(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && error.code === 'AUTHENTICATION_REQUIRED') {
    client.setQueryData(profileQuery.queryKey, null);
  }
}
