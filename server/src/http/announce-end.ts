import type { Operation } from '@paraph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The calls that are deprecated were so from the start, and work for a year at least (interface.md §12). */
const SINCE = '@1795132800';
const UNTIL = 'Sat, 01 Jan 2028 00:00:00 GMT';

/**
 * Says on every answer to a deprecated call, refusals too, since when and until when (RFC 9745, RFC 8594), and what to
 * use instead where the address alone tells it.
 */
export function announceEnd(
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
  if (!path.includes('{')) nameSuccessor(reply, path);
}

/** What to use instead (RFC 5829). */
export function nameSuccessor(reply: FastifyReply, path: string): void {
  reply.header('link', `<${path}>; rel="successor-version"`);
}
