import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ServePage } from '../http/web-pages.ts';
import { authorize } from './authorize.ts';
import { addRegistration } from './register-client.ts';

const STYLE_PATH = '/integration-apps/error.css';

/**
 * The authorization page, served only for a valid request. Never redirects to an unregistered address: then an error
 * page explains the problem (RFC 9700 §4.11.2).
 */
export function addOauthPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>,
  servePage: ServePage,
): void {
  app.get('/integration-apps/authorize', async (request, reply) => {
    const verdict = await authorize(deps, request.url);
    if (verdict.kind === 'request' || verdict.kind === 'unread') return servePage(reply);
    // 303: the browser does not repeat its body at the target (RFC 9700 §4.12).
    if (verdict.kind === 'redirect') return reply.redirect(verdict.to, 303);
    reply.status(400).header('content-type', 'text/html; charset=utf-8');
    return reply.send(errorPage(verdict.sentence, request.id));
  });
  addRegistration(app, deps);
  app.get(STYLE_PATH, async (_request, reply) => {
    return reply.header('content-type', 'text/css; charset=utf-8').send(STYLE);
  });
}

/** Both texts are our own, and need no escaping. */
function errorPage(sentence: string, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This request cannot be shown</title>
<link rel="icon" href="/paraph.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>This request cannot be shown</h1>
<p>${sentence}</p>
<p>Nothing was allowed, and nothing was sent to the app. Go back to it and try again; if that does not help,
tell the people who make it what is written here.</p>
<p class="quiet">Request ${requestId}</p>
</main>
</body>
</html>
`;
}

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 Inter, system-ui, sans-serif; background: #fbfaf7; color: #14213d; }
main { max-width: 36rem; margin: 0 auto; padding: 4rem 1.5rem; }
h1 { font-size: 25px; line-height: 1.25; }
.quiet { color: #5c6270; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #12151c; color: #eceff5; }
  .quiet { color: #a3abba; }
}
`;
