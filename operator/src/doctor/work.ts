import type { Database } from '@paraph/server/database/database.ts';
import { countLateJobs, countPostponedJobs } from '@paraph/server/jobs/outages.ts';
import { countFailedMails, countQueuedMails } from '@paraph/server/mail/api.ts';
import { readErasureProgress } from '@paraph/server/personal-data/api.ts';
import { addSeconds, type Clock } from '@paraph/server/platform/clock.ts';
import { countWaitingSeals } from '@paraph/server/sealing/api.ts';
import { countDeadDeliveries, countPendingDeliveries } from '@paraph/server/webhooks/api.ts';
import { countBlockedWorkflows } from '@paraph/server/workflows/api.ts';
import type { Finding } from './finding.ts';

interface Backlog {
  name: string;
  /** How many there are of what should not be there. */
  count(database: Database, now: Date): Promise<number>;
  detail(count: number): string;
  remedy: string;
}

const LATE_SECONDS = 600;
const DAY_SECONDS = 86_400;

const BACKLOGS: readonly Backlog[] = [
  {
    name: 'jobs',
    count: (database, now) => countLateJobs(database, addSeconds(now, -LATE_SECONDS)),
    detail: (count) => `${count} jobs have been due for more than ten minutes.`,
    remedy:
      'See that a `serve` or a `work` runs that does jobs of their kind, and what its log says of them.',
  },
  {
    name: 'outages',
    count: countPostponedJobs,
    detail: (count) => `${count} jobs wait for the storage of documents, which cannot be used.`,
    remedy: 'See the findings about the storage and what the log says of it; they go on once it can be used.',
  },
  {
    name: 'workflows',
    count: countBlockedWorkflows,
    detail: (count) => `${count} workflows are blocked: the tries to seal them are spent.`,
    remedy:
      'Their pages name the cause. When it is mended, press Retry there; nothing that was signed is lost.',
  },
  {
    name: 'seals',
    count: async (database) => (await countWaitingSeals(database)).later,
    detail: (count) => `${count} documents wait for their seal after a failed try.`,
    remedy:
      'The log names the cause: a timestamp authority, the token of a key, or the storage. Tries go on.',
  },
  {
    name: 'notifications',
    count: async (database, now) =>
      (await countPendingDeliveries(database)).later +
      (await countDeadDeliveries(database, addSeconds(now, -DAY_SECONDS))),
    detail: (count) => `${count} notifications fail, or were given up in the last 24 hours.`,
    remedy: "The workflow's page shows each receiver's reply; what was given up can be sent again there.",
  },
  {
    name: 'mails',
    count: async (database, now) =>
      (await countQueuedMails(database)).later +
      (await countFailedMails(database, addSeconds(now, -DAY_SECONDS))),
    detail: (count) => `${count} mails fail, or were given up in the last 24 hours.`,
    remedy: 'See the finding about mail; what waits goes out by itself, what was given up can be sent again.',
  },
];

/** Accounts of which something is still being erased, and how far that is. */
async function checkErasures(database: Database): Promise<Finding[]> {
  const { accounts, done, total } = await readErasureProgress(database);
  if (accounts === 0) return [];
  const detail = `${accounts} accounts are being erased: mails about ${done} of ${total} workflows are gone.`;
  return [{ name: 'erasures', state: 'well', detail }];
}

/** What waits although it should not: late jobs, and what failed and is tried again or was given up. */
export async function checkWork(database: Database, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, count: countAt, detail, remedy } of BACKLOGS) {
    const count = await countAt(database, clock.now());
    if (count > 0) findings.push({ name, state: 'warning', detail: detail(count), remedy });
  }
  const erasures = await checkErasures(database);
  if (findings.length > 0) return [...findings, ...erasures];
  const detail = 'No job is late, and no seal, notification or mail failed lately.';
  return [{ name: 'work', state: 'well', detail }, ...erasures];
}
