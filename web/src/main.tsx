import './frame/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { RouteError } from './frame/route-error.tsx';
import { createAppRouter } from './routes.tsx';
import { english } from './text/en.ts';
import { startText } from './text/start-text.ts';
import { Skeleton } from './ui/skeleton.tsx';
import { ToastProvider } from './ui/toast.tsx';

const AuthorizePage = lazy(() => import('./authorize/authorize-page.tsx'));

startText({ en: english });
const client = createQueryClient();
const router = createAppRouter();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);

function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ToastProvider>
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

/** Authorization requests bypass the router, which would rewrite their query. */
function isAuthorization(): boolean {
  return /^\/integration-apps\/authorize\/?$/.test(window.location.pathname);
}
