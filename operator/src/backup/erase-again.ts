import { listBuriedWorkflows } from '@paraph/server/audit/record-deletion.ts';
import { listBuriedAccounts } from '@paraph/server/audit/record-erased-account.ts';
import { readSlices } from '@paraph/server/database/slices.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { removeErased } from '@paraph/server/files/delete-files.ts';
import { eraseBuriedAccount } from '@paraph/server/personal-data/erase-account.ts';
import { listIdsAfter } from '@paraph/server/workflows/api.ts';
import { lockWorkflow } from '@paraph/server/workflows/lifecycle/advance-workflow.ts';
import { eraseBuried, type ReleaseBeside } from '@paraph/server/workflows/lifecycle/delete-workflow.ts';

const SLICE = 1_000;

export interface ErasedAgain {
  workflows: number;
  accounts: number;
  /** Accounts that have to be erased again by hand, each with what stands against it. */
  keptAccounts: { id: number; obstacles: string[] }[];
}

/** Erases what a restored backup brought back although a later one knows that it was erased. Safe to repeat. */
export async function eraseAgain(
  deps: Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'vault'> & {
    releaseBeside: ReleaseBeside;
  },
): Promise<ErasedAgain> {
  const { database } = deps;
  const result: ErasedAgain = { workflows: 0, accounts: 0, keptAccounts: [] };
  const itself = (id: number) => id;
  for await (const ids of readSlices(SLICE, (slice) => listIdsAfter(database, slice), itself)) {
    for (const id of await listBuriedWorkflows(database, ids)) {
      const blobs = await database
        .transaction()
        .execute(async (tx) => eraseBuried(tx, deps, await lockWorkflow(tx, id)));
      await removeErased(deps, blobs);
      result.workflows += 1;
    }
  }
  // After the workflows: one that is under way would stand against it.
  for await (const ids of readSlices(SLICE, (slice) => listBuriedAccounts(database, slice), itself)) {
    for (const id of ids) {
      const obstacles = await eraseBuriedAccount(deps, id);
      if (obstacles?.length === 0) result.accounts += 1;
      else if (obstacles) result.keptAccounts.push({ id, obstacles });
    }
  }
  return result;
}
