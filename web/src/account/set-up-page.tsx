import { useParams } from '@tanstack/react-router';
import { setUp } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { NewAccountForm } from './new-account-form.tsx';

/** The page of the one-time link that the first start prints. */
export default function SetUpPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/set-up/$token' });
  return (
    <OutsideFrame title={t('setUpTitle')} lead={t('setUpLead')}>
      <NewAccountForm create={(account) => setUp({ ...account, token })} submitLabel={t('setUpAct')} />
    </OutsideFrame>
  );
}
