import { Refusal } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPageRequest } from './web-pages.ts';

/** What the path of a request names: the link of a recipient or a follower, or a public one, by its token or its id. */
export interface NamedLink {
  of: 'recipient' | 'follower' | 'form';
  by: 'token' | 'id';
  value: string;
}

/** Use cases of the rooms, provided by the composition root. */
export interface LinkHosts {
  /** Whose links a host has; null for one that nobody has proven. */
  findOrganizationOfHost(host: string): Promise<number | null>;
  /** Whose workflow a link is of; null for an unknown one. */
  findOrganizationOfLink(link: NamedLink): Promise<number | null>;
}

/** The host of an organization by which a request came; absent where it came by the address of the instance. */
export interface LinkHost {
  organizationId: number;
  origin: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    linkHost?: LinkHost;
  }
}

const LINKS: readonly [RegExp, Omit<NamedLink, 'value'>][] = [
  [/^\/sign\/([^/]+)$/, { of: 'recipient', by: 'token' }],
  [/^\/(?:api\/v1\/)?signing\/([0-9a-f]{32})(?:\/.*)?$/, { of: 'recipient', by: 'id' }],
  [/^\/follow\/([^/]+)$/, { of: 'follower', by: 'token' }],
  [/^\/(?:api\/v1\/forms|form)\/([^/]+)(?:\/.*)?$/, { of: 'form', by: 'token' }],
  [/^\/(?:api\/v1\/)?following\/([0-9a-f]{32})(?:\/.*)?$/, { of: 'follower', by: 'id' }],
];

/** What is of no organization: files of the pages, words about ended links, and what anyone may check. */
const OPEN: readonly RegExp[] = [
  /^\/(?:assets|log|authority|docs|\.well-known)(?:\/.*)?$/,
  /^\/(?:paraph\.svg|verify|paraph-verify\.html|signing\/(?:unknown|continue)|following\/unknown)$/,
  /^\/api\/v1\/(?:signing\/handover|verify|verify\/xml|account\/status)$/,
];

/**
 * Whether a host of an organization serves a request: what its own links need, and what is of no organization. A link
 * of another one is answered as an unknown one. Pages of the app, sign-in among them, are of the instance, and lead
 * there.
 *
 * @returns true where the response has been sent
 */
export async function leaveLinkHost(
  request: FastifyRequest,
  reply: FastifyReply,
  { organizationId, baseUrl, hosts }: { organizationId: number; baseUrl: string; hosts: LinkHosts },
): Promise<boolean> {
  const path = request.url.split('?')[0] ?? '';
  if (OPEN.some((pattern) => pattern.test(path))) return false;
  for (const [pattern, link] of LINKS) {
    const value = pattern.exec(path)?.[1];
    if (value === undefined) continue;
    if ((await hosts.findOrganizationOfLink({ ...link, value })) === organizationId) return false;
    if (request.method !== 'GET' || path.startsWith('/api/')) throw unknown(link);
    // Its page is the same for all, and says itself that there is no such link.
    if (link.of === 'form') return false;
    reply.redirect(link.of === 'recipient' ? '/signing/unknown' : '/following/unknown', 303);
    return true;
  }
  if (!isPageRequest(request))
    throw new Refusal('VALIDATION_ERROR', `This host has links to documents alone; call ${baseUrl}.`);
  reply.redirect(`${baseUrl}${request.url}`, 303);
  return true;
}

function unknown({ of }: Pick<NamedLink, 'of'>): Refusal {
  return new Refusal(
    'NOT_FOUND',
    of === 'form'
      ? 'There is no such page (any more); ask who gave you its address.'
      : 'This link does not work any more; open the newest one you were sent.',
  );
}
