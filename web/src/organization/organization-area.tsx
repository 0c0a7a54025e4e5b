import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountArea } from '../account/account-area.tsx';
import { SubNavigation, SubNavigationLink } from '../account/sub-navigation.tsx';
import type { Organization } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { useOrganization } from './use-organization.ts';
import { sealingWorkspaces } from './workspace-state.ts';

type OrganizationAreaProps = {
  title: string;
  lead: (organization: Organization) => ReactNode;
  action?: (organization: Organization) => ReactNode;
  children: (organization: Organization) => ReactNode;
};

/** The search parameters do not change which page is active. */
const PATH_ALONE = { exact: true, includeSearch: false };

/** The layout of the organization pages. */
export function OrganizationArea({ title, lead, action, children }: OrganizationAreaProps) {
  const t = useText('organization');
  const messages = useText('messages');
  const brand = useText('brand');
  const { organization } = useOrganization();
  const workspaces = useQuery(workspacesQuery).data ?? [];
  const maySeal = organization !== undefined && sealingWorkspaces(organization, workspaces).length > 0;
  return (
    <AccountArea
      title={title}
      lead={organization ? lead(organization) : null}
      action={organization && action?.(organization)}
    >
      <OrganizationSwitch />
      <SubNavigation label={t('area')} folded={t('allSections')}>
        <SubNavigationLink to="/account/organization" activeOptions={PATH_ALONE}>
          {t('members')}
        </SubNavigationLink>
        <SubNavigationLink to="/account/organization/name">{t('ownName')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/roles">{t('roles')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/workspaces">{t('workspaces')}</SubNavigationLink>
        <SubNavigationLink to="/messages">{messages('title')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/second-factor">{t('factor.tab')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/levels">{t('levels')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/appearance">{brand('tab')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/stamps">{t('stamps')}</SubNavigationLink>
        {maySeal && <SubNavigationLink to="/account/organization/seals">{t('seals')}</SubNavigationLink>}
        <SubNavigationLink to="/account/organization/providers">{t('providers')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/connections">{t('connections')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/retention">{t('retention')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/record">{t('record.tab')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/agents">{t('agents.tab')}</SubNavigationLink>
        <SubNavigationLink to="/account/organization/usage">{t('usage.tab')}</SubNavigationLink>
      </SubNavigation>
      <WithOrganization>{children}</WithOrganization>
    </AccountArea>
  );
}

/** Renders its children with the organization, or says why there is none. */
export function WithOrganization({ children }: Pick<OrganizationAreaProps, 'children'>) {
  const t = useText('organization');
  const { organization, isPending, error, refetch } = useOrganization();
  // The key resets state, so that input for one organization is never shown for another.
  if (organization) return <div key={organization.id}>{children(organization)}</div>;
  if (isPending || error) return <Unloaded query={{ isPending, error, refetch }} />;
  return (
    <EmptyState icon={Building2} title={t('none')}>
      {t('noneLead')}
    </EmptyState>
  );
}
