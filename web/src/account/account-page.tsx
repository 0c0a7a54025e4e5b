import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { profileQuery, signOut, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { AccountArea } from './account-area.tsx';
import { AddressForm } from './address-form.tsx';
import { ApprovedApps } from './approved-apps.tsx';
import { EraseAccount } from './erase-account.tsx';
import { HandOverInstance } from './hand-over-instance.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { PictureForm } from './picture-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';

export default function AccountPage() {
  const t = useText('account');
  const profile = useQuery(profileQuery).data;
  const status = useQuery(statusQuery).data;
  if (!profile || !status) return null;
  return (
    <AccountArea title={t('title')} lead={profile.email} action={<SignOut />}>
      <Section title={t('profile')} lead={t('profileLead')}>
        <PictureForm profile={profile} />
        <ProfileForm profile={profile} status={status} />
      </Section>
      <Section title={t('address')} lead={t('addressLead')}>
        <AddressForm email={profile.email} />
      </Section>
      <Section title={t('password')} lead={t('passwordLead')}>
        <PasswordForm email={profile.email} />
      </Section>
      <Section title={t('approvedApps')} lead={t('approvedAppsLead')}>
        <ApprovedApps />
      </Section>
      <Section title={t('ownData')} lead={t('ownDataLead')}>
        <OwnData />
        {status.instanceOwner && <HandOverInstance />}
        <EraseAccount email={profile.email} />
      </Section>
    </AccountArea>
  );
}

function SignOut() {
  const t = useText('account');
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async ({ providerUrl }) => {
      if (providerUrl !== null) return window.location.assign(providerUrl);
      await navigate({ to: '/sign-in', search: {} });
      // Not cleared: what the page of sign-in asks for by now would never arrive.
      await client.resetQueries();
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <Button icon={LogOut} busy={leave.isPending} onClick={() => leave.mutate()}>
        {t('signOut')}
      </Button>
      <ErrorBanner error={leave.error} />
    </div>
  );
}
