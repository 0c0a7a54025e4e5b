/** Whether the database refused to change a row because its organization is frozen. */
export function isFrozen(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'PF001';
}

/** For work on one of many organizations: what is frozen is left to a later turn, and delays no other. */
export async function unlessFrozen(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isFrozen(error)) throw error;
  });
}

/** Saves what was done outside, without what a freeze refuses: or it would be done again each minute. */
export async function savedThoughFrozen<T>(save: (isFrozen: boolean) => Promise<T>): Promise<T> {
  try {
    return await save(false);
  } catch (error) {
    if (!isFrozen(error)) throw error;
    return save(true);
  }
}
