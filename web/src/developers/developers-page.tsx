import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AccountArea } from '../account/account-area.tsx';
import { SubNavigation, SubNavigationLink } from '../account/sub-navigation.tsx';
import { WithOrganization } from '../organization/organization-area.tsx';
import { OrganizationSwitch } from '../organization/organization-switch.tsx';
import { useText } from '../text/start-text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { ApiKeys } from './api-keys.tsx';
import type { DevelopersTab } from './developers-state.ts';
import { EmbedOrigins } from './embed-origins.tsx';
import { IntegrationApps } from './integration-apps.tsx';
import { Webhooks } from './webhooks.tsx';

export default function DevelopersPage() {
  const t = useText('developers');
  const { tab = 'apps' } = useSearch({ from: '/app/account/developers' });
  return (
    <AccountArea
      title={t('title')}
      lead={
        <>
          {t('lead')} <GuideLink tab={tab} />
        </>
      }
    >
      <SubNavigation label={t('title')}>
        <SubNavigationLink to="/account/developers" search={{}} activeOptions={{ exact: true }}>
          {t('apps')}
        </SubNavigationLink>
        {(['keys', 'webhooks', 'addresses'] as const).map((each) => (
          <SubNavigationLink
            key={each}
            to="/account/developers"
            search={{ tab: each }}
            activeOptions={{ exact: true }}
          >
            {t(each)}
          </SubNavigationLink>
        ))}
      </SubNavigation>
      {CONTENT[tab]}
    </AccountArea>
  );
}

/** A link to the guide for the tab. */
function GuideLink({ tab }: { tab: DevelopersTab }) {
  const t = useText('developers');
  return (
    <Link to="/docs/$page" params={{ page: GUIDE_OF[tab] }} className="link whitespace-nowrap">
      {t(`guide.${tab}`)}
    </Link>
  );
}

const GUIDE_OF: Record<DevelopersTab, string> = {
  apps: 'oauth',
  keys: 'quick-start',
  webhooks: 'notifications',
  addresses: 'step-by-step',
};

/** Keys and webhooks belong to an organization, apps to a user. */
const CONTENT: Record<DevelopersTab, ReactNode> = {
  apps: <IntegrationApps />,
  keys: (
    <>
      <OrganizationSwitch />
      <WithOrganization>
        {(organization) => (
          <>
            <ApiKeys organization={organization} />
            {organization.administrator && <EmbedOrigins organization={organization} />}
          </>
        )}
      </WithOrganization>
    </>
  ),
  webhooks: (
    <>
      <OrganizationSwitch />
      <WithOrganization>{(organization) => <Webhooks organization={organization} />}</WithOrganization>
    </>
  ),
  addresses: <Addresses />,
};

const PATHS = [
  ['base', ''],
  ['authorize', '/integration-apps/authorize'],
  ['access', '/api/v1/OAuth/v2/access'],
  ['refresh', '/api/v1/OAuth/v2/refresh'],
  ['discovery', '/.well-known/oauth-authorization-server'],
] as const;

/** The URLs of this instance for a client's settings. */
function Addresses() {
  const t = useText('developers');
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p className="text-muted">{t('addressesLead')}</p>
      {PATHS.map(([name, path]) => (
        <CopyField key={name} label={t(`address.${name}`)} value={window.location.origin + path} />
      ))}
    </div>
  );
}
