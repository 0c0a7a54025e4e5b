import type { Deps } from '../deps.ts';
import { deleteLease, saveLease } from './file-store.ts';

const LEASE_SECONDS = 600;
const RENEWED_EVERY_MS = 60_000;

/**
 * Keeps every stored file while the work lasts, also those that nothing names any more. The lease ends by itself when
 * this process dies.
 */
export async function withBlobLease<T>(
  { database }: Pick<Deps, 'database'>,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  const renew = () => saveLease(database, holder, LEASE_SECONDS);
  await renew();
  // The next renewal makes up for one that fails.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await deleteLease(database, holder).catch(() => {});
  }
}
