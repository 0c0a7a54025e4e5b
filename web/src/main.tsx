import './frame/app.css';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { statusQuery } from './api/account-api.ts';
import { leaveOnLock } from './api/lock-channel.ts';
import { createQueryClient } from './api/query-client.ts';
import { sayRefusalsBy } from './api/refusal-words.ts';
import { RouteError } from './frame/route-error.tsx';
import { createAppRouter } from './routes.tsx';
import { keepLanguage, startAppText } from './text/app-languages.ts';
import { changeTimeZone } from './text/start-text.ts';
import { keepColorScheme, startColorScheme } from './ui/color-scheme.ts';
import { Skeleton } from './ui/skeleton.tsx';
import { ToastProvider } from './ui/toast.tsx';

const AuthorizePage = lazy(() => import('./authorize/authorize-page.tsx'));

const client = createQueryClient();
const router = createAppRouter();
const root = document.getElementById('root');
startColorScheme();
leaveOnLock();
sayRefusalsBy(async (sentences) => (await import('./text/violation-texts.ts')).sayAll(sentences));
if (root) void startAppText().then(() => createRoot(root).render(<App />));

function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <AccountLook />
          {isAuthorization() ? (
            <CatchBoundary getResetKey={() => 'authorize'} errorComponent={RouteError}>
              <Suspense fallback={<Skeleton />}>
                <AuthorizePage />
              </Suspense>
            </CatchBoundary>
          ) : (
            <RouterProvider router={router} />
          )}
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Follows the language, time zone and colours of the account, as soon as a page has asked who is signed in. */
function AccountLook() {
  const { data } = useQuery({ ...statusQuery, enabled: isAuthorization() });
  const { signedIn = false, language = null, timeZone = null, colorScheme = null } = data ?? {};
  useEffect(() => {
    // Without a connection the texts cannot be loaded: the language stays the same.
    if (language !== null) void keepLanguage(language).catch(() => undefined);
  }, [language]);
  useEffect(() => {
    if (!signedIn) return;
    changeTimeZone(timeZone);
    keepColorScheme(colorScheme);
  }, [signedIn, timeZone, colorScheme]);
  return null;
}

/** Authorization requests bypass the router, which would rewrite their query. */
function isAuthorization(): boolean {
  return /^\/integration-apps\/authorize\/?$/.test(window.location.pathname);
}
