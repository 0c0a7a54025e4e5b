import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';
import { CHAIN_START, checkLink, isGenuine, type LinkProblem } from './chain-link.ts';
import { type ChainEnd, type StoredEvent, streamEvents } from './event-store.ts';
import { findEntry, type LedgerEntry } from './ledger-store.ts';

interface ChainProblem {
  /** The first event that is not as it was recorded; 0 where that is the ledger's row. */
  firstBadSequence: number;
  problem: string;
}

export type ChainReport =
  | { intact: true; events: number; head: Buffer | null }
  | ({ intact: false } & ChainProblem);

/** Verifies the events of a workflow against their chain, the keyed chain and the ledger: `entry`, or as it is now. */
export async function verifyChain(
  reads: Reads,
  { vault, entry: read }: Pick<Deps, 'vault'> & { entry?: LedgerEntry | null },
  workflowId: number,
): Promise<ChainReport> {
  const entry = read ?? (await findEntry(reads, workflowId));
  const checker = createChainChecker(openAuditKeys(vault), entry);
  for await (const event of streamEvents(reads, [workflowId])) checker.add(event);
  return checker.finish();
}

export interface ChainChecker {
  add(event: StoredEvent): void;
  finish(): ChainReport;
}

/** Verifies the events of one workflow one by one, with constant memory. */
export function createChainChecker(keys: AuditKeys, entry: LedgerEntry | null): ChainChecker {
  let end = CHAIN_START;
  let bad: ChainProblem | null = null;
  return {
    add(event) {
      if (bad) return;
      const problem = checkLink(keys, end, event);
      if (problem) bad = { firstBadSequence: end.sequence + 1, problem: describe(problem, end.sequence + 1) };
      else end = { sequence: event.sequence, hash: event.hash, mac: event.mac };
    },
    finish() {
      const problem = bad ?? compareWithLedger(keys, entry, end);
      return problem ? { intact: false, ...problem } : { intact: true, events: end.sequence, head: end.hash };
    },
  };
}

function describe(problem: LinkProblem, sequence: number): string {
  return {
    lost: `event ${sequence} is missing`,
    changed: `event ${sequence} was changed`,
    snapshot: `the snapshot of event ${sequence} was changed`,
    forged: `event ${sequence} was rewritten: its hash fits, its keyed code does not`,
  }[problem];
}

function compareWithLedger(keys: AuditKeys, entry: LedgerEntry | null, end: ChainEnd): ChainProblem | null {
  if (!entry) return { firstBadSequence: 0, problem: 'its row in the ledger is missing' };
  if (!isGenuine(keys, entry)) return { firstBadSequence: 0, problem: 'its row in the ledger was changed' };
  const { events, head, head_mac: headMac } = entry;
  if (end.sequence === 0 && events > 0)
    return { firstBadSequence: 1, problem: `all of its ${events} events are missing` };
  if (end.sequence < events) {
    const cut =
      end.sequence + 1 === events ? `event ${events} was` : `events ${end.sequence + 1} to ${events} were`;
    return { firstBadSequence: end.sequence + 1, problem: `${cut} cut off at the end` };
  }
  if (end.sequence > events)
    return { firstBadSequence: events + 1, problem: `the ledger does not know event ${events + 1}` };
  const isSame = end.hash?.equals(head) && end.mac?.equals(headMac);
  return isSame
    ? null
    : { firstBadSequence: events, problem: `event ${events} is not the one in the ledger` };
}
