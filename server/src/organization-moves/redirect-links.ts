import { Fault } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { LinkHosts, NamedLink } from '../http/link-hosts.ts';
import { addSeconds } from '../platform/clock.ts';
import { listDepartures, saveDeparture } from './departure-store.ts';
import { isFrozenNow, requireOrganization } from './freeze-organization.ts';

/** How long links lead to where their organization is now. */
const DEPARTED_SECONDS = 90 * 86_400;

/**
 * Has the links of a frozen organization lead to the instance where it was read in, for 90 days from now.
 *
 * @throws Fault where it is not frozen: it would go on at two places
 */
export async function redirectLinks(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { organizationId, movedTo }: { organizationId: number; movedTo: string },
): Promise<Date> {
  const name = await requireOrganization(database, organizationId);
  if (!(await isFrozenNow(database, organizationId)))
    throw new Fault(`${name} is not frozen, and would go on here and there. Move it first.`);
  const endsAt = addSeconds(clock.now(), DEPARTED_SECONDS);
  await saveDeparture(database, { organizationId, movedTo, endsAt });
  return endsAt;
}

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
    const departures = await listDepartures(database, clock.now());
    if (departures.length === 0) return;
    const organizationId = await findOrganizationOfLink({ of, by: 'token', value });
    const departure = departures.find((each) => each.organizationId === organizationId);
    if (departure) return reply.redirect(`${departure.movedTo}${url}`, 308);
  });
}
