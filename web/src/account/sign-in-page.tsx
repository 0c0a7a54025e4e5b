import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { nextPath } from './entry-state.ts';
import { ReturnedVisit } from './returned-visit.tsx';
import { SignInWays } from './sign-in-ways.tsx';

export default function SignInPage() {
  const t = useText('account');
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const status = useQuery(statusQuery);
  return (
    <OutsideFrame title={t('signInTitle')}>
      <ReturnedVisit onSignedIn={(returnTo) => router.history.replace(nextPath(returnTo))} />
      <SignInWays onSignedIn={() => router.history.replace(nextPath(next))} returnTo={nextPath(next)}>
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-2">
          <Link to="/password-reset" className="link py-1">
            {t('forgotPassword')}
          </Link>
          {status.data?.signUpAllowed && (
            <Link to="/sign-up" className="link py-1">
              {t('createAccount')}
            </Link>
          )}
        </p>
      </SignInWays>
    </OutsideFrame>
  );
}
