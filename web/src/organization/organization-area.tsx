import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountArea } from '../account/account-area.tsx';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { useOrganization } from './use-organization.ts';

type OrganizationAreaProps = {
  title: string;
  lead: (organization: Organization) => ReactNode;
  action?: (organization: Organization) => ReactNode;
  children: (organization: Organization) => ReactNode;
};

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
      <nav aria-label={t('area')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          <Place to="/account/organization" label={t('members')} />
          <Place to="/account/organization/roles" label={t('roles')} />
          <Place to="/account/organization/workspaces" label={t('workspaces')} />
        </ul>
      </nav>
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
    return (
      <TroubleBanner error={error} action={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>} />
    );
  }
  return (
    <EmptyState icon={Building2} title={t('none')}>
      {t('noneLead')}
    </EmptyState>
  );
}

type PlaceProps = {
  to: '/account/organization' | '/account/organization/roles' | '/account/organization/workspaces';
  label: string;
};

function Place({ to, label }: PlaceProps) {
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: true }}
        className={PLACE}
        activeProps={{ className: 'border-accent bg-accent-wash text-accent' }}
        inactiveProps={{ className: 'border-edge bg-surface hover:bg-wash' }}
      >
        {label}
      </Link>
    </li>
  );
}

const PLACE =
  'inline-flex min-h-11 items-center rounded-round border px-4 text-14 font-medium no-underline transition-colors';
