import { checkWork } from '../../operator/src/doctor/work.ts';
import type { Deps } from '../../server/src/deps.ts';

/** How many of these the doctor says are waiting although they should not. */
export async function backlogOf(
  { database, clock }: Pick<Deps, 'clock' | 'database'>,
  name: string,
): Promise<number> {
  const finding = (await checkWork(database, clock)).find((each) => each.name === name);
  return finding ? Number.parseInt(finding.detail, 10) : 0;
}
