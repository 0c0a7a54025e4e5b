import { type FoundForm, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import type { Appended } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import { flattenFile } from '../revisions/flatten-draft.ts';
import { readVisibleTemplate, type TemplateAddress } from './read-template.ts';

/**
 * The forms that the documents of a template bring along, of which fields can take the place.
 *
 * @throws Refusal as `readVisibleTemplate` does
 */
export async function listTemplateForms(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<{ documentId: number; form: FoundForm }[]> {
  const { documents } = await readVisibleTemplate(deps, caller, address);
  return documents.flatMap(({ id, found }) => (found.form ? [{ documentId: id, form: found.form }] : []));
}

/**
 * A document of a template with its form as the start of a workflow will leave it.
 *
 * @throws Refusal `NOT_FOUND`, and those of `readVisibleTemplate`
 */
export async function readTemplatePages(
  deps: FileDeps & Pick<Deps, 'config'>,
  caller: Caller,
  { documentId, ...address }: TemplateAddress & { documentId: number },
): Promise<{ fileId: number; name: string; appended: Appended | null }> {
  const { documents, template } = await readVisibleTemplate(deps, caller, address);
  const document = documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this template.');
  const { original_file_id: fileId, name, found } = document;
  const placed = template.plan.fields
    .filter((field) => field.documentId === documentId)
    .map(({ type, pdfFieldName: formField }) => ({ type, formField }));
  return { fileId, name, appended: await flattenFile(deps, { fileId, form: found.form }, placed) };
}
