import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Design } from '../api/wire.ts';
import { createDesignApi, type DesignApi } from './design-api.ts';

/** What a session shows, and how its page calls. */
export function useDesign(session: string) {
  const api: DesignApi = useMemo(() => createDesignApi(session), [session]);
  const client = useQueryClient();
  const queryKey = ['design', session];
  const query = useQuery({
    queryKey,
    queryFn: api.read,
    // What is being edited here is not replaced under the hand.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return { api, query, keep: (design: Design) => client.setQueryData(queryKey, design) };
}
