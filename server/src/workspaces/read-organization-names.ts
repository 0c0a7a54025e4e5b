import type { Reads } from '../platform/database.ts';
import { listOrganizationRows } from './workspace-store.ts';

/** The names of these organizations, by id. */
export async function readOrganizationNames(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, string>> {
  return new Map((await listOrganizationRows(reads, ids)).map(({ id, name }) => [id, name]));
}
