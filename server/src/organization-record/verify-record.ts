import type { Database, Tx } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import { type ChainEnd, endAfter, isGenuineChain, openRecordKeys, type RecordKeys } from './chain-link.ts';
import { listChain, listChained, listChains, type StoredEvent } from './event-store.ts';

export interface RecordFinding {
  organizationId: number;
  /** 0 where the fault is not in an event. */
  firstBadSequence: number;
  problem: string;
}

export interface RecordReport {
  organizations: number;
  events: number;
  findings: number;
}

/** Verifies the record of every organization, with constant memory. */
export async function verifyRecord(
  reads: Database,
  { vault }: Pick<Deps, 'vault'>,
  onFinding: (finding: RecordFinding) => void,
): Promise<RecordReport> {
  const keys = openRecordKeys(vault);
  const report: RecordReport = { organizations: 0, events: 0, findings: 0 };
  const slices = readSlices(
    200,
    (slice) => listChained(reads, slice),
    (id) => id,
  );
  for await (const ids of slices)
    for (const organizationId of ids) {
      // One snapshot: what is linked meanwhile is in both the chain's row and the events, or in neither.
      const { events, finding } = await reads
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => verifyChainOf(tx, keys, organizationId));
      report.organizations += 1;
      report.events += events;
      if (finding === null) continue;
      report.findings += 1;
      onFinding({ organizationId, ...finding });
    }
  return report;
}

type Problem = Omit<RecordFinding, 'organizationId'>;

async function verifyChainOf(
  tx: Tx,
  keys: RecordKeys,
  organizationId: number,
): Promise<{ events: number; finding: Problem | null }> {
  const [chain] = await listChains(tx, [organizationId]);
  if (!chain) return { events: 0, finding: at(0, 'the row of its chain is missing') };
  if (!isGenuineChain(keys, chain)) return { events: 0, finding: at(0, 'the row of its chain was changed') };
  let end: ChainEnd = { sequence: chain.first_sequence, hash: chain.first_hash, mac: chain.first_mac };
  for (;;) {
    const slice = await listChain(tx, { organizationId, after: end.sequence, limit: 1_000 });
    for (const event of slice) {
      const problem = checkEvent(keys, end, event);
      if (problem !== null) return { events: end.sequence, finding: problem };
      end = { sequence: end.sequence + 1, hash: event.hash, mac: event.mac };
    }
    if (slice.length < 1_000) break;
  }
  const events = end.sequence - chain.first_sequence;
  const isWhole = end.sequence === chain.events && (events === 0 || end.mac?.equals(chain.head_mac));
  return { events, finding: isWhole ? null : at(end.sequence + 1, describeEnd(end.sequence, chain.events)) };
}

function checkEvent(keys: RecordKeys, end: ChainEnd, event: StoredEvent): Problem | null {
  const sequence = end.sequence + 1;
  if (event.sequence !== sequence) return at(sequence, `event ${sequence} is missing`);
  const next = endAfter(keys, end, event);
  const what = `event ${sequence} (${event.name}, ${event.occurred_at.toISOString()})`;
  if (!event.hash || !next.hash?.equals(event.hash)) return at(sequence, `${what} was changed`);
  if (event.mac && next.mac?.equals(event.mac))
    return isSource(event) ? null : at(sequence, `who did ${what} was changed`);
  return at(sequence, `${what} was rewritten: its hash fits, its keyed code does not`);
}

/** Of an account that is erased it is gone. */
function isSource({ source, source_sha256: hash }: StoredEvent): boolean {
  return source === null || sha256(canonicalJson(source)).equals(hash);
}

function describeEnd(last: number, events: number): string {
  if (last > events) return `its chain does not know event ${events + 1}`;
  if (last === events) return `event ${events} is not the one that its chain ends with`;
  return last + 1 === events
    ? `event ${events} was cut off at the end`
    : `events ${last + 1} to ${events} were cut off at the end`;
}

function at(firstBadSequence: number, problem: string): Problem {
  return { firstBadSequence, problem };
}
