import { assertPresent, QUOTAS, type QuotaName, quotaPeriod } from '@paraph/domain';
import { readHorizon } from '../audit/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { quotaValue } from '../http/organization-quotas.ts';
import {
  listMeasured,
  listQuotas,
  lockQuota,
  type StoredQuota,
  saveQuota,
  saveStoredBytes,
} from '../http/quota-store.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { listIdsOfOrganization, readDocumentSizes } from '../workflows/api.ts';
import { readStarted } from './usage-store.ts';

type QuotaDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/** `instance`: what is set for all holds again; null: no limit, whatever is set for all. */
interface QuotaChange {
  organizationId: number;
  name: QuotaName;
  value: number | null | 'instance';
}

/**
 * Gives an organization a quota of its own, in its record as the act of who runs the instance. Envelopes that were
 * started before in this month count as far as usage has them. Returns the value that holds.
 */
export async function setQuota(
  { clock, config, database }: QuotaDeps,
  { organizationId, name, value }: QuotaChange,
): Promise<number | null> {
  return database.transaction().execute(async (tx) => {
    const now = clock.now();
    const before = await lockQuota(tx, { organizationId, name });
    const isOwn = value !== 'instance';
    const counted = await readCounted(tx, { organizationId, name, before, now });
    const after = { quota: name, isOwn, value: isOwn ? value : null, ...counted };
    await saveQuota(tx, organizationId, after);
    const shown = (quota: StoredQuota | null) => ({
      [name]: quotaValue(config, name, quota ?? undefined) ?? 'none',
    });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: null, name: 'organization.quota_changed', now },
      ...{ detail: { quota: name }, before: shown(before), after: shown(after) },
    });
    return quotaValue(config, name, after);
  });
}

async function readCounted(
  tx: Tx,
  about: { organizationId: number; name: QuotaName; before: StoredQuota | null; now: Date },
): Promise<Pick<StoredQuota, 'used' | 'since'>> {
  const { organizationId, name, before, now } = about;
  const since = quotaPeriod(name, now)?.start ?? before?.since ?? null;
  const used = before ? usedOf(before, now) : 0;
  if (name !== 'envelopes') return { used, since };
  const started = await readStarted(tx, organizationId, now.toISOString().slice(0, 7));
  return { used: Math.max(used, started), since };
}

/** What an organization may use, and has used; nothing of what is free. */
export async function readQuotas({ clock, config, database }: QuotaDeps, organizationId: number) {
  const own = new Map((await listQuotas(database, organizationId)).map((each) => [each.quota, each]));
  const now = clock.now();
  return QUOTAS.flatMap((name) => {
    const stored = own.get(name);
    const value = quotaValue(config, name, stored);
    if (value === null) return [];
    const isCounted = name !== 'calls' && name !== 'examinations';
    const used = isCounted ? (stored ? usedOf(stored, now) : 0) : null;
    return [{ name, value, used, freeAt: quotaPeriod(name, now)?.end ?? null }];
  });
}

/** What a row says of a month or day that is over is nothing. */
function usedOf({ quota, used, since }: StoredQuota, now: Date): number {
  const period = quotaPeriod(quota as QuotaName, now);
  return period && (since === null || since < period.start) ? 0 : used;
}

const MEASURED_SECONDS = 86_400;
const SLICE = 2_000;

/**
 * Measures what the documents of each organization take whose storage has a quota: as they were sent, and as they were
 * sealed. Once a day, as it reads all of them; in between what comes to be stored is added where it is counted.
 */
export async function measureStored({ clock, database }: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  const now = clock.now();
  for (const { organizationId, since } of await listMeasured(database)) {
    if (since !== null && now < addSeconds(since, MEASURED_SECONDS)) continue;
    const { event } = await readHorizon(database);
    const bytes = await sumStored(database, organizationId);
    await database.transaction().execute((tx) => saveStoredBytes(tx, { organizationId, bytes, event, now }));
  }
}

async function sumStored(reads: Reads, organizationId: number): Promise<number> {
  let sum = 0;
  for (let after = 0; ; ) {
    const ids = await listIdsOfOrganization(reads, { organizationId, after, limit: SLICE });
    const sizes = await readDocumentSizes(reads, ids);
    for (const { original, sealed } of [...sizes.values()].flat()) sum += original + sealed;
    if (ids.length < SLICE) return sum;
    after = assertPresent(ids.at(-1), 'the last of a slice');
  }
}
