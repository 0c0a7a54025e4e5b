import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import type { AuditKeys } from './audit-keys.ts';
import type { LedgerEntry, NewEntry } from './ledger-store.ts';

export { entryOfJson, type LedgerEntry, ledgerEntriesAmong, ledgerEntryOf } from './ledger-store.ts';

export function entryMac(keys: Pick<AuditKeys, 'ledger'>, entry: NewEntry): Buffer {
  return keys.ledger({
    workflowId: entry.workflow_id,
    envelopeId: entry.envelope_id,
    leaf: entry.leaf?.toString('hex') ?? null,
    events: entry.events,
    head: entry.head?.toString('hex') ?? null,
    headMac: entry.head_mac?.toString('hex') ?? null,
  });
}

/** Whether the row is as this instance wrote it. */
export function isGenuine(keys: Pick<AuditKeys, 'ledger'>, entry: LedgerEntry): boolean {
  return entry.mac !== null && entryMac(keys, entry).equals(entry.mac);
}

/** The publishable identifier of a workflow: a hash that cannot be linked to it without its envelope id. */
export function leafOf(envelopeId: string, firstMac: Buffer): Buffer {
  return sha256(canonicalJson({ envelopeId, firstEvent: firstMac.toString('hex') }));
}
