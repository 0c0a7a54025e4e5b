import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { clearAddressCookie, readAddressCookie, writeAddressCookie } from '../../http/address-cookie.ts';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { equalSecrets } from '../../platform/ids.ts';
import { unknownLink } from './signing-access.ts';

/**
 * Requires the link's cookie; without it a link is answered like an unknown one. Only failures are limited by IP
 * address: the employees of a company may share one.
 *
 * @throws Refusal `NOT_FOUND`, `RATE_LIMIT_REACHED`
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
  linkId: string,
): void {
  clearAddressCookie(deps, answered, { kind: 'sign', id: linkId });
}

function proofOf({ vault }: Slice, linkId: string, issuedAt: number): string {
  return vault.derive('signing-cookie', `${linkId}.${issuedAt}`).toString('base64url');
}
