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
