import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { addressKey } from './rate-limit.ts';

/** Whose turn it is where work is limited, and whether its answer is still wanted. */
export interface Turn {
  /** Callers take turns by this key: a user, an API key, an app's user, or an address. */
  caller: string;
  /** Aborted when the client has closed its connection before the answer. */
  gone: AbortSignal;
}

export function turnOf(caller: Caller | null, request: FastifyRequest, reply: FastifyReply): Turn {
  const controller = new AbortController();
  // The request's own `close` comes as soon as its body was read; only the answer's tells that the client has gone.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return { caller: caller?.key ?? `address:${addressKey(request.ip)}`, gone: controller.signal };
}

/** For work that no connection waits for. */
export function turnWithoutClient(caller: string): Turn {
  return { caller, gone: new AbortController().signal };
}
