import type { Operation } from '@paraph/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every response; pages may only run and load resources of this origin. */
export function securityHeaders({ baseUrl }: Config, requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': CSP,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    ...(baseUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

/** Has pages of one origin, and of no other, show this one in a frame; also where they demand that of all they load. */
export function allowFraming(reply: FastifyReply, origin: string): void {
  reply.headers({
    'content-security-policy': CSP.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`),
    'cross-origin-resource-policy': 'cross-origin',
  });
}

export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(config, request.id));
    done();
  });
  // Fastify adds a charset even to an explicit type; a client in use compares the whole string.
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && type.startsWith('application/json')) {
      reply.header('content-type', 'application/json');
    }
    return payload;
  });
}

/** Deprecated operations were so from the first version and work for at least a year (interface.md §12). */
const SINCE = '@1795132800';
const UNTIL = 'Sat, 01 Jan 2028 00:00:00 GMT';

/**
 * Adds to every response of a deprecated operation, errors included, since when and until when (RFC 9745, RFC 8594),
 * and its successor if the URL determines it.
 */
export function setDeprecationHeaders(
  { deprecated }: Pick<Operation, 'deprecated'>,
  request: Pick<FastifyRequest, 'params'>,
  reply: FastifyReply,
): void {
  if (!deprecated) return;
  reply.headers({ deprecation: SINCE, sunset: UNTIL });
  const params = request.params as Record<string, string>;
  const path = deprecated
    .replace(/^[A-Z]+ /, '')
    .replaceAll(/\{(\w+)\}/g, (braces, name: string) => encodeURIComponent(params[name] ?? '') || braces);
  if (!path.includes('{')) setSuccessorLink(reply, path);
}

/** The successor of a deprecated operation (RFC 5829). */
export function setSuccessorLink(reply: FastifyReply, path: string): void {
  reply.header('link', `<${path}>; rel="successor-version"`);
}
