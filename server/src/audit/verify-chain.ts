import type { Reads } from '../platform/database.ts';
import { findEvents, findWorkflowsWithEvents, type StoredEvent } from './event-store.ts';
import { hashOf } from './record-events.ts';

export type ChainReport = { intact: true; events: number } | { intact: false; firstBadSequence: number };

/** Recomputes the chain of a workflow and names the first row that was changed, inserted, moved or lost. */
export async function verifyChain(reads: Reads, workflowId: number): Promise<ChainReport> {
  return checkChain(await findEvents(reads, workflowId), workflowId);
}

/** The same for events that were read already. */
export function checkChain(events: readonly StoredEvent[], workflowId: number): ChainReport {
  let previousHash: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    const { sequence, name, actor, detail, occurred_at: occurredAt } = event;
    const hash = hashOf(previousHash, { workflowId, sequence, name, occurredAt, actor, detail });
    if (sequence !== index + 1 || !hash.equals(event.hash)) {
      return { intact: false, firstBadSequence: index + 1 };
    }
    previousHash = event.hash;
  }
  return { intact: true, events: events.length };
}

export interface BrokenChain {
  workflowId: number;
  firstBadSequence: number;
}

/** The same for every workflow there is. */
export async function verifyAllChains(reads: Reads): Promise<{ workflows: number; broken: BrokenChain[] }> {
  const ids = await findWorkflowsWithEvents(reads);
  const broken: BrokenChain[] = [];
  for (const workflowId of ids) {
    const report = await verifyChain(reads, workflowId);
    if (!report.intact) broken.push({ workflowId, firstBadSequence: report.firstBadSequence });
  }
  return { workflows: ids.length, broken };
}
