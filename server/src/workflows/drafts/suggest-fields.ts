import { Refusal, type SuggestedField, suggestFields } from '@paraph/domain';
import type { FirstPageDeps } from '../../files/first-page.ts';
import { readPrintedPlaces } from '../../files/printed-places.ts';
import type { Caller } from '../../http/caller.ts';
import { signingRoles } from '../lifecycle/place-fields.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../reading/read-workflow.ts';
import { requireDraft } from './change-draft.ts';

/**
 * The printed places of a document of a draft where fields could go, and to whom the page gives them. Nothing is
 * changed: who places them sees each one first.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`, and those of `readPrintedPlaces`
 */
export async function listSuggestedFields(
  deps: FirstPageDeps,
  caller: Caller,
  { documentId, ...address }: WorkflowAddress & { documentId: number },
) {
  const record = await readVisibleWorkflow(deps, caller, address);
  requireDraft(record);
  const document = record.documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this workflow.');
  const people = signingRoles(record).map(({ roleId, recipient }) => ({
    role: roleId,
    name: recipient.name,
  }));
  const names = [...new Set(people.map(({ name }) => name))];
  const fileId = document.original_file_id;
  const places = await readPrintedPlaces(deps, { fileId, names, caller: caller.key });
  return suggestFields(places, people).map(viewSuggestedField);
}

function viewSuggestedField({ kind, ...place }: SuggestedField) {
  return { type: kind, ...place };
}
