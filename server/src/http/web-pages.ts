import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import { Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectDir } from '../platform/project-dir.ts';

const WEB_DIR = `${projectDir}web/dist`;
const OPENAPI_FILE = `${projectDir}contract/openapi.json`;
const PACKAGES_DIR = `${projectDir}dist/packages`;
export const PACKAGES = [
  ...['sdk', 'cli', 'pades', 'embed'].map((name) => `paraph-${name}.tgz`),
  ...['python', 'php', 'go', 'nextcloud'].map((name) => `paraph-${name}.tar.gz`),
  'paraph.postman_collection.json',
];
const EMBED_SCRIPT = 'paraph-embed.js';
const YEAR_SECONDS = 31_536_000;

/** The app's own addresses; the page finds its way from there. */
const APP_PATHS = [
  ...['/', '/set-up/:token', '/sign-up', '/sign-in', '/locked', '/password-reset', '/password-reset/:token'],
  ...[
    '/join/:token',
    '/confirm-address/:token',
    '/confirm/:requestId',
    '/change-address/:token',
    '/refuse-address/:token',
    '/status',
    '/verify',
    '/inbox',
    '/mailbox',
    '/mailbox/:id',
  ],
  ...['/docs', '/docs/:page', '/docs/reference/:family', '/documents', '/documents/new'],
  ...['/documents/:workspaceId/:workflowId', '/documents/:workspaceId/:workflowId/edit'],
  ...['/contacts', '/messages', '/exports/:workspaceId', '/bulk/:workspaceId'],
  ...['/templates', '/templates/new', '/templates/:workspaceId/:templateId'],
  ...['use', 'fields', 'bulk', 'bulk/:bulkId'].map((page) => `/templates/:workspaceId/:templateId/${page}`),
  ...['/account', '/account/organization', '/account/organization/workspaces/:workspaceId'],
  ...[
    '/account/signature',
    '/account/security',
    '/account/mails',
    '/account/health',
    '/stop-mails/:userId/:topic/:token',
  ],
  ...['/account/developers', '/account/developers/webhooks/:webhookId'],
  ...[
    'agents',
    'appearance',
    'connections',
    'levels',
    'name',
    'record',
    'retention',
    'roles',
    'providers',
    'seals',
    'second-factor',
    'stamps',
    'usage',
    'workspaces',
  ].map((page) => `/account/organization/${page}`),
];

export type ServePage = (reply: FastifyReply) => FastifyReply;

/** For a page that does not exist: the app, which explains it. */
export const serveUnknownPage: ServePage = (reply) => pageOf('index.html')(reply.status(404));

/** Whether a browser navigates to a page; false for programs, and while no pages are built. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isForPrograms = /^\/(api|oauth|\.well-known|assets|packages)(\/|$)/i.test(url);
  const isPage = method === 'GET' && !isForPrograms && (headers.accept ?? '').includes('text/html');
  // Last, because it reads the disk.
  return isPage && existsSync(join(WEB_DIR, 'index.html'));
}

/** The built pages: two static HTML files, and assets named by the hash of their content. */
export function addWebPages(app: FastifyInstance): { serveApp: ServePage; serveSigning: ServePage } {
  app.register(staticFiles, {
    root: join(WEB_DIR, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
    },
  });
  const serveApp = pageOf('index.html');
  const serveSigning = pageOf('signing.html');
  for (const path of APP_PATHS) app.get(path, async (_request, reply) => serveApp(reply));
  // Of bookmarks: the provider of signers was on a page of its own.
  app.get('/account/organization/identity', async (_request, reply) =>
    reply.redirect('/account/organization/connections', 308),
  );
  // Public and static, so pages of other origins may fetch it.
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .send(readOnce(OPENAPI_FILE)),
  );
  app.get('/paraph.svg', async (_request, reply) => reply.type('image/svg+xml').send(readPage('paraph.svg')));
  addPackages(app);
  return { serveApp, serveSigning };
}

/** What other programs install from this instance: SDKs, command line and signature engine of its own version. */
function addPackages(app: FastifyInstance): void {
  for (const file of PACKAGES) {
    app.get(`/packages/${file}`, async (_request, reply) => {
      const bytes = await readPackage(file);
      const type = file.endsWith('.json') ? 'application/json' : 'application/gzip';
      return reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(bytes);
    });
  }
  // Public: pages of other origins, which show signing in a frame, load it as a module.
  app.get(`/packages/${EMBED_SCRIPT}`, async (_request, reply) =>
    reply
      .headers({
        ...{ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
        ...{ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      })
      .send(await readPackage(EMBED_SCRIPT)),
  );
}

async function readPackage(file: string): Promise<Buffer> {
  return readFile(join(PACKAGES_DIR, file)).catch(() => {
    throw new Refusal(
      'NOT_FOUND',
      'The packages are not built on this instance; `npm run build` there builds them.',
    );
  });
}

function pageOf(name: string): ServePage {
  return (reply) => {
    reply.type('text/html; charset=utf-8');
    if (isBuilt(name)) return reply.send(readPage(name));
    return reply.status(503).headers({ refresh: '1', 'cache-control': 'no-store' }).send(GETTING_READY);
  };
}

/** Until the pages are built, which the first start does beside the running service. */
const GETTING_READY = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Paraph is getting ready</title>
<h1>Paraph is getting ready</h1>
<p>Its pages are being built, which takes some seconds. This page loads again by itself.</p></html>
`;

function isBuilt(name: string): boolean {
  const path = join(WEB_DIR, name);
  return files.has(path) || existsSync(path);
}

/** The built pages, which do not change while a process runs. */
const files = new Map<string, Buffer>();

// Read on first use: the server starts and serves programs even if the web app is not built.
function readPage(name: string): Buffer {
  return readOnce(join(WEB_DIR, name));
}

function readOnce(path: string): Buffer {
  const cached = files.get(path);
  if (cached) return cached;
  const file = readFileSync(path);
  files.set(path, file);
  return file;
}
