import type { WorkflowStatus } from '@paraph/domain';
import type { EventActor } from '../database/column-types.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { openAuditKeys } from './audit-keys.ts';
import {
  findEntry,
  findTombstoneOfFile,
  insertTombstone,
  listTombstones,
  type Tombstone,
} from './ledger-store.ts';
import { verifyChain } from './verify-chain.ts';

/**
 * `requested`: a member deleted it. `retention`: its period ended. `not_started`: the call that created it removed it
 * again. `abandoned`: who came by a public link never answered. `moved`: it is on another instance.
 */
export type DeletionReason = 'requested' | 'retention' | 'not_started' | 'abandoned' | 'moved';

/** The rule by which a period ended, and when. */
export interface DeletionRule {
  rule: string;
  due: string;
  run: number;
}

export interface RecordedDeletion {
  workflowId: number;
  envelopeId: string;
  status: WorkflowStatus;
  reason: DeletionReason;
  actor: EventActor;
  dates: { created: Date; started: Date | null; ended: Date | null };
  /** SHA-256 as hex. */
  files: readonly { original: string; sealed: string | null }[];
  retention?: DeletionRule;
}

/** Leaves a tombstone for a workflow that is about to be deleted: without one, verification reports it as missing. */
export async function recordDeletion(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { workflowId, envelopeId, status, reason, actor, dates, files, retention }: RecordedDeletion,
): Promise<void> {
  const entry = await findEntry(tx, workflowId);
  const { intact } = await verifyChain(tx, deps, workflowId);
  const { kind, id, name, through = null, byKey = null } = actor;
  const detail = {
    status,
    reason,
    // Who deleted it, without the email address: tombstones stay for ever.
    actor: { kind, id, name, through, byKey },
    created: dates.created.toISOString(),
    started: dates.started?.toISOString() ?? null,
    ended: dates.ended?.toISOString() ?? null,
    files,
    ...(retention ? { retention } : {}),
    trail: { events: entry?.events ?? 0, head: entry?.head?.toString('hex') ?? null, intact },
  };
  const row = { workflow_id: workflowId, envelope_id: envelopeId };
  const tombstone = { ...row, deleted_at: deps.clock.now(), detail };
  await insertTombstone(tx, { ...tombstone, mac: tombstoneMac(deps, tombstone) });
}

/** Which of these workflows have a tombstone. */
export async function listBuriedWorkflows(reads: Reads, workflowIds: readonly number[]): Promise<number[]> {
  return [...(await listTombstones(reads, workflowIds)).keys()];
}

export function tombstoneMac({ vault }: Pick<Deps, 'vault'>, tombstone: Omit<Tombstone, 'mac'>): Buffer {
  return openAuditKeys(vault).tombstone({
    workflowId: tombstone.workflow_id,
    envelopeId: tombstone.envelope_id,
    deletedAt: tombstone.deleted_at,
    detail: tombstone.detail,
  });
}

export interface ErasedFile {
  erasedAt: Date;
  /** Whether it was the sealed file, and not the upload. */
  isSealed: boolean;
}

/** What remains of a file whose workflow was erased here: its hash is in the tombstone. */
export async function findErasedFile(reads: Reads, sha256: Buffer): Promise<ErasedFile | null> {
  const hash = sha256.toString('hex');
  const tombstone = await findTombstoneOfFile(reads, hash);
  if (!tombstone) return null;
  const files = tombstone.detail.files as readonly { sealed: string | null }[];
  return { erasedAt: tombstone.deleted_at, isSealed: files.some(({ sealed }) => sealed === hash) };
}
