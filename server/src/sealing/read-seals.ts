import type { Reads } from '../database/database.ts';
import { listSignatures, type StoredSignature } from '../signing/api.ts';
import { listSeals, type Seal } from './seal-store.ts';

export type StoredSeal = Seal;

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
