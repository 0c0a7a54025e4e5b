import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { EntryPage } from './frame/entry-page.tsx';

// The pages without the frame of the app: what links in mails lead to, and how people come in.

export const rootRoute = createRootRoute({});
const parent = () => rootRoute;

const entryRoute = createRoute({ getParentRoute: parent, path: '/', component: EntryPage });
const setUpRoute = createRoute({
  getParentRoute: parent,
  path: '/set-up/$token',
  component: lazyRouteComponent(() => import('./account/set-up-page.tsx')),
});
const signUpRoute = createRoute({
  getParentRoute: parent,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./account/sign-up-page.tsx')),
});
const signInRoute = createRoute({
  getParentRoute: parent,
  path: '/sign-in',
  validateSearch: (search): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: lazyRouteComponent(() => import('./account/sign-in-page.tsx')),
});
const lockedRoute = createRoute({
  getParentRoute: parent,
  path: '/locked',
  component: lazyRouteComponent(() => import('./account/locked-page.tsx')),
});
const statusRoute = createRoute({
  getParentRoute: parent,
  path: '/status',
  component: lazyRouteComponent(() => import('./account/status-page.tsx')),
});
const resetRequestRoute = createRoute({
  getParentRoute: parent,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./account/reset-request-page.tsx')),
});
const resetConfirmRoute = createRoute({
  getParentRoute: parent,
  path: '/password-reset/$token',
  component: lazyRouteComponent(() => import('./account/reset-confirm-page.tsx')),
});
const joinRoute = createRoute({
  getParentRoute: parent,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('./account/join-page.tsx')),
});
const confirmAddressRoute = createRoute({
  getParentRoute: parent,
  path: '/confirm-address/$token',
  component: lazyRouteComponent(() => import('./account/confirm-address-page.tsx')),
});
const agentRequestRoute = createRoute({
  getParentRoute: parent,
  path: '/confirm/$requestId',
  component: lazyRouteComponent(() => import('./authorize/agent-request-page.tsx')),
});
const changeAddressRoute = createRoute({
  getParentRoute: parent,
  path: '/change-address/$token',
  component: lazyRouteComponent(() => import('./account/change-address-page.tsx')),
});
const stopMailsRoute = createRoute({
  getParentRoute: parent,
  path: '/stop-mails/$userId/$topic/$token',
  component: lazyRouteComponent(() => import('./account/stop-mails-page.tsx')),
});
const refuseAddressRoute = createRoute({
  getParentRoute: parent,
  path: '/refuse-address/$token',
  component: lazyRouteComponent(() => import('./account/refuse-address-page.tsx')),
});

export const entryRoutes = [
  entryRoute,
  setUpRoute,
  statusRoute,
  signUpRoute,
  signInRoute,
  confirmAddressRoute,
  agentRequestRoute,
  changeAddressRoute,
  refuseAddressRoute,
  stopMailsRoute,
  lockedRoute,
  resetRequestRoute,
  resetConfirmRoute,
  joinRoute,
] as const;
