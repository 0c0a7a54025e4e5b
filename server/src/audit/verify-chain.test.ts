import { describe, expect, test } from 'vitest';
import { sha256 } from '../platform/ids.ts';
import { openAuditKeys } from './audit-keys.ts';
import { CHAIN_START, CHAIN_VERSION, entryMac, hashOf, macOf } from './chain-link.ts';
import type { ChainEnd, StoredEvent } from './event-store.ts';
import type { LedgerEntry } from './ledger-store.ts';
import { createChainChecker } from './verify-chain.ts';

const keys = openAuditKeys({ derive: (purpose, text) => sha256(`${purpose} ${text}`) });
const occurredAt = new Date('2026-11-22T09:00:00Z');

/** Events with these sequence numbers, each linked to the one before it, and the row of the ledger that knows them. */
function recorded(sequences: readonly number[]): { events: StoredEvent[]; entry: LedgerEntry } {
  let end: ChainEnd = CHAIN_START;
  const events = sequences.map((sequence): StoredEvent => {
    const link = { workflowId: 7, sequence, name: 'workflow.started' as const, occurredAt, actor: null };
    const snapshot = `{"sequence":${sequence}}`;
    const snapshotSha256 = sha256(snapshot);
    const detail = { note: `number ${sequence}` };
    const hash = hashOf(end.hash, { ...link, detail }, snapshotSha256);
    const mac = macOf(keys, end.mac, {
      link: { ...link, detail },
      version: CHAIN_VERSION,
      hash,
      snapshotSha256,
    });
    const previous = end.hash;
    end = { sequence, hash, mac };
    return {
      id: sequence,
      workflow_id: 7,
      sequence,
      name: link.name,
      occurred_at: occurredAt,
      actor: null,
      detail,
      previous_hash: previous,
      hash,
      snapshot,
      version: CHAIN_VERSION,
      snapshot_sha256: snapshotSha256,
      mac,
    };
  });
  const row = {
    workflow_id: 7,
    envelope_id: 'e'.repeat(40),
    leaf: sha256('leaf'),
    events: end.sequence,
    head: events.at(-1)?.hash ?? sha256(''),
    head_mac: events.at(-1)?.mac ?? sha256(''),
  };
  return { events, entry: { ...row, mac: entryMac(keys, row), checkpoint: null } };
}

function verify({ events, entry }: { events: readonly StoredEvent[]; entry: LedgerEntry | null }) {
  const checker = createChainChecker(keys, entry);
  for (const event of events) checker.add(event);
  return checker.finish();
}

/** The chain of three with one event changed. */
function withChanged(sequence: number, change: (event: StoredEvent) => Partial<StoredEvent>) {
  const { events, entry } = recorded([1, 2, 3]);
  return {
    entry,
    events: events.map((event) => (event.sequence === sequence ? { ...event, ...change(event) } : event)),
  };
}

describe('a chain of events', () => {
  test('is intact as it was recorded', () => {
    const chain = recorded([1, 2, 3]);
    expect(verify(chain)).toEqual({ intact: true, events: 3, head: chain.entry.head });
  });

  test('counts from one event to the next, even where all that is there fits together', () => {
    const problem = 'event 3 is missing';
    expect(verify(recorded([1, 2, 4]))).toEqual({ intact: false, firstBadSequence: 3, problem });
    expect(verify(recorded([2, 3]))).toMatchObject({ intact: false, firstBadSequence: 1 });
    expect(verify(recorded([1, 1]))).toMatchObject({ intact: false, firstBadSequence: 2 });
  });

  test('shows a changed event, whether its hash was recomputed or not', () => {
    const detail = { note: 'something else' };
    const changed = withChanged(2, () => ({ detail }));
    expect(verify(changed)).toMatchObject({ firstBadSequence: 2, problem: 'event 2 was changed' });
    const rewritten = withChanged(3, ({ previous_hash: previous, snapshot_sha256: snapshotSha256 }) => {
      const link = { workflowId: 7, sequence: 3, name: 'workflow.started', occurredAt, actor: null, detail };
      return { detail, hash: hashOf(previous, link, snapshotSha256) };
    });
    expect(verify(rewritten)).toMatchObject({
      firstBadSequence: 3,
      problem: expect.stringContaining('rewritten'),
    });
  });

  test('shows a changed snapshot, and passes over one that was removed', () => {
    const changed = withChanged(2, () => ({ snapshot: '{}' }));
    expect(verify(changed)).toMatchObject({
      firstBadSequence: 2,
      problem: expect.stringContaining('snapshot'),
    });
    expect(verify(withChanged(2, () => ({ snapshot: null })))).toMatchObject({ intact: true });
  });

  test('shows what was cut off at its end, and what the ledger does not know', () => {
    const { events, entry } = recorded([1, 2, 3]);
    const cut = verify({ events: events.slice(0, 2), entry });
    expect(cut).toMatchObject({ firstBadSequence: 3, problem: 'event 3 was cut off at the end' });
    const longer = verify({ events: recorded([1, 2, 3, 4]).events, entry });
    expect(longer).toMatchObject({ firstBadSequence: 4, problem: 'the ledger does not know event 4' });
  });

  test('shows that its row in the ledger was changed or is missing', () => {
    const { events, entry } = recorded([1, 2, 3]);
    expect(verify({ events: events.slice(0, 2), entry: { ...entry, events: 2 } })).toMatchObject({
      firstBadSequence: 0,
      problem: expect.stringContaining('changed'),
    });
    expect(verify({ events, entry: null })).toMatchObject({ firstBadSequence: 0 });
  });
});
