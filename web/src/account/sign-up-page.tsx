import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signUp, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NewAccountForm } from './new-account-form.tsx';

export default function SignUpPage() {
  const t = useText('account');
  const status = useQuery(statusQuery);
  if (status.isPending) return <Skeleton className="p-8" />;
  const isClosed = status.data?.signUpAllowed === false;
  return (
    <OutsideFrame
      title={isClosed ? t('signUpClosed') : t('signUpTitle')}
      lead={isClosed && t('signUpClosedLead')}
    >
      {!isClosed && <NewAccountForm create={signUp} submitLabel={t('signUpAct')} />}
      <p>
        {t('haveAccount')}{' '}
        <Link to="/sign-in" search={{}} className="link">
          {t('signIn')}
        </Link>
      </p>
    </OutsideFrame>
  );
}
