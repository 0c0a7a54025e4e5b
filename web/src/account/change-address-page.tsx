import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { addressChangeQuery, confirmAddressChange, profileQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { AddressLink } from './address-link.tsx';

/** The page of the link in the new mailbox. */
export default function ChangeAddressPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/change-address/$token' });
  const client = useQueryClient();
  const profile = useQuery(profileQuery);
  const isSignedIn = profile.data != null;
  const change = useQuery({ ...addressChangeQuery, enabled: isSignedIn });
  const confirm = useMutation({
    mutationFn: confirmAddressChange,
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  if (confirm.isSuccess) {
    return (
      <OutsideFrame title={t('changeDone')} lead={t('changeDoneLead')}>
        <Link to="/account" className={buttonClass('primary')}>
          {t('changeGoOn')}
        </Link>
      </OutsideFrame>
    );
  }
  const pending = change.data?.pending;
  if (isSignedIn && pending === null && !confirm.isPending) {
    return <OutsideFrame title={t('changeNone')} lead={t('changeNoneLead')} />;
  }
  const isPending = profile.isPending || (isSignedIn && change.isPending);
  const emails = pending && { email: profile.data?.email ?? '', newEmail: pending.email };
  return (
    <AddressLink
      of="change"
      query={{ isPending, error: profile.error ?? change.error }}
      onSignedIn={profile.data === null ? () => void profile.refetch() : null}
      lead={emails ? t('changeLead', emails) : null}
      act={{ ...confirm, press: () => confirm.mutate({ token }) }}
    />
  );
}
