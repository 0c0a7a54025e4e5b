import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { StepUpDialog } from '../account/step-up-dialog.tsx';
import { lockQuery, profileQuery, statusQuery } from '../api/account-api.ts';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';
import { FactorDue } from './factor-due.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navigation } from './navigation.tsx';

const SignInAgain = lazy(() => import('./sign-in-again.tsx'));

/** The frame of all pages that need sign-in: navigation (a bottom bar on narrow screens) and the page. */
export function AppFrame() {
  const t = useText('frame');
  const profile = useQuery(profileQuery);
  const lock = useLock(profile.data === null);
  const [lastProfile, setLastProfile] = useState<Profile | null>(null);
  if (profile.isPending) return <Skeleton className="p-8" />;
  if (profile.error && !profile.data) {
    return (
      <OutsideFrame title={t('error.title')}>
        <FailedQuery query={profile} />
      </OutsideFrame>
    );
  }
  if (profile.data && profile.data !== lastProfile) setLastProfile(profile.data);
  const shown = profile.data ?? lastProfile;
  if (!shown) return <ToSignIn />;
  // Nothing of it is shown before it is known whether the device was handed over; what was entered stays.
  const isHidden = profile.data === null && lock.data !== null && !lock.isError;
  return (
    <div className={isHidden ? 'hidden' : 'min-h-dvh md:flex'}>
      <a href="#content" className={SKIP}>
        {t('skip')}
      </a>
      <Navigation profile={shown} />
      <PageArea />
      <KeyboardHelp />
      <StepUpDialog />
      <Suspense>{profile.data === null && !isHidden && <SignInAgain profile={shown} />}</Suspense>
    </div>
  );
}

const SKIP =
  'sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-30 focus:rounded-paper ' +
  'focus:bg-surface focus:p-3';

/** Of a browser without a session: leads to the lock of a device that its host has handed over. */
function useLock(isSignedOut: boolean) {
  const lock = useQuery({ ...lockQuery, enabled: isSignedOut });
  const isLocked = isSignedOut && Boolean(lock.data);
  useEffect(() => {
    if (isLocked) window.location.replace('/locked');
  }, [isLocked]);
  return lock;
}

/** Redirects to sign-in once, and keeps the requested page as `next`. */
function ToSignIn() {
  const navigate = useNavigate();
  const router = useRouter();
  const lock = useLock(true);
  const isFree = lock.data === null || lock.isError;
  useEffect(() => {
    if (!isFree) return;
    const { pathname, href } = router.state.location;
    // This component stays mounted shortly after the path has changed.
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { next: href }, replace: true });
  }, [navigate, router, isFree]);
  return null;
}

/** Focuses the page area on navigation, so that keyboard and screen reader start at its top. */
function PageArea() {
  const t = useText('frame');
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="mx-auto w-full min-w-0 max-w-page px-4 pt-6 pb-28 outline-none md:px-8 md:py-10"
    >
      <FactorDue />
      <UnnamedProxies />
      <Outlet />
      <footer className="mt-16 flex flex-wrap gap-x-6 border-t border-line pt-4 text-14 text-muted md:hidden">
        <Link to="/verify" className="touch inline-flex items-center">
          {t('verify')}
        </Link>
        <Link to="/docs" className="touch inline-flex items-center">
          {t('docs')}
        </Link>
      </footer>
    </main>
  );
}

/** For the owner of the instance, who alone is told of them. */
function UnnamedProxies() {
  const t = useText('frame');
  const proxies = useQuery(statusQuery).data?.unnamedProxies ?? [];
  if (proxies.length === 0) return null;
  return (
    <div className="mb-8">
      <Banner tone="waiting" title={t('proxies.title', { addresses: proxies.join(', ') })}>
        <p>{t('proxies.lead')}</p>
        {/* Strangers can send the header as well: who names them all trusts theirs. */}
        {proxies.length === 1 && (
          <p className="mt-2 font-mono break-all">PARAPH_TRUSTED_PROXIES={proxies[0]}</p>
        )}
      </Banner>
    </div>
  );
}
