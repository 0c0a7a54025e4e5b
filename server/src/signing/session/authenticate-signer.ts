import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { clearAddressCookie, readAddressCookie, writeAddressCookie } from '../../http/address-cookie.ts';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { equalSecrets, sha256 } from '../../platform/ids.ts';
import { findLinkOfState } from './session-store.ts';
import { unknownLink } from './signing-access.ts';
import type { SigningDeps } from './signing-session.ts';

/**
 * Requires the link's cookie; without it a link is answered like an unknown one. Only failures are limited by IP
 * address: the employees of a company may share one.
 */
export async function authenticateSigner(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  request: FastifyRequest,
  link: string,
): Promise<void> {
  if (hasSigningCookie(deps, request, link)) {
    if (request.method !== 'GET') await countHit(deps, 'signingAnswers', link);
    return;
  }
  await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  throw unknownLink();
}

interface LinkCall {
  request: FastifyRequest;
  params: { link: string };
}

/** For handlers of which each first requires the cookie of its link. */
export function behindLink(deps: Parameters<typeof authenticateSigner>[0]) {
  return <Call extends LinkCall, Answer>(handle: (call: Call) => Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      await authenticateSigner(deps, call.request, call.params.link);
      return handle(call);
    };
}

const LIFE_SECONDS = 24 * 3_600;

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** For a visitor who presented the link's token: proves that for one day. */
export function writeSigningCookie(deps: Slice, reply: FastifyReply, linkId: string): void {
  const issuedAt = deps.clock.now().getTime();
  const value = `${issuedAt}.${proofOf(deps, linkId, issuedAt)}`;
  writeAddressCookie(deps, reply, { kind: 'sign', id: linkId, value, seconds: LIFE_SECONDS });
}

/** Whether the browser presented the link's token within the last day. */
export function hasSigningCookie(
  deps: Slice,
  request: Pick<FastifyRequest, 'cookies'>,
  linkId: string,
): boolean {
  const value = readAddressCookie(deps, request, { kind: 'sign', id: linkId });
  const [time = '', proof = ''] = (value ?? '').split('.');
  if (!/^\d{1,15}$/.test(time)) return false;
  const age = deps.clock.now().getTime() - Number(time);
  return age < LIFE_SECONDS * 1000 && equalSecrets(proof, proofOf(deps, linkId, Number(time)));
}

/** At the end of the link. */
export function clearSigningCookie(
  deps: Slice,
  answered: { request: FastifyRequest; reply: FastifyReply },
  id: string,
): void {
  clearAddressCookie(deps, answered, { kind: 'sign', id });
}

function proofOf({ vault }: Slice, linkId: string, issuedAt: number): string {
  return vault.derive('signing-cookie', `${linkId}.${issuedAt}`).toString('base64url');
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
