import { type Arrival, conflict } from '@paraph/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HostedBy } from '../../database/column-types.ts';
import type { Deps } from '../../deps.ts';
import { clearAddressCookie, readAddressCookie, writeAddressCookie } from '../../http/address-cookie.ts';
import { bearerOf } from '../../http/authenticate.ts';
import type { Visitor } from '../../http/caller.ts';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { equalSecrets, sha256 } from '../../platform/ids.ts';
import { hostedIn } from './embedded.ts';
import { findByBearer } from './embedded-store.ts';
import { findLinkOfState } from './session-store.ts';
import { unknownLink } from './signing-access.ts';
import type { SigningDeps } from './signing-session.ts';

/**
 * Requires the link's cookie, or the bearer of its frame; without it a link is answered like an unknown one. Only failures are limited by IP
 * address: the employees of a company may share one.
 */
export async function authenticateSigner(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  request: FastifyRequest,
  link: string,
): Promise<HostedBy | null> {
  const shown = await findShown(deps, request, link);
  if (shown) {
    if (request.method !== 'GET') await countHit(deps, 'signingAnswers', link);
    return shown.hosted;
  }
  await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  throw unknownLink();
}

/** Either of the two: a bearer that has ended is not made good by a cookie of the same browser. */
async function findShown(
  deps: Parameters<typeof authenticateSigner>[0],
  request: FastifyRequest,
  link: string,
): Promise<{ hosted: HostedBy | null } | null> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === null) return readSigningCookie(deps, request, link);
  const of = { bearerHash: sha256(bearer), link, now: deps.clock.now() };
  const session = await findByBearer(deps.database, of);
  return session && { hosted: hostedIn(session) };
}

/** For what a person sets up by their own mailbox, and not on a device of a host or in a page of an app. */
export function refuseHosted({ hosted }: Pick<Visitor, 'hosted'>): void {
  if (hosted?.way === 'device')
    throw conflict('This is a device of another person; do this on a device of your own.');
  if (hosted?.way === 'embedded')
    throw conflict('A page of another product shows this; do it on the page that a mail leads you to.');
}

interface LinkCall {
  request: FastifyRequest;
  params: { link: string };
  visitor: Visitor;
}

/** For handlers of which each first requires the cookie of its link; what they record names a host. */
export function behindLink(deps: Parameters<typeof authenticateSigner>[0]) {
  return <Call extends LinkCall, Answer>(handle: (call: Call) => Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      const hosted = await authenticateSigner(deps, call.request, call.params.link);
      if (hosted === null) return handle(call);
      return handle({ ...call, visitor: { ...call.visitor, hosted: recordedHost(hosted) } });
    };
}

const LIFE_SECONDS = 24 * 3_600;
/** On a device of another person. */
const HOSTED_SECONDS = 2 * 3_600;

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** What the cookie of such a visitor says. */
export interface Hosted extends HostedBy {
  /** Where the page leads once the device is handed back. */
  returnUrl: string | null;
}

/** By what a person came, as certificates say it. */
export function arrivalOf({ hosted }: Pick<Visitor, 'hosted'>): Arrival {
  if (hosted === undefined) return 'mailbox';
  return hosted.way === 'embedded' ? 'embedded' : 'in-person';
}

/** What the trail says of them. */
export function recordedHost({ way, host, said }: HostedBy): HostedBy {
  return { way, host, ...(said ? { said } : {}) };
}

/** For a visitor who presented the link's token: proves that for one day. */
export function writeSigningCookie(
  deps: Slice,
  reply: FastifyReply,
  { id, hosted = null }: { id: string; hosted?: Hosted | null },
): void {
  const issuedAt = deps.clock.now().getTime();
  const how = hosted === null ? '' : Buffer.from(JSON.stringify(hosted)).toString('base64url');
  const value = [issuedAt, proofOf(deps, id, { issuedAt, how }), ...(how === '' ? [] : [how])].join('.');
  writeAddressCookie(deps, reply, { kind: 'sign', id, value, seconds: lifeOf(hosted) });
}

function lifeOf(hosted: Hosted | null): number {
  return hosted?.way === 'device' ? HOSTED_SECONDS : LIFE_SECONDS;
}

/** Whether the browser presented the link's token within the last day. */
export function hasSigningCookie(...asked: Parameters<typeof readSigningCookie>): boolean {
  return readSigningCookie(...asked) !== null;
}

/** What the browser's cookie proves; null without one that counts. */
export function readSigningCookie(
  deps: Slice,
  request: Pick<FastifyRequest, 'cookies'>,
  linkId: string,
): { hosted: Hosted | null } | null {
  const value = readAddressCookie(deps, request, { kind: 'sign', id: linkId });
  const [time = '', proof = '', how = ''] = (value ?? '').split('.');
  if (!/^\d{1,15}$/.test(time)) return null;
  const issuedAt = Number(time);
  if (!equalSecrets(proof, proofOf(deps, linkId, { issuedAt, how }))) return null;
  const hosted = how === '' ? null : (JSON.parse(Buffer.from(how, 'base64url').toString()) as Hosted);
  return deps.clock.now().getTime() - issuedAt < lifeOf(hosted) * 1000 ? { hosted } : null;
}

/** At the end of the link. */
export function clearSigningCookie(
  deps: Slice,
  answered: { request: FastifyRequest; reply: FastifyReply },
  id: string,
): void {
  clearAddressCookie(deps, answered, { kind: 'sign', id });
}

function proofOf(
  { vault }: Slice,
  linkId: string,
  { issuedAt, how }: { issuedAt: number; how: string },
): string {
  const issued = `${linkId}.${issuedAt}`;
  return vault.derive('signing-cookie', how === '' ? issued : `${issued}.${how}`).toString('base64url');
}

/** A provider's return to a link: what it brings, and where on the page the person goes on. */
interface ReturnToLink {
  from: 'provider' | 'identity';
  anchor: string;
  receive(link: string, query: URLSearchParams, request: FastifyRequest): Promise<void>;
}

/**
 * Where a provider returns people to. Its one registered address names no link, so browsers send no link's cookie
 * there: it goes on to the address below the link, and the state says which. Only that one takes the return, and only
 * in the browser that left from the link's page: a return that another browser brings changes nothing (RFC 9700 §4.7).
 */
export function addReturnToLink(
  app: FastifyInstance,
  deps: SigningDeps,
  { from, anchor, receive }: ReturnToLink,
): void {
  const findLink = async (request: FastifyRequest) => {
    const stateHash = sha256(queryOf(request).get('state') ?? '');
    return findLinkOfState(deps.database, `${from}_visits`, { stateHash, now: deps.clock.now() });
  };
  const countUnknown = (request: FastifyRequest) =>
    countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  app.get(`/sign/${from}/return`, async (request, reply) => {
    const link = await findLink(request);
    if (link !== null) {
      const { search } = new URL(request.url, deps.config.baseUrl);
      return reply.redirect(`/api/v1/signing/${link}/${from}/return${search}`, 303);
    }
    await countUnknown(request);
    return reply.redirect('/signing/unknown', 303);
  });
  app.get(`/api/v1/signing/:link/${from}/return`, async (request, reply) => {
    const link = await findLink(request);
    if (link === null || !hasSigningCookie(deps, request, link)) {
      await countUnknown(request);
      return reply.redirect('/signing/unknown', 303);
    }
    await receive(link, queryOf(request), request);
    return reply.redirect(`/signing/${link}#${anchor}`, 303);
  });
  const queryOf = (request: FastifyRequest) => new URL(request.url, deps.config.baseUrl).searchParams;
}
