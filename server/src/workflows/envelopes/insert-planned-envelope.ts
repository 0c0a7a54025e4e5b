import { assertPresent, type FilledPerson, type PlacedField } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import type { EventActor } from '../../database/tables.ts';
import type { Deps } from '../../deps.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { insertFields, insertStep, savePeople, saveRole } from '../store/draft-store.ts';
import { prefilled } from '../store/new-workflow-store.ts';
import { insertEnvelope, type PreparedEnvelope } from './create-envelope.ts';

/** People, steps and fields that were planned before; roles and documents by the plan's own ids. */
export interface PlannedEnvelope {
  people(documentIds: ReadonlyMap<number, number>): readonly FilledPerson[];
  steps: readonly { type: 'sign' | 'review'; roleIds: readonly number[] }[];
  fields: readonly (PlacedField & { id: number; pdfFieldName: string | null })[];
  /** In the order of the documents of the draft. */
  documentIds: readonly number[];
}

/** Inserts a planned draft with rows of its own. */
export async function insertPlannedEnvelope(
  tx: Tx,
  deps: Deps,
  about: { prepared: PreparedEnvelope; planned: PlannedEnvelope; caller: Caller; visitor: Visitor },
): Promise<{ record: WorkflowRecord; actor: EventActor }> {
  const { planned } = about;
  const { workflowId, actor } = await insertEnvelope(tx, deps, about);
  const { documents } = await lockWorkflow(tx, workflowId);
  const documentIds = new Map(
    planned.documentIds.map((id, index) => [id, assertPresent(documents[index], 'an inserted document').id]),
  );
  const people = planned.people(documentIds);
  const recipientIds = await savePeople(
    tx,
    workflowId,
    people.map((person) => ({ ...person, id: null })),
  );
  const roles = new Map<number, { id: number; recipientId: number; person: FilledPerson }>();
  for (const [index, person] of people.entries()) {
    const recipientId = assertPresent(recipientIds[index], 'the id of an inserted recipient');
    for (const { id, type, color } of person.roles) {
      const row = { workflow_id: workflowId, recipient_id: recipientId, type, color };
      roles.set(id, { id: await saveRole(tx, null, row), recipientId, person });
    }
  }
  for (const [index, { type, roleIds }] of planned.steps.entries()) {
    const members = roleIds.flatMap((id) => roles.get(id) ?? []);
    await insertStep(tx, workflowId, { order: index + 1, type, roles: members });
  }
  const rows = planned.fields.flatMap((field) => {
    const role = roles.get(field.roleId);
    const documentId = documentIds.get(field.documentId);
    if (!role || documentId === undefined) return [];
    return [
      { ...field, documentId, roleId: role.id, value: field.value ?? prefilled(field.type, role.person) },
    ];
  });
  await insertFields(tx, { workflowId, after: 0 }, rows);
  return { record: await lockWorkflow(tx, workflowId), actor };
}
