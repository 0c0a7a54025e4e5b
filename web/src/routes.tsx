import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readDocumentsSearch } from './dashboard/documents-state.ts';
import { readDevelopersSearch } from './developers/developers-state.ts';
import { entryRoutes, rootRoute } from './entry-routes.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { RouteError } from './frame/route-error.tsx';
import { Skeleton } from './ui/skeleton.tsx';

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingComponent: () => <Skeleton />,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

const parent = () => rootRoute;

const designingRoute = createRoute({
  getParentRoute: parent,
  path: '/designing/$session',
  component: lazyRouteComponent(() => import('./design/designer-page.tsx')),
});
const embeddedDesignRoute = createRoute({
  getParentRoute: parent,
  path: '/designing/embedded/$session',
  component: lazyRouteComponent(() => import('./design/designer-page.tsx'), 'EmbeddedDesignerPage'),
});
const viewingRoute = createRoute({
  getParentRoute: parent,
  path: '/viewing/$session',
  component: lazyRouteComponent(() => import('./design/view-page.tsx')),
});

const verifyRoute = createRoute({
  getParentRoute: parent,
  path: '/verify',
  component: lazyRouteComponent(() => import('./verify/verify-page.tsx')),
});

const docsRoute = createRoute({
  getParentRoute: parent,
  path: '/docs',
  component: lazyRouteComponent(() => import('./docs/docs-frame.tsx')),
});
const inDocs = () => docsRoute;
const docsStartRoute = createRoute({
  getParentRoute: inDocs,
  path: '/',
  component: lazyRouteComponent(() => import('./docs/guide-page.tsx')),
});
const guideRoute = createRoute({
  getParentRoute: inDocs,
  path: '/$page',
  component: lazyRouteComponent(() => import('./docs/guide-page.tsx')),
});
const referenceRoute = createRoute({
  getParentRoute: inDocs,
  path: '/reference/$family',
  component: lazyRouteComponent(() => import('./docs/reference-page.tsx')),
});

const appRoute = createRoute({ getParentRoute: parent, id: 'app', component: AppFrame });
const inApp = () => appRoute;

