import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets } from '../platform/ids.ts';

const LIFE_SECONDS = 24 * 3_600;

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** One cookie per link, so that two documents can be open at the same time. */
export function signingCookieName(config: { baseUrl: string }, linkId: string): string {
  return `${config.baseUrl.startsWith('https:') ? '__Host-' : ''}paraph-sign-${linkId}`;
}

/** `Set-Cookie` for a visitor who presented the link's token: proves that for one day. */
export function writeSigningCookie(deps: Slice, linkId: string): string {
  const issuedAt = deps.clock.now().getTime();
  const secure = deps.config.baseUrl.startsWith('https:') ? '; Secure' : '';
  const name = signingCookieName(deps.config, linkId);
  const value = `${issuedAt}.${proofOf(deps, linkId, issuedAt)}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE_SECONDS}${secure}`;
}

export function isSigningCookie(deps: Slice, linkId: string, value: string | undefined): boolean {
  const [time = '', proof = ''] = (value ?? '').split('.');
  if (!/^\d{1,15}$/.test(time)) return false;
  const age = deps.clock.now().getTime() - Number(time);
  return age < LIFE_SECONDS * 1000 && equalSecrets(proof, proofOf(deps, linkId, Number(time)));
}

/**
 * The link of a visit that a provider returns a person from, if the browser is the one that left from its page: a
 * return that another browser brings changes nothing (RFC 9700 §4.7). Anything else counts as an unknown link.
 */
export async function findReturningLink(
  deps: Slice & Pick<Deps, 'database'>,
  request: FastifyRequest,
  visit: { link_id: string } | null,
): Promise<string | null> {
  const link = visit?.link_id;
  if (
    link !== undefined &&
    isSigningCookie(deps, link, request.cookies[signingCookieName(deps.config, link)])
  )
    return link;
  await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  return null;
}

function proofOf({ vault }: Slice, linkId: string, issuedAt: number): string {
  return vault.derive('signing-cookie', `${linkId}.${issuedAt}`).toString('base64url');
}
