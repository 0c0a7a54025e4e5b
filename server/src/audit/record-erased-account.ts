import { listErasedIds } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { openAuditKeys } from './audit-keys.ts';
import {
  type AccountTombstone,
  insertAccountTombstone,
  listAccountTombstones,
  listBuriedAmong,
} from './ledger-store.ts';

/** Takes back the tombstone of an account that is there again, and stays. */
export { deleteAccountTombstone as forgetErasedAccount } from './ledger-store.ts';

/** What went with an account and what remained, in numbers and ids; no names, because it stays for ever. */
export type ErasedAccount = Readonly<Record<string, number | readonly number[]>>;

/** Leaves a tombstone for an account that is being erased. */
export async function recordErasedAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { userId, detail }: { userId: number; detail: ErasedAccount },
): Promise<void> {
  const tombstone = { user_id: userId, erased_at: deps.clock.now(), detail: { ...detail } };
  await insertAccountTombstone(tx, { ...tombstone, mac: macOf(deps, tombstone) });
}

/** The accounts with a tombstone, in the order of their ids. */
export async function listBuriedAccounts(
  reads: Reads,
  slice: { after: number; limit: number },
): Promise<number[]> {
  return (await listAccountTombstones(reads, slice)).map((tombstone) => tombstone.user_id);
}

function macOf({ vault }: Pick<Deps, 'vault'>, tombstone: Omit<AccountTombstone, 'mac'>): Buffer {
  return openAuditKeys(vault).account({
    userId: tombstone.user_id,
    erasedAt: tombstone.erased_at,
    detail: tombstone.detail,
  });
}

const SLICE = 1_000;

/** What does not verify: each tombstone is one that this instance made, and each erased account has one. */
export async function verifyErasedAccounts(
  reads: Reads,
  deps: Pick<Deps, 'vault'>,
  onProblem: (problem: string) => void,
): Promise<void> {
  const listTombstones = readSlices(
    SLICE,
    (slice) => listAccountTombstones(reads, slice),
    (tombstone) => tombstone.user_id,
  );
  for await (const tombstones of listTombstones)
    for (const { mac, ...tombstone } of tombstones)
      if (!macOf(deps, tombstone).equals(mac))
        onProblem(`the tombstone of the account ${tombstone.user_id} is forged`);
  const listErased = readSlices(
    SLICE,
    (slice) => listErasedIds(reads, slice),
    (id) => id,
  );
  for await (const ids of listErased) {
    const buried = await listBuriedAmong(reads, ids);
    for (const id of ids.filter((each) => !buried.has(each)))
      onProblem(`the account ${id} was erased without a tombstone`);
  }
}
