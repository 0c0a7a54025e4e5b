import type { Database, Reads, Tx } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';
import { isGenuine } from './chain-link.ts';
import { checkpointMac } from './checkpoint-ledger.ts';
import { streamEvents } from './event-store.ts';
import {
  type LedgerEntry,
  listCheckpointsAfter,
  listEntries,
  listEntriesAfter,
  listTombstones,
  type Tombstone,
} from './ledger-store.ts';
import { tombstoneMac } from './record-deletion.ts';
import { verifyErasedAccounts } from './record-erased-account.ts';
import { type ChainChecker, createChainChecker } from './verify-chain.ts';

const ENTRIES_AT_ONCE = 200;

/** What does not verify: of a workflow, or of the whole ledger where there is none. */
export interface Finding {
  workflowId: number | null;
  /** 0 where the fault is not in an event. */
  firstBadSequence: number;
  problem: string;
}

export interface TrailsReport {
  workflows: number;
  events: number;
  deleted: number;
  findings: number;
}

interface Verification {
  reads: Database;
  deps: Pick<Deps, 'vault'>;
  keys: AuditKeys;
  report: TrailsReport;
  find(finding: Finding): void;
}

/** Provided by the composition root or the command: the ids of all workflows, in order. */
export type ListWorkflowIds = (reads: Reads, page: { after: number; limit: number }) => Promise<number[]>;

/**
 * Verifies every trail of the instance against the ledger, the ledger against its checkpoints, and that no workflow is
 * missing in either. Needs memory for one page of rows, however many there are.
 */
export async function verifyTrails(
  reads: Database,
  deps: Pick<Deps, 'vault'>,
  { listIdsAfter, onFinding }: { listIdsAfter: ListWorkflowIds; onFinding(finding: Finding): void },
): Promise<TrailsReport> {
  const report = { workflows: 0, events: 0, deleted: 0, findings: 0 };
  const verification: Verification = {
    reads,
    deps,
    keys: openAuditKeys(deps.vault),
    report,
    find: (finding) => {
      report.findings += 1;
      onFinding(finding);
    },
  };
  await verifyLedger(verification);
  await findUnrecorded(verification, listIdsAfter);
  await verifyCheckpoints(verification);
  await verifyErasedAccounts(reads, deps, (problem) =>
    verification.find({ workflowId: null, firstBadSequence: 0, problem }),
  );
  return report;
}

async function verifyLedger(verification: Verification): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const start: number = after;
    // One snapshot per slice: concurrently recorded events are in both ledger and trail, or in neither.
    after = await verification.reads
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => verifySlice(verification, tx, start));
  }
}

/** Returns the last workflow of the slice; null at the end of the ledger. */
async function verifySlice(verification: Verification, tx: Tx, after: number): Promise<number | null> {
  const entries = await listEntriesAfter(tx, { after, limit: ENTRIES_AT_ONCE });
  const ids = entries.map(({ workflow_id: id }) => id);
  const tombstones = await listTombstones(tx, ids);
  const checkers = new Map(
    entries.map((entry) => [entry.workflow_id, createChainChecker(verification.keys, entry)]),
  );
  const counts = new Map<number, number>();
  for await (const event of streamEvents(tx, ids)) {
    counts.set(event.workflow_id, (counts.get(event.workflow_id) ?? 0) + 1);
    checkers.get(event.workflow_id)?.add(event);
  }
  for (const entry of entries) {
    const { workflow_id: id } = entry;
    const events = counts.get(id) ?? 0;
    verification.report.events += events;
    const tombstone = tombstones.get(id);
    if (tombstone) checkDeletedTrail(verification, { entry, tombstone, events });
    else checkTrail(verification, { entry, checker: checkers.get(id), events });
  }
  return ids.at(-1) ?? null;
}

function checkTrail(
  { report, find }: Verification,
  { entry, checker, events }: { entry: LedgerEntry; checker?: ChainChecker | undefined; events: number },
): void {
  const { workflow_id: workflowId, envelope_id: envelopeId } = entry;
  report.workflows += 1;
  const result = checker?.finish();
  if (!result || result.intact) return;
  const missing = `the workflow or its whole trail is missing, without a tombstone (envelope ${envelopeId})`;
  const isMissing = events === 0 && entry.events > 0;
  find({
    workflowId,
    firstBadSequence: result.firstBadSequence,
    problem: isMissing ? `${missing}: ${result.problem}` : result.problem,
  });
}

function checkDeletedTrail(
  { deps, keys, report, find }: Verification,
  { entry, tombstone, events }: { entry: LedgerEntry; tombstone: Tombstone; events: number },
): void {
  report.deleted += 1;
  const { workflow_id: workflowId } = entry;
  const problems = [
    ...(tombstoneMac(deps, tombstone).equals(tombstone.mac) ? [] : ['its tombstone is forged']),
    ...(tombstone.envelope_id === entry.envelope_id ? [] : ['its tombstone names another envelope']),
    ...(events === 0 ? [] : ['it has a tombstone and events']),
    ...(isGenuine(keys, entry) ? [] : ['its row in the ledger was changed']),
  ];
  for (const problem of problems) find({ workflowId, firstBadSequence: 0, problem });
}

/** Workflows without a ledger row. */
async function findUnrecorded({ reads, find }: Verification, listIdsAfter: ListWorkflowIds): Promise<void> {
  const slices = readSlices(
    1_000,
    (slice) => listIdsAfter(reads, slice),
    (id) => id,
  );
  for await (const ids of slices) {
    const entries = await listEntries(reads, ids);
    for (const workflowId of ids.filter((id) => !entries.has(id)))
      find({ workflowId, firstBadSequence: 0, problem: 'its row in the ledger is missing' });
  }
}

async function verifyCheckpoints({ reads, keys, find }: Verification): Promise<void> {
  let last: { number: number; total: number; mac: Buffer | null } = { number: 0, total: 0, mac: null };
  const report = (problem: string, workflowId: number | null = null) =>
    find({ workflowId, firstBadSequence: 0, problem });
  for (;;) {
    const [checkpoint] = await listCheckpointsAfter(reads, { after: last.number, limit: 1 });
    if (!checkpoint) return;
    const { number, workflow_ids: ids, mac } = checkpoint;
    if (number !== last.number + 1) report(`the ledger's checkpoint ${last.number + 1} is missing`);
    const rows = await listEntries(reads, ids);
    const missing = ids.filter((id) => !rows.has(id));
    for (const id of missing)
      report(`its row in the ledger, covered by checkpoint ${number}, is missing`, id);
    const entries = ids.flatMap((id) => rows.get(id) ?? []);
    const total = last.total + ids.length;
    const isSame = checkpointMac(keys, last.mac, { ...checkpoint, total, entries }).equals(mac);
    if (missing.length === 0 && !isSame) report(`the ledger's checkpoint ${number} does not fit its rows`);
    last = { number, total: checkpoint.total, mac };
  }
}
