import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { allowFraming } from '../http/response-headers.ts';
import { sha256 } from '../platform/ids.ts';
import { addIdentityReturn } from './proof/proof-routes.ts';
import { addProviderReturn } from './qualified/provider-routes.ts';
import { writeSigningCookie } from './session/authenticate-signer.ts';
import { findFramingOrigin } from './session/embedded.ts';
import { selectLinkByToken } from './session/session-store.ts';
import { needsInstanceHost, type SigningDeps } from './session/signing-session.ts';

/** Serves the static page, which reads the link from its own address. */
export type ServePage = (reply: FastifyReply) => FastifyReply;

/**
 * `/sign/{token}`, the address in mails, sets a cookie and redirects to an address without the secret, which keeps the
 * token out of histories, logs and referrers. The request changes nothing: mail scanners follow links.
 */
export function addSigningPages(app: FastifyInstance, deps: SigningDeps, servePage: ServePage): void {
  app.get<{ Params: { token: string } }>('/sign/:token', async (request, reply) => {
    const [link] = await selectLinkByToken(deps.database, sha256(request.params.token));
    if (!link) {
      await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
      return reply.redirect('/signing/unknown', 303);
    }
    if (request.linkHost && (await needsInstanceHost(deps, link.id)))
      return reply.redirect(`${deps.config.baseUrl}${request.url}`, 303);
    writeSigningCookie(deps, reply, link);
    return reply.redirect(`/signing/${link.id}`, 303);
  });
  addProviderReturn(app, deps);
  addIdentityReturn(app, deps);
  app.get<{ Params: { session: string } }>('/signing/embedded/:session', async (request, reply) => {
    const origin = await findFramingOrigin(deps, request.params.session);
    if (origin !== null) allowFraming(reply, origin);
    return servePage(reply);
  });
  app.get('/signing/:link', async (_request, reply) => servePage(reply));
  // An administrator looks at the draft of how the organization shows itself.
  app.get('/previewing/:organizationId', async (_request, reply) => servePage(reply));
  // The sender tries the page of a recipient: of a draft, and of the first row of a table.
  const ofTable = '/previewing/templates/:workspaceId/:templateId/bulk/:bulkId';
  app.get(ofTable, async (_request, reply) => servePage(reply));
  app.get('/designing/:session/signers/:roleId', async (_request, reply) => servePage(reply));
}
