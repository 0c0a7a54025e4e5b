import {
  type FieldRequest,
  readPlacedFields,
  requireTaggedFields,
  resolveFormField,
  type SigningPerson,
  tagRequest,
} from '@paraph/domain';
import type { DocumentContents } from '../../database/column-types.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { createOptionSizeFinder, growOptionBoxes } from '../../revisions/option-size.ts';
import { signingPeople } from '../lifecycle/place-fields.ts';
import type { WorkflowCall, WorkflowRecord } from '../reading/read-workflow.ts';
import { isSlotless } from '../store/choice-slots.ts';
import { deleteFieldsOf } from '../store/document-store.ts';
import { insertFields } from '../store/draft-store.ts';
import { prefilled } from '../store/plan-workflow.ts';
import { placedFieldOf } from '../store/workflow-record.ts';
import { changeDraft } from './change-draft.ts';

/** All fields, and whether the tags of the text become fields beside them. */
export interface FieldsRequest {
  fields: readonly FieldRequest[];
  placeFields?: 'fromText' | undefined;
}

/**
 * Replaces all fields of a draft: those not named are deleted. A field at an unchanged position keeps its form field of
 * the PDF. A refusal names every problem.
 */
export async function setFields(
  deps: Deps,
  caller: Caller,
  { fields: stating, placeFields, ...command }: WorkflowCall & FieldsRequest,
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, changed: ['fields'] }, async (tx, record) => {
    const request = withTags(stating, placeFields, { ...record, people: signingPeople(record) });
    const fields = growOptionBoxes(deps.config, record.documents, request);
    const stated = readPlacedFields(fields, {
      documents: record.documents.map(({ id, pages, contents }) => ({
        ...contents,
        id,
        pageCount: pages.length,
      })),
      roles: record.roles.filter(({ id }) => !isSlotless(record, id)),
      orderOf: (roleId) => orderOf(record, roleId),
      findMissing: createMissingCharacterFinder(deps.config),
      findOptionSize: createOptionSizeFinder(deps.config, record.documents),
    });
    const rows = stated.map((field, index) => {
      const before = record.fields.find((each) => each.id === fields[index]?.id);
      return {
        ...field,
        id: fields[index]?.id ?? null,
        pdfFieldName: resolveFormField(fields[index] ?? {}, field, before && placedFieldOf(before)),
        value: field.value ?? prefillOf(record, field),
      };
    });
    await deleteFieldsOf(tx, record.workflow.id);
    await insertFields(tx, { workflowId: record.workflow.id, after: 0 }, rows);
  });
}

/** @throws Refusal `VALIDATION_ERROR` naming each tag that cannot become a field */
export function withTags(
  fields: readonly FieldRequest[],
  placeFields: FieldsRequest['placeFields'],
  {
    documents,
    people,
  }: {
    documents: readonly { id: number; contents: DocumentContents }[];
    people: readonly SigningPerson[];
  },
): FieldRequest[] {
  if (placeFields === undefined) return [...fields];
  const tagged = requireTaggedFields(
    documents.map(({ id, contents }) => ({ id, tags: contents.tags })),
    people,
  );
  const added = tagged.map((field) => ({
    ...tagRequest(field),
    documentId: field.documentId,
    role: field.role,
  }));
  return [...fields, ...added];
}

function orderOf({ steps, actions }: WorkflowRecord, roleId: number): number | null {
  const action = actions.find(({ role_id: id }) => id === roleId);
  return steps.find(({ id }) => id === action?.step_id)?.step_order ?? null;
}

function prefillOf(
  { roles, recipients }: WorkflowRecord,
  { roleId, type }: { roleId: number; type: FieldRequest['type'] },
): string | null {
  const role = roles.find(({ id }) => id === roleId);
  const recipient = recipients.find(({ id }) => id === role?.recipient_id);
  return recipient ? prefilled(type, recipient) : null;
}
