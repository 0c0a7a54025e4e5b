import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { allowFraming } from '../http/response-headers.ts';
import type { ServePage } from '../http/web-pages.ts';
import { sha256 } from '../platform/ids.ts';
import { findDesignSession, setWayBack } from './design-session-store.ts';
import { isEnded, writeDesignCookie } from './design-sessions.ts';
import { readWayBack } from './read-way-back.ts';

type PageDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/**
 * `/designer/{session}` and `/view/{session}` set a cookie and redirect to an address without the secret and the query,
 * which keeps both out of histories, logs and referrers. The requests change no workflow.
 */
export function addDesignPages(app: FastifyInstance, deps: PageDeps, servePage: ServePage): void {
  for (const address of ['/designer/:token', '/view/:token'])
    app.get<{ Params: { token: string } }>(address, (request, reply) =>
      enter(deps, { request, reply, token: request.params.token }),
    );
  app.get<{ Params: { session: string } }>('/designing/embedded/:session', async (request, reply) => {
    const framed = await findDesignSession(deps.database, request.params.session);
    if (framed?.embedding) allowFraming(reply, framed.embedding.origin);
    return servePage(reply);
  });
  for (const address of ['/designing/:session', '/viewing/:session'])
    app.get(address, async (_request, reply) => servePage(reply));
}

async function enter(
  deps: PageDeps,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string },
): Promise<FastifyReply> {
  const session = await findDesignSession(deps.database, sha256(token));
  // The token of a frame opens no page of its own.
  if (!session || session.embedding !== null || (await isEnded(deps, session))) {
    await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
    return reply.redirect('/designing/ended', 303);
  }
  const { kind, id } = session;
  // Users with read access also get the designer's address, and return from it.
  if (request.url.startsWith('/designer/')) {
    await setWayBack(deps.database, id, readWayBack(request.url, deps.config));
  }
  const page = kind === 'design' ? 'designing' : 'viewing';
  writeDesignCookie(deps, reply, { id, token });
  return reply.redirect(`/${page}/${id}`, 303);
}
