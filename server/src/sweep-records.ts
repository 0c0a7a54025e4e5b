import { LIMITS } from '@paraph/domain';
import { deleteEndedLinks } from './accounts/account-store.ts';
import { deleteEndedChanges } from './accounts/address-change-store.ts';
import { deleteEndedDevices, deleteEndedSessions } from './accounts/session-store.ts';
import { deleteEndedRequests } from './agents/api.ts';
import { deleteEndedUploads } from './agents/uploads.ts';
import { keepEventRanges } from './audit/event-ranges.ts';
import { sweepSnapshots } from './audit/record-events.ts';
import { resumeBulkJobs } from './bulk/change-job.ts';
import { eraseEndedJobs } from './bulk/erase-jobs.ts';
import type { Tx } from './database/database.ts';
import type { Deps } from './deps.ts';
import { deleteEndedDesignSessions, deleteEndedFrames } from './design/design-session-store.ts';
import { enqueueOverdueTransfers } from './destinations/follow-signed.ts';
import { sweepExports } from './exports/end-exports.ts';
import { sweepRequests } from './http/idempotency.ts';
import { deleteOldUnnamedProxies, UNNAMED_PROXY_SECONDS } from './http/unnamed-proxies.ts';
import { deleteEndedCodes, deleteEndedProofs } from './identification/code-store.ts';
import { deleteEndedVisits } from './identity-providers/sign-in-store.ts';
import { sweepMails } from './mail/mail-jobs.ts';
import { deleteUnusedApps } from './oauth/api.ts';
import { deleteEndedTokens } from './oauth/token-store.ts';
import { sweepOrganizationEvents } from './organization-record/chain-events.ts';
import { resumeErasures } from './personal-data/erase-account.ts';
import { addSeconds } from './platform/clock.ts';
import { deleteEndedScimTokens } from './provisioning/provisioning-store.ts';
import { deleteUnproven } from './public-links/api.ts';
import { deleteOldRuns } from './retention/run-store.ts';
import { deleteEndedFactorChallenges } from './second-factors/api.ts';
import { deleteEndedEmbedded } from './signing/session/embedded-store.ts';
import { deleteEndedOfLinks } from './signing/session/session-store.ts';
import { resumeHandOvers } from './succession/hand-over.ts';
import { enqueueOverdue, sweepDeliveries } from './webhooks/delivery-jobs.ts';
import { deleteEndedLeases } from './webhooks/sending-store.ts';
import { listAwaitedEvents } from './webhooks/webhook-store.ts';
import { readNumbering } from './workflows/api.ts';
import { listSweepableIds } from './workflows/lifecycle/require-unheld.ts';
import { deleteEndedInvitations } from './workspaces/member-store.ts';

const DAY_SECONDS = 86_400;

interface EndedRows {
  what: string;
  /** How long a row is retained after its end. */
  retainedSeconds: number;
  remove(tx: Tx, endedBefore: Date): Promise<unknown>;
}

