import type { Deps } from '../deps.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { Caller } from '../http/caller.ts';
import { lockTemplate } from './change-template.ts';
import { authorizeTemplate, type TemplateAddress } from './read-template.ts';
import { deleteTemplateRow } from './template-store.ts';

/**
 * Deletes a template with its files. Workflows made of it have their own, and stay.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function deleteTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<void> {
  await authorizeTemplate(deps, { caller, operation: 'delete', ...address });
  await deps.database.transaction().execute(async (tx) => {
    const { template, documents } = await lockTemplate(tx, address.templateId);
    await deleteTemplateRow(tx, template.id);
    await deleteFiles(tx, documents.flatMap(filesOf));
  });
}

export function filesOf(row: { original_file_id: number; thumb_file_id: number | null }): number[] {
  return [row.original_file_id, row.thumb_file_id].filter((id) => id !== null);
}