const documentsRoute = createRoute({
  getParentRoute: inApp,
  path: '/documents',
  validateSearch: readDocumentsSearch,
  component: lazyRouteComponent(() => import('./dashboard/documents-page.tsx')),
});
const sendRoute = createRoute({
  getParentRoute: inApp,
  path: '/documents/new',
  component: lazyRouteComponent(() => import('./dashboard/send-page.tsx')),
});
const workflowRoute = createRoute({
  getParentRoute: inApp,
  path: '/documents/$workspaceId/$id',
  component: lazyRouteComponent(() => import('./dashboard/workflow-page.tsx')),
});
const editDraftRoute = createRoute({
  getParentRoute: inApp,
  path: '/documents/$workspaceId/$id/edit',
  component: lazyRouteComponent(() => import('./dashboard/edit-draft-page.tsx')),
});
const exportsRoute = createRoute({
  getParentRoute: inApp,
  path: '/exports/$workspaceId',
  component: lazyRouteComponent(() => import('./exports/exports-page.tsx')),
});
const readListSearch = (search: Record<string, unknown>): { query?: string; page?: number } => ({
  ...(typeof search.query === 'string' && search.query !== '' ? { query: search.query } : {}),
  ...(Number(search.page) > 1 ? { page: Number(search.page) } : {}),
});
const templatesRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./templates/templates-page.tsx')),
});
const newTemplateRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates/new',
  component: lazyRouteComponent(() => import('./templates/new-template-page.tsx')),
});
const templateRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates/$workspaceId/$id',
  component: lazyRouteComponent(() => import('./templates/template-page.tsx')),
});
const useTemplateRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates/$workspaceId/$id/use',
  component: lazyRouteComponent(() => import('./templates/use-template-page.tsx')),
});
const bulkJobsRoute = createRoute({
  getParentRoute: inApp,
  path: '/bulk/$workspaceId',
  component: lazyRouteComponent(() => import('./bulk/bulk-jobs-page.tsx')),
});
const bulkRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates/$workspaceId/$id/bulk',
  component: lazyRouteComponent(() => import('./bulk/bulk-page.tsx')),
});
const bulkJobRoute = createRoute({
  getParentRoute: inApp,
  path: '/templates/$workspaceId/$id/bulk/$bulkId',
  component: lazyRouteComponent(() => import('./bulk/bulk-job-page.tsx')),
});
const templateFieldsRoute = createRoute({
  getParentRoute: parent,
  path: '/templates/$workspaceId/$id/fields',
  component: lazyRouteComponent(() => import('./templates/template-fields-page.tsx')),
});
const contactsRoute = createRoute({
  getParentRoute: inApp,
  path: '/contacts',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./contacts/contacts-page.tsx')),
});
const messagesRoute = createRoute({
  getParentRoute: inApp,
  path: '/messages',
  component: lazyRouteComponent(() => import('./messages/messages-page.tsx')),
});
const inboxRoute = createRoute({
  getParentRoute: inApp,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./dashboard/inbox-page.tsx')),
});
const accountRoute = createRoute({
  getParentRoute: inApp,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx')),
});
const keptSignatureRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/signature',
  component: lazyRouteComponent(() => import('./kept-signature/kept-signature-page.tsx')),
});
const developersRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/developers',
  validateSearch: readDevelopersSearch,
  component: lazyRouteComponent(() => import('./developers/developers-page.tsx')),
});
const webhookRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/developers/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./developers/webhook-page.tsx')),
});
const membersRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization',
  validateSearch: (search): { query?: string; page?: number; invited?: boolean } => ({
    ...readListSearch(search),
    ...(search.invited === true ? { invited: true } : {}),
  }),
  component: lazyRouteComponent(() => import('./organization/members-page.tsx')),
});
const mailsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/mails',
  component: lazyRouteComponent(() => import('./account/mails-page.tsx')),
});
const securityRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/security',
  component: lazyRouteComponent(() => import('./account/security-page.tsx')),
});
const healthRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/health',
  component: lazyRouteComponent(() => import('./account/health-page.tsx')),
});
const organizationNameRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/name',
  component: lazyRouteComponent(() => import('./organization/name-page.tsx')),
});
const recordRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/record',
  component: lazyRouteComponent(() => import('./organization/record-page.tsx')),
});
const agentsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/agents',
  component: lazyRouteComponent(() => import('./organization/agents-page.tsx')),
});
const usageRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/usage',
  component: lazyRouteComponent(() => import('./organization/usage-page.tsx')),
});
const rolesRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/roles',
  component: lazyRouteComponent(() => import('./organization/roles-page.tsx')),
});
const factorPolicyRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/second-factor',
  component: lazyRouteComponent(() => import('./organization/second-factor-page.tsx')),
});
const levelsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/levels',
  component: lazyRouteComponent(() => import('./organization/levels-page.tsx')),
});
const appearanceRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/appearance',
  component: lazyRouteComponent(() => import('./organization/appearance-page.tsx')),
});
const stampsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/stamps',
  component: lazyRouteComponent(() => import('./organization/stamps-page.tsx')),
});
const providersRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/providers',
  component: lazyRouteComponent(() => import('./organization/providers-page.tsx')),
});
const connectionsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/connections',
  component: lazyRouteComponent(() => import('./organization/connections-page.tsx')),
});
const retentionRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/retention',
  component: lazyRouteComponent(() => import('./organization/retention-page.tsx')),
});
const sealsRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/seals',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./seals/seals-page.tsx')),
});
const workspacesRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/workspaces',
  component: lazyRouteComponent(() => import('./organization/workspaces-page.tsx')),
});
const workspaceRoute = createRoute({
  getParentRoute: inApp,
  path: '/account/organization/workspaces/$workspaceId',
  component: lazyRouteComponent(() => import('./organization/workspace-page.tsx')),
});
const mailboxRoute = createRoute({
  getParentRoute: inApp,
  path: '/mailbox',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./mailbox/mailbox-page.tsx')),
});
const messageRoute = createRoute({
  getParentRoute: inApp,
  path: '/mailbox/$id',
  component: lazyRouteComponent(() => import('./mailbox/message-page.tsx')),
});

const routeTree = rootRoute.addChildren([
  ...entryRoutes,
  verifyRoute,
  designingRoute,
  embeddedDesignRoute,
  viewingRoute,
  templateFieldsRoute,
  docsRoute.addChildren([docsStartRoute, guideRoute, referenceRoute]),
  appRoute.addChildren([
    documentsRoute,
    sendRoute,
    workflowRoute,
    editDraftRoute,
    exportsRoute,
    templatesRoute,
    newTemplateRoute,
    templateRoute,
    useTemplateRoute,
    bulkJobsRoute,
    bulkRoute,
    bulkJobRoute,
    contactsRoute,
    messagesRoute,
    inboxRoute,
    accountRoute,
    keptSignatureRoute,
    membersRoute,
    mailsRoute,
    securityRoute,
    healthRoute,
    organizationNameRoute,
    recordRoute,
    agentsRoute,
    usageRoute,
    rolesRoute,
    levelsRoute,
    factorPolicyRoute,
    appearanceRoute,
    stampsRoute,
    providersRoute,
    connectionsRoute,
    retentionRoute,
    sealsRoute,
    workspacesRoute,
    workspaceRoute,
    developersRoute,
    webhookRoute,
    mailboxRoute,
    messageRoute,
  ]),
]);
