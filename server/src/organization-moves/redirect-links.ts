import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { LinkHosts, NamedLink } from '../http/link-hosts.ts';
import { listLeading } from './departure-store.ts';

const KINDS: Readonly<Record<string, NamedLink['of']>> = {
  sign: 'recipient',
  follow: 'follower',
  form: 'form',
};

/**
 * An address that was mailed, or is on a door, leads to the same path at the instance where its organization is now.
 * Its token counts there by its hash. No call of the interface is redirected (interface.md §1).
 */
export function addDepartedLinks(
  app: FastifyInstance,
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { findOrganizationOfLink }: Pick<LinkHosts, 'findOrganizationOfLink'>,
): void {
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const [, kind = '', value = ''] =
      /^\/(sign|follow|form)\/([\w-]+)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
    const of = KINDS[kind];
    if (method !== 'GET' || of === undefined) return;
    const departures = await listLeading(database, clock.now());
    if (departures.length === 0) return;
    const organizationId = await findOrganizationOfLink({ of, by: 'token', value });
    const departure = departures.find((each) => each.organization_id === organizationId);
    if (departure) return reply.redirect(`${departure.moved_to}${url}`, 308);
  });
}
