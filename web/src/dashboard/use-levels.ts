import { useQuery } from '@tanstack/react-query';
import { levelsQuery, organizationsQuery } from '../api/organization-api.ts';
import type { LevelOffers } from '../api/wire.ts';

/** The levels that the organization of a workspace is offered; undefined until they are known. */
export function useLevels(workspaceId: number | undefined): LevelOffers | undefined {
  const organizations = useQuery(organizationsQuery).data ?? [];
  const organization = organizations.find(
    ({ workspaceIds }) => workspaceId !== undefined && workspaceIds.includes(workspaceId),
  );
  return useQuery(levelsQuery(organization?.id)).data;
}
