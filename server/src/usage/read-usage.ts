import { invalid, monthsBefore, monthsBetween, USAGE_MONTHS_MAX } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import { readQuotas } from './quotas.ts';
import { listUsage, readCountedDate } from './usage-store.ts';

export interface UsageQuery {
  organizationId?: number | undefined;
  /** Months, as 2026-11. */
  from?: string | undefined;
  to?: string | undefined;
}

const SHOWN_MONTHS = 12;

/**
 * What an organization used, by month and workspace, the newest month first; for administrators.
 *
 * @throws Refusal `VALIDATION_ERROR` for a period that is empty or too long
 */
export async function readUsage(
  { clock, config, database }: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller,
  query: UsageQuery,
) {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const to = query.to ?? clock.now().toISOString().slice(0, 7);
  const from = query.from ?? monthsBefore(to, SHOWN_MONTHS - 1);
  const months = monthsBetween(from, to);
  if (months < 1) throw invalid({ from: 'Must not be after the last month.' });
  if (months > USAGE_MONTHS_MAX)
    throw invalid({ from: `At most ${USAGE_MONTHS_MAX} months can be read at a time.` });
  const names = new Map((await listWorkspacesIn(database, organizationId)).map(({ id, name }) => [id, name]));
  const rows = await listUsage(database, { organizationId, from, to });
  const items = rows.map(({ workspace_id: workspaceId, ...row }) => ({
    ...row,
    workspaceId,
    workspaceName: names.get(workspaceId) ?? null,
  }));
  const quotas = await readQuotas({ clock, config, database }, organizationId);
  return { from, to, countedAt: await readCountedDate(database), quotas, items };
}

export type ReadUsage = Awaited<ReturnType<typeof readUsage>>;
