import { mayTemplate, readSearchTerms } from '@paraph/domain';
import type { Selectable } from 'kysely';
import type { TemplateRow } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
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
  query: PageRequest & { workspaceId: number; query?: string | undefined },
): Promise<PageOf<Selectable<TemplateRow>>> {
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
  const range = rangeOf(query);
  const { total, templates } = await listTemplateRows(database, filter, range);
  return { ...pageOf(total, range.limit), records: templates };
}
