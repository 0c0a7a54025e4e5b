import type { Requester } from '@paraph/intake';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Visitor } from './caller.ts';
import { addressKey } from './rate-limit.ts';
import { isUnnamedProxy } from './unnamed-proxies.ts';

export function requesterOf(caller: Caller | null, request: FastifyRequest, reply: FastifyReply): Requester {
  const controller = new AbortController();
  // The request emits `close` as soon as its body is read; only that of the response shows that the client has gone.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return { caller: caller?.key ?? `address:${addressKey(request.ip)}`, gone: controller.signal };
}

export function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    isProxied: request.ip !== request.socket.remoteAddress,
    ...(isUnnamedProxy(request) ? { isUnnamedProxy: true } : {}),
  };
}
