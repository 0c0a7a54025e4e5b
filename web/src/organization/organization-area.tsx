import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountArea } from '../account/account-area.tsx';
import { PartChoice, PartLink } from '../account/part-choice.tsx';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { useOrganization } from './use-organization.ts';

type OrganizationAreaProps = {
  title: string;
  lead: (organization: Organization) => ReactNode;
  action?: (organization: Organization) => ReactNode;
  children: (organization: Organization) => ReactNode;
};

/** What is searched for is no other place. */
const PATH_ALONE = { exact: true, includeSearch: false };

/** The pages about an organization, once it is known which. */
export function OrganizationArea({ title, lead, action, children }: OrganizationAreaProps) {
  const t = useText('organization');
  const { organization } = useOrganization();
  return (
    <AccountArea
      title={title}
      lead={organization ? lead(organization) : null}
      action={organization && action?.(organization)}
    >
      <OrganizationSwitch />
      <PartChoice label={t('area')}>
        <PartLink to="/account/organization" activeOptions={PATH_ALONE}>
          {t('members')}
        </PartLink>
        <PartLink to="/account/organization/roles">{t('roles')}</PartLink>
        <PartLink to="/account/organization/workspaces">{t('workspaces')}</PartLink>
      </PartChoice>
      <WithOrganization>{children}</WithOrganization>
    </AccountArea>
  );
}

/** Says why there is no organization to show, where there is none. */
export function WithOrganization({ children }: Pick<OrganizationAreaProps, 'children'>) {
  const t = useText('organization');
  const { organization, isPending, error, refetch } = useOrganization();
  // The key: what is typed or opened for one organization is never shown for another.
  if (organization) return <div key={organization.id}>{children(organization)}</div>;
  if (isPending) return <Skeleton />;
  if (error) {
    return <ErrorBanner error={error} action={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>} />;
  }
  return (
    <EmptyState icon={Building2} title={t('none')}>
      {t('noneLead')}
    </EmptyState>
  );
}
