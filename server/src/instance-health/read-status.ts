import type { Deps } from '../deps.ts';
import { listDueJobs, listOutages } from '../jobs/outages.ts';
import { countQueuedMails } from '../mail/api.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { countWaitingSeals } from '../sealing/api.ts';
import { countBlockedWorkflows } from '../workflows/api.ts';

const STATES = ['well', 'delayed', 'away'] as const;
type State = (typeof STATES)[number];

interface Part {
  name: 'documents' | 'seals' | 'mails' | 'notifications';
  state: State;
  since: Date | null;
}

/** Who waits for longer than this notices it. */
const LATE_SECONDS = 60;

/** A mail server refuses single addresses at any time; more than these at once are no matter of theirs. */
const RETRIED_MAILS_MAX = 5;

/** Any visitor may ask as often as they like, and the answer costs more the more there is to do. */
const CACHED_SECONDS = 5;

/** The status as it was asked for at most five seconds ago: one question of this process for all who ask meanwhile. */
export function openStatus(deps: Pick<Deps, 'clock' | 'database'>): () => ReturnType<typeof readStatus> {
  let latest: { status: ReturnType<typeof readStatus>; until: Date } | null = null;
  return () => {
    const now = deps.clock.now();
    if (latest && now < latest.until) return latest.status;
    const status = readStatus(deps);
    latest = { status, until: addSeconds(now, CACHED_SECONDS) };
    // What failed is asked for again.
    status.catch(() => {
      latest = null;
    });
    return status;
  };
}

/**
 * What people who wait may know: whether the service works, part by part, from the same rows as its metrics. It names
 * no count, organization, address or cause, and receivers that fail are their owners' matter.
 */
async function readStatus({ clock, database }: Pick<Deps, 'clock' | 'database'>) {
  const [outages, jobs, seals, blocked, mails] = await Promise.all([
    listOutages(database),
    listDueJobs(database),
    countWaitingSeals(database),
    countBlockedWorkflows(database),
    countQueuedMails(database),
  ]);
  const outage = outages.find(({ cause }) => cause === 'storage');
  const now = clock.now();
  const isLate = (kinds: readonly string[]): Date | null => {
    const seconds = Math.max(
      0,
      ...jobs.filter(({ kind }) => kinds.includes(kind)).map((job) => job.waitSeconds),
    );
    return seconds > LATE_SECONDS ? addSeconds(now, -Math.round(seconds)) : null;
  };
  const delayed = (name: Part['name'], kinds: readonly string[], isRetried = false): Part => {
    const since = isLate(['follow-events', ...kinds]);
    return { name, state: since || isRetried ? 'delayed' : 'well', since };
  };
  const parts: Part[] = [
    { name: 'documents', state: outage ? 'away' : 'well', since: outage?.since ?? null },
    delayed('seals', ['seal-document', 'timestamp-signature'], seals.later + blocked > 0),
    delayed('mails', ['mail-send'], mails.later > RETRIED_MAILS_MAX),
    delayed('notifications', ['webhook-deliver']),
  ];
  return {
    state: STATES.findLast((state) => parts.some((part) => part.state === state)) ?? 'well',
    parts: parts.map(({ since, ...part }) => ({ ...part, sinceDate: since && toSeconds(since) })),
  };
}
