import { useNavigate, useSearch } from '@tanstack/react-router';
import { AccountArea } from '../account/account-area.tsx';
import { WithOrganization } from '../organization/organization-area.tsx';
import { OrganizationSwitch } from '../organization/organization-switch.tsx';
import { useText } from '../text/start-text.ts';
import { Tabs } from '../ui/tabs.tsx';
import { Addresses } from './addresses.tsx';
import { ApiKeys } from './api-keys.tsx';
import { readDevelopersSearch } from './developers-state.ts';
import { IntegrationApps } from './integration-apps.tsx';
import { Webhooks } from './webhooks.tsx';

export default function DevelopersPage() {
  const t = useText('developers');
  const navigate = useNavigate();
  const { tab = 'apps' } = useSearch({ from: '/app/account/developers' });
  return (
    <AccountArea title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(value) =>
          void navigate({ to: '/account/developers', search: readDevelopersSearch({ tab: value }) })
        }
        tabs={[
          { value: 'apps', label: t('apps'), content: <IntegrationApps /> },
          { value: 'keys', label: t('keys'), content: <OfOrganization content={ApiKeys} /> },
          { value: 'webhooks', label: t('webhooks'), content: <OfOrganization content={Webhooks} /> },
          { value: 'addresses', label: t('addresses'), content: <Addresses /> },
        ]}
      />
    </AccountArea>
  );
}

/** Keys and webhooks are an organization's, apps are a user's. */
function OfOrganization({ content: Content }: { content: typeof ApiKeys | typeof Webhooks }) {
  return (
    <>
      <OrganizationSwitch />
      <WithOrganization>{(organization) => <Content organization={organization} />}</WithOrganization>
    </>
  );
}
