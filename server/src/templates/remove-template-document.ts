import { Refusal, removePlanDocument } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { deleteFiles } from '../files/delete-files.ts';
import type { Caller } from '../http/caller.ts';
import { changeTemplate } from './change-template.ts';
import { filesOf } from './delete-template.ts';
import type { TemplateAddress } from './read-template.ts';
import { deleteTemplateDocument } from './template-store.ts';

/**
 * Takes a document out of a template, with its fields and its files. The last one stays: else nothing is to sign.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`, and those of `changeTemplate`
 */
export async function removeTemplateDocument(
  deps: Deps,
  caller: Caller,
  { documentId, ...command }: TemplateAddress & { documentId: number },
): Promise<void> {
  await changeTemplate(deps, { caller, command }, async (tx, { template, documents }) => {
    const document = documents.find(({ id }) => id === documentId);
    if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this template.');
    if (documents.length === 1) {
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        'A template needs at least one document; add another one first.',
      );
    }
    await deleteTemplateDocument(tx, documentId);
    await deleteFiles(tx, filesOf(document));
    return { plan: removePlanDocument(template.plan, documentId) };
  });
}
