import { listActs } from '../audit/api.ts';
import type { Reads } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Caller } from '../http/caller.ts';
import { listEndings } from '../workflows/api.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';

const SLICE = 1_000;

/**
 * What the person did with what others sent in their workspaces, one act a line, with the address and browser that they
 * used. Reads on slice by slice.
 */
export async function* activityLines(reads: Reads, caller: Caller): AsyncGenerator<Buffer> {
  for (const { workspaceId } of await listWorkspaceAccess(reads, caller)) {
    const list = readSlices(
      SLICE,
      (slice) => listEndings(reads, { workspaceId, ...slice }),
      ({ id }) => id,
    );
    for await (const found of list) {
      const ofOthers = found.filter(({ creatorId }) => creatorId !== caller.userId).map(({ id }) => id);
      const acts = await listActs(reads, ofOthers, { userId: caller.userId });
      yield Buffer.from(acts.map((act) => `${JSON.stringify(act)}\n`).join(''));
    }
  }
}
