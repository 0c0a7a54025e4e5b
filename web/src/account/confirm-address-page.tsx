import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { confirmAddress, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { AddressLink } from './address-link.tsx';

/** The page of a link that proves an address. */
export default function ConfirmAddressPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/confirm-address/$token' });
  const client = useQueryClient();
  const status = useQuery(statusQuery);
  const confirm = useMutation({
    mutationFn: confirmAddress,
    onSuccess: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
  const { signedIn, unprovedEmail } = status.data ?? {};
  const isProved = confirm.isSuccess || (signedIn && unprovedEmail === null);
  if (isProved) {
    return (
      <OutsideFrame title={t('confirmDone')} lead={t('confirmDoneLead')}>
        <Link to="/documents" search={{}} className={buttonClass('primary')}>
          {t('confirmGoOn')}
        </Link>
      </OutsideFrame>
    );
  }
  return (
    <AddressLink
      of="confirm"
      query={status}
      onSignedIn={signedIn === false ? () => void status.refetch() : null}
      lead={unprovedEmail ? t('confirmLead', { email: unprovedEmail }) : null}
      act={{ ...confirm, press: () => confirm.mutate({ token }) }}
    />
  );
}
