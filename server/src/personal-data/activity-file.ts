import { listActs } from '../audit/list-events.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { listEndings } from '../workflows/api.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';

const SLICE = 1_000;

/**
 * What the person did with what others sent in their workspaces, one act a line, with the address and browser that they
 * used. Reads on slice by slice.
 */
export async function* activityLines(reads: Reads, caller: Caller): AsyncGenerator<Buffer> {
  for (const { workspaceId } of await listWorkspaceAccess(reads, caller)) {
    for (let after = 0, isMore = true; isMore; ) {
      const found = await listEndings(reads, { workspaceId, after, limit: SLICE });
      const ofOthers = found.filter(({ creatorId }) => creatorId !== caller.userId).map(({ id }) => id);
      const acts = await listActs(reads, ofOthers, { userId: caller.userId });
      yield Buffer.from(acts.map((act) => `${JSON.stringify(act)}\n`).join(''));
      after = found.at(-1)?.id ?? after;
      isMore = found.length === SLICE;
    }
  }
}
