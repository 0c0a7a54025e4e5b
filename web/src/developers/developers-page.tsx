import { AccountArea } from '../account/account-area.tsx';
import { useText } from '../text/start-text.ts';
import { Tabs } from '../ui/tabs.tsx';
import { Addresses } from './addresses.tsx';
import { IntegrationApps } from './integration-apps.tsx';

export default function DevelopersPage() {
  const t = useText('developers');
  return (
    <AccountArea title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('title')}
        tabs={[
          { value: 'apps', label: t('apps'), content: <IntegrationApps /> },
          { value: 'addresses', label: t('addresses'), content: <Addresses /> },
        ]}
      />
    </AccountArea>
  );
}
