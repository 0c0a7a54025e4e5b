import type { Selectable } from 'kysely';
import type { Reads } from '../platform/database.ts';
import type { SignatureRow } from '../platform/tables.ts';
import { listSeals, listSignatures, type Seal } from './seal-store.ts';

export type StoredSeal = Seal;
export type StoredSignature = Selectable<SignatureRow>;

/** Seals and signatures of a workflow's documents. The caller has authorized access. */
export async function readSeals(
  reads: Reads,
  { workflowId, documentIds }: { workflowId: number; documentIds: readonly number[] },
): Promise<{ seals: StoredSeal[]; signatures: StoredSignature[] }> {
  return {
    seals: await listSeals(reads, workflowId),
    signatures: await listSignatures(reads, documentIds),
  };
}
