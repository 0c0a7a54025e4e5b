import { Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newSession, writeSessionCookies } from '../accounts/session-cookie.ts';
import { visitorOf } from '../http/authenticate.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { clearVisitCookie, readVisitCookie } from './connection-pages.ts';
import { receiveSamlLogout } from './end-saml-session.ts';
import { ownAddresses, writeOwnMetadata } from './saml-metadata.ts';
import { findSamlProvider } from './saml-store.ts';
import { receiveContinued, receiveSamlAnswer } from './saml-visit.ts';
import { RETURNED, type VisitDeps } from './sign-in-visit.ts';

type SamlRequest = FastifyRequest<{ Params: { connectionId: string } }>;

/** The addresses that a SAML provider knows. */
export function addSamlPages(app: FastifyInstance, deps: VisitDeps): void {
  const count = ({ ip }: FastifyRequest) => countHit(deps, 'connectionVisit', addressKey(ip));
  // As it was sent: a signature is about that.
  const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
  app.get('/saml/:connectionId/metadata', async (request: SamlRequest, reply) => {
    await count(request);
    const { connectionId } = request.params;
    const saml = await findSamlProvider(deps.database, connectionId);
    if (!saml) throw new Refusal('NOT_FOUND', 'There is no such connection.');
    const { own_certificate: certificate, signs_requests: signsRequests } = saml;
    const own = ownAddresses(deps.config, connectionId);
    reply.header('content-type', 'application/samlmetadata+xml');
    return reply.send(writeOwnMetadata(own, { certificate, signsRequests }));
  });
  // A post of another site, which brings no cookie of ours: it opens no session.
  app.post('/saml/:connectionId/acs', async (request: SamlRequest, reply) => {
    await count(request);
    const answer = textIn(request.body, 'SAMLResponse');
    const relayState = textIn(request.body, 'RelayState');
    const { connectionId } = request.params;
    return reply.redirect(await receiveSamlAnswer(deps, { connectionId, answer, relayState }), 303);
  });
  app.get('/saml/:connectionId/continue', async (request: SamlRequest, reply) => {
    await count(request);
    const session = newSession(deps, { request, visitor: visitorOf(request) });
    const ticket = new URLSearchParams(searchOf(request)).get('ticket') ?? '';
    const browser = readVisitCookie(request, deps.config) ?? '';
    const { connectionId } = request.params;
    const to = await receiveContinued(deps, { connectionId, ticket, browser, session });
    if (to === null) return reply.redirect(RETURNED, 303);
    writeSessionCookies(reply, deps.config, session);
    clearVisitCookie(reply, deps.config);
    return reply.redirect(to, 303);
  });
  app.get('/saml/:connectionId/slo', async (request: SamlRequest, reply) => {
    await count(request);
    const { connectionId } = request.params;
    return reply.redirect(await receiveSamlLogout(deps, { connectionId, sent: searchOf(request) }), 303);
  });
  // As the answer to a sign-in, it brings no cookie: whose sessions end is in the request, which the provider signed.
  app.post('/saml/:connectionId/slo', async (request: SamlRequest, reply) => {
    await count(request);
    const { connectionId } = request.params;
    const { body } = request;
    const sent = { request: textIn(body, 'SAMLRequest'), relayState: textIn(body, 'RelayState') };
    return reply.redirect(await receiveSamlLogout(deps, { connectionId, sent }), 303);
  });
}

function textIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
