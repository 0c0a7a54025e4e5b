import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from '../api/organization-api.ts';
import { rememberedChoice } from '../ui/remembered-choice.ts';

const choice = rememberedChoice('paraph.organization');

export const rememberOrganization = choice.remember;

/** The selected organization: the remembered one, else the first, which the user administers. */
export function useOrganization() {
  const query = useQuery(organizationsQuery);
  const organizations = query.data ?? [];
  const organization = choice.useChosen(organizations);
  return {
    organizations,
    organization,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  };
}
