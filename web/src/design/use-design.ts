import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Design } from '../api/wire.ts';
import { useWitnessNames } from '../dashboard/use-witness-names.ts';
import { createDesignApi, type DesignApi } from './design-api.ts';

/** The design of a session, and its API, which a frame adapts: it tells the page around what fails. */
export function useDesign(session: string, adapt?: (api: DesignApi) => DesignApi) {
  const api: DesignApi = useMemo(() => {
    const created = createDesignApi(session);
    return adapt ? adapt(created) : created;
  }, [session, adapt]);
  const client = useQueryClient();
  const queryKey = ['design', session];
  const query = useQuery({
    queryKey,
    queryFn: api.read,
    select: useWitnessNames(),
    // Refetching would replace what is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return { api, query, keep: (design: Design) => client.setQueryData(queryKey, design) };
}
