import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import { setFollowerMails } from './follow-workflow.ts';
import { unknownFollowing, writeFollowerCookie } from './follower-link.ts';
import { findLinkByToken } from './follower-store.ts';

/**
 * `/follow/{token}`, the address in mails, sets a cookie and redirects to an address without the secret, as that of
 * recipients does. The request changes nothing: mail scanners follow links.
 */
export function addFollowerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  servePage: (reply: FastifyReply) => FastifyReply,
): void {
  app.get<{ Params: { token: string } }>('/follow/:token', async (request, reply) => {
    const link = await findLinkByToken(deps.database, sha256(request.params.token));
    if (!link) {
      await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
      return reply.redirect('/following/unknown', 303);
    }
    writeFollowerCookie(deps, reply, link.id);
    return reply.redirect(`/following/${link.id}`, 303);
  });
  // RFC 8058: what the mail program of a follower sends when its reader wants no more of these mails.
  app.post<{ Params: { token: string } }>('/follow/:token', async (request, reply) => {
    const link = await findLinkByToken(deps.database, sha256(request.params.token));
    if (!link) {
      await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
      throw unknownFollowing();
    }
    await setFollowerMails(deps, link.id, { isStopped: true });
    return reply.code(204).send();
  });
  app.get('/following/:link', async (_request, reply) => servePage(reply));
}