/** Rows that have an end of their own. */
const ENDED_ROWS: readonly EndedRows[] = [
  {
    what: 'sessions',
    retainedSeconds: 0,
    remove: (tx, now) =>
      deleteEndedSessions(tx, { now, idleSince: addSeconds(now, -LIMITS.sessionIdleSeconds) }),
  },
  { what: 'links of accounts', retainedSeconds: 0, remove: deleteEndedLinks },
  { what: 'changes of address', retainedSeconds: 0, remove: deleteEndedChanges },
  { what: 'challenges of second factors', retainedSeconds: 0, remove: deleteEndedFactorChallenges },
  { what: 'tokens of providers', retainedSeconds: 0, remove: deleteEndedScimTokens },
  {
    what: 'visits to connections, used logout tokens and SAML messages',
    retainedSeconds: 0,
    remove: deleteEndedVisits,
  },
  { what: 'remembered devices', retainedSeconds: 0, remove: deleteEndedDevices },
  // Until then administrators see who invited whom, and that the link has ended.
  { what: 'invitations', retainedSeconds: 90 * DAY_SECONDS, remove: deleteEndedInvitations },
  {
    what: 'previews, visits and challenges of signing links',
    retainedSeconds: 0,
    remove: deleteEndedOfLinks,
  },
  // Until then a frame that is opened again says that it was opened before.
  { what: 'embedded sessions', retainedSeconds: 30 * DAY_SECONDS, remove: deleteEndedEmbedded },
  { what: 'embedded designers', retainedSeconds: 30 * DAY_SECONDS, remove: deleteEndedFrames },
  { what: 'proofs of who signs', retainedSeconds: 0, remove: deleteEndedProofs },
  // A day for those who try the service out and read the texts on the mailbox page.
  { what: 'codes of signers', retainedSeconds: DAY_SECONDS, remove: deleteEndedCodes },
  // A day, like the mails with their codes.
  { what: 'unproven submissions', retainedSeconds: DAY_SECONDS, remove: deleteUnproven },
  { what: 'requests of agents', retainedSeconds: 30 * DAY_SECONDS, remove: deleteEndedRequests },
  { what: 'files of agents', retainedSeconds: 0, remove: deleteEndedUploads },
  { what: 'designer sessions', retainedSeconds: 0, remove: deleteEndedDesignSessions },
  { what: 'leases of deliveries', retainedSeconds: 0, remove: deleteEndedLeases },
  { what: 'unnamed proxies', retainedSeconds: UNNAMED_PROXY_SECONDS, remove: deleteOldUnnamedProxies },
  // More than a year: what a period erased is looked up when the year is closed.
  { what: 'reports of retention runs', retainedSeconds: 400 * DAY_SECONDS, remove: deleteOldRuns },
  {
    what: 'apps that nobody has registered',
    retainedSeconds: LIMITS.unusedClientSeconds,
    remove: deleteUnusedApps,
  },
  // The second use of a code or refresh token is detected for a while after its end.
  { what: 'authorization codes and tokens', retainedSeconds: 7 * DAY_SECONDS, remove: deleteEndedTokens },
];

type Sweep = (deps: Pick<Deps, 'database'>, before: Date) => Promise<unknown>;

/**
 * Rows of workflows that have ended, kept for `technicalRowsDays`. The order matters: a delivery is kept as long as the
 * snapshot that it sent.
 */
const OLD_ROWS: readonly Sweep[] = [
  sweepMails,
  (deps, before) => sweepSnapshots({ ...deps, listEndedIds: listSweepableIds, listAwaitedEvents }, before),
  sweepDeliveries,
];

export async function sweepEndedRows({
  database,
  clock,
  sandbox,
}: Pick<Deps, 'clock' | 'database' | 'sandbox'>): Promise<void> {
  const now = clock.now();
  for (const { retainedSeconds, remove } of ENDED_ROWS) {
    await database.transaction().execute((tx) => remove(tx, addSeconds(now, -retainedSeconds)));
  }
  await sandbox?.deleteEndedGrants();
}

/** Removes rows that have ended or are old enough, once an hour. Workflows are erased by the room `retention`. */
export async function sweepRecords(
  deps: Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'pool' | 'sandbox' | 'vault'>,
): Promise<void> {
  await sweepEndedRows(deps);
  await sweepRequests(deps);
  await enqueueOverdue(deps);
  await enqueueOverdueTransfers(deps);
  await resumeErasures(deps);
  await resumeHandOvers(deps);
  await resumeBulkJobs(deps);
  await eraseEndedJobs(deps);
  await sweepExports(deps);
  const before = addSeconds(deps.clock.now(), -deps.config.technicalRowsDays * DAY_SECONDS);
  for (const sweep of OLD_ROWS) await sweep(deps, before);
  await sweepOrganizationEvents(deps, addSeconds(deps.clock.now(), -deps.config.recordDays * DAY_SECONDS));
  const numbering = await readNumbering(deps.database, deps.clock.now());
  await keepEventRanges(deps.database, numbering);
}
