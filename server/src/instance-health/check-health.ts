import { forbidden } from '@paraph/domain';
import { isInstanceOwner } from '../accounts/set-up.ts';
import type { HealthFinding } from '../database/column-types.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { findChecks, insertCheck, lockChecks, saveFindings } from './health-store.ts';

type HealthDeps = Pick<Deps, 'clock' | 'database'>;

/** What is passed in: the examination of the whole instance, which calls other machines and takes its time. */
export type Examine = () => Promise<readonly HealthFinding[]>;

/** One that has not ended by then never will: its process has died. */
const UNDER_WAY_SECONDS = 600;

/** The last examination, and whether another one is under way; for the owner of the instance. */
export async function readHealth({ clock, database }: HealthDeps, caller: Caller) {
  await requireOwner({ database }, caller);
  const askedAfter = addSeconds(clock.now(), -UNDER_WAY_SECONDS);
  const { last, isUnderWay } = await findChecks(database, { askedAfter });
  return {
    checkedDate: last?.finished_at ? toSeconds(last.finished_at) : null,
    underWay: isUnderWay,
    findings: (last?.findings ?? []).map(({ name, state, detail, remedy }) => {
      return { name, state, detail, remedy: remedy ?? null };
    }),
  };
}

/** Asks for another one, in the background; while one is under way there is no second. */
export async function checkHealth(deps: HealthDeps, caller: Caller) {
  await requireOwner(deps, caller);
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    await lockChecks(tx);
    const { isUnderWay } = await findChecks(tx, { askedAfter: addSeconds(now, -UNDER_WAY_SECONDS) });
    if (isUnderWay) return;
    await enqueue(tx, { name: 'examine-instance', id: await insertCheck(tx, now) });
  });
  return readHealth(deps, caller);
}

/** The job. */
export async function examineInstance(
  { clock, database }: HealthDeps,
  id: number,
  examine: Examine | undefined,
): Promise<void> {
  if (!examine) throw new Error('this process was started without what examines the instance');
  const findings = await examine();
  await saveFindings(database, id, { now: clock.now(), findings });
}

async function requireOwner({ database }: Pick<Deps, 'database'>, caller: Caller): Promise<void> {
  if (!(await isInstanceOwner(database, caller.userId)))
    throw forbidden('The health of the instance is for its owner.');
}
