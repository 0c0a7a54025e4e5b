import { mayTemplate, readSearchTerms } from '@paraph/domain';
import type { Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { TemplateRow } from '../platform/tables.ts';
import { pageOf } from '../workflows/reading/list-workflows.ts';
import { getWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { listTemplateRows } from './template-store.ts';

/**
 * A page of a workspace's templates, newest first; what the caller may not see is neither listed nor counted.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`
 */
export async function listTemplates(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: {
    workspaceId: number;
    page?: number | undefined;
    limit?: number | undefined;
    query?: string | undefined;
  },
): Promise<{ total: number; limit: number; pages: number; templates: Selectable<TemplateRow>[] }> {
  const { workspaceId } = query;
  const access = await getWorkspaceAccess(database, caller, workspaceId);
  const { userId } = access;
  const filter = {
    workspaceId,
    userId,
    own: mayTemplate(access, 'view', { creatorId: userId }),
    others: access.permissions.has('view_others_template'),
    words: readSearchTerms(query.query),
  };
  const { page, limit } = pageOf(query);
  const { total, templates } = await listTemplateRows(database, filter, {
    limit,
    offset: (page - 1) * limit,
  });
  return { total, limit, pages: Math.ceil(total / limit), templates };
}
