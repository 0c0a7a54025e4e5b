import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { addressKey, countHit } from '../../http/rate-limit.ts';
import { unknownLink } from './signing-access.ts';
import { hasSigningCookie } from './signing-cookie.ts';

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
