import type { Operation } from '@paraph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
  const known = request.params as Record<string, string>;
  const path = deprecated
    .replace(/^[A-Z]+ /, '')
    .replaceAll(/\{(\w+)\}/g, (braces, name: string) => encodeURIComponent(known[name] ?? '') || braces);
  if (!path.includes('{')) setSuccessorLink(reply, path);
}

/** The successor of a deprecated operation (RFC 5829). */
export function setSuccessorLink(reply: FastifyReply, path: string): void {
  reply.header('link', `<${path}>; rel="successor-version"`);
}
