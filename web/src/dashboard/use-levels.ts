import { useQuery } from '@tanstack/react-query';
import { levelsQuery, organizationsQuery } from '../api/organization-api.ts';
import type { LevelOffers } from '../api/wire.ts';

/** What the organization of a workspace is offered, and the sender may ask for there; undefined until it is known. */
export function useLevels(workspaceId: number | undefined): LevelOffers | undefined {
  const organizations = useQuery(organizationsQuery).data ?? [];
  const organization = organizations.find(
    ({ workspaceIds }) => workspaceId !== undefined && workspaceIds.includes(workspaceId),
  );
  return useQuery(levelsQuery(organization?.id, workspaceId)).data;
}
