import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { stopMails } from './choose-mails.ts';

interface StopLink {
  userId: string;
  topic: string;
  token: string;
}

/**
 * RFC 8058: what the mail program of a sender sends to the address of the link that stops these mails, without a
 * cookie. Opening the link shows a page and changes nothing, because filters do that too.
 */
export function addMailPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
): void {
  app.post<{ Params: StopLink }>('/stop-mails/:userId/:topic/:token', async (request, reply) => {
    const { userId, ...link } = request.params;
    await stopMails(deps, { ...link, userId: Number(userId), ip: request.ip });
    return reply.code(204).send();
  });
}
