import {
  meets,
  Refusal,
  readTaggedFields,
  type SigningPerson,
  type SuggestedField,
  suggestFields,
  type TaggedField,
} from '@paraph/domain';
import type { DocumentContents } from '../../database/column-types.ts';
import type { FirstPageDeps } from '../../files/first-page.ts';
import { readPrintedPlaces } from '../../files/printed-places.ts';
import type { Caller } from '../../http/caller.ts';
import { signingPeople } from '../lifecycle/place-fields.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../reading/read-workflow.ts';
import { requireDraft } from './change-draft.ts';

/**
 * The printed places and the tags of a document of a draft where fields could go, and to whom the page gives them.
 * Nothing is changed: who places them sees each one first.
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
  return suggestFor(deps, caller, { documentId, documents: record.documents, people: signingPeople(record) });
}

interface Suggesting {
  documentId: number;
  documents: readonly { id: number; original_file_id: number; contents: DocumentContents }[];
  people: readonly SigningPerson[];
}

/** The same for any documents and people. Keys are unique, and roles in order, over all documents. */
export async function suggestFor(
  deps: FirstPageDeps,
  { key: caller }: Caller,
  { documentId, documents, people }: Suggesting,
) {
  const document = documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document here.');
  const tagged = readTaggedFields(
    documents.map(({ id, contents }) => ({ id, tags: contents.tags })),
    people,
  ).filter((field) => field.documentId === documentId);
  const names = [...new Set(people.map(({ name }) => name))];
  const fileId = document.original_file_id;
  const printed = await readPrintedPlaces(deps, { fileId, names, caller });
  const places = printed.filter((place) => !tagged.some((field) => meets(field.place, place)));
  return [...tagged.map(viewTaggedField), ...suggestFields(places, people).map(viewSuggestedField)];
}

function viewSuggestedField({ kind, ...place }: SuggestedField) {
  return { type: kind, ...place, tag: null };
}

/** One that is not understood has the type of a text. */
function viewTaggedField({ text, place, tag, role, problem }: TaggedField) {
  const {
    type,
    role: party,
    label,
    key,
    required,
  } = tag ?? {
    ...{ type: 'text' as const, role: null, label: null, key: null, required: null },
  };
  return { type, ...place, reason: text, party, confidence: 1, role, tag: { label, key, required, problem } };
}
