import { type QuotaName, quotaPeriod, Refusal } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';
import { countUses, type StoredQuota } from './quota-store.ts';
import { countCalls } from './rate-limit.ts';

// Quotas stop what begins: a start, a call of a program, the examination of a file. What has begun goes on: who was
// invited signs, and is mailed and reminded, whatever its sender has used up.

const WHAT: Readonly<Record<QuotaName, string>> = {
  envelopes: 'envelopes a month',
  mails: 'people a day to whom new envelopes are mailed',
  calls: 'calls of its API keys a minute',
  examinations: 'files that are examined at once',
  storedBytes: 'bytes of stored documents',
};

/** The value that holds: that of the organization, else that of the instance; null for no limit. */
export function quotaValue(
  { quotas }: Pick<Deps['config'], 'quotas'>,
  name: QuotaName,
  own: Pick<StoredQuota, 'isOwn' | 'value'> | undefined,
): number | null {
  return own?.isOwn ? own.value : (quotas[name] ?? null);
}

interface CountedStart {
  organizationId: number;
  /** How many people it sends mails to, at once or later. */
  mails: number;
  /** False where the organization is known to have no quota of its own. */
  hasOwnQuota?: boolean;
}

/**
 * Counts a start, in the transaction that starts: where that is rolled back, nothing is counted.
 *
 * @throws Refusal `QUOTA_REACHED`, `STORAGE_QUOTA_REACHED`
 */
export async function countStart(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { organizationId, mails, hasOwnQuota = true }: CountedStart,
): Promise<void> {
  const limited = Object.keys(config.quotas);
  if (!hasOwnQuota && limited.length === 0) return;
  const now = clock.now();
  const uses = { envelopes: 1, storedBytes: 0, ...(mails > 0 ? { mails } : {}) };
  for (const state of await countUses(tx, { organizationId, uses, limited, now })) {
    const name = state.quota as QuotaName;
    const value = quotaValue(config, name, state);
    if (value === null) continue;
    if (name === 'storedBytes' && state.used >= value) throw storageReached(value);
    const end = quotaPeriod(name, now)?.end;
    if (end && state.used > value) throw reached(name, value, (end.getTime() - now.getTime()) / 1000);
  }
}

/** Counts a call of an API key for its organization. @throws Refusal `QUOTA_REACHED` */
export async function limitOrganization(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller,
): Promise<void> {
  const value = callValueOf(deps, caller, 'calls');
  if (value === null) return;
  const resetSeconds = await countCalls(deps, { organizationId: caller.organizationId, callsMax: value });
  if (resetSeconds !== null) throw reached('calls', value, resetSeconds);
}

/** How many files of the caller's organization are examined at once; others of it wait. */
export function shareOf(
  deps: Pick<Deps, 'config'>,
  caller: Caller | null,
): Pick<Requester, 'share'> | undefined {
  const most = caller && callValueOf(deps, caller, 'examinations');
  if (!caller || most === null) return undefined;
  const refuse = () => reached('examinations', most, EXAMINATION_SECONDS);
  return { share: { of: `organization:${caller.organizationId}`, most, refuse } };
}

const EXAMINATION_SECONDS = 10;

/** Of an API key: the organizations of other callers are not known before their call is read. */
function callValueOf(
  { config }: Pick<Deps, 'config'>,
  { organizationId, callQuotas }: Caller,
  name: 'calls' | 'examinations',
): number | null {
  if (organizationId === null) return null;
  const own = callQuotas?.[name];
  return quotaValue(config, name, own === undefined ? undefined : { isOwn: true, value: own });
}

function reached(name: QuotaName, value: number, retryAfterSeconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new Refusal(
    'QUOTA_REACHED',
    `This organization may have ${value} ${WHAT[name]} (quota ${name}); wait ${seconds} seconds, or ask who runs this ` +
      'service to raise it. What has begun goes on.',
    { retryAfterSeconds: seconds },
  );
}

function storageReached(value: number): Refusal {
  return new Refusal(
    'STORAGE_QUOTA_REACHED',
    `This organization may have ${value} ${WHAT.storedBytes} (quota storedBytes). Erase what is no longer needed, which ` +
      'counts within a day, or ask who runs this service to raise it. What has begun goes on.',
  );
}
