import {
  planSteps,
  type QuickFieldRequest,
  readQuickFields,
  resolveFormField,
  rolesOfPlan,
} from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { createOptionSizeFinder } from '../../revisions/option-size.ts';
import type { CheckCallbackUrl } from '../lifecycle/callback.ts';
import { type FormCommand, type PreparedEnvelope, prepareEnvelope } from './create-envelope.ts';
import { createPlannedEnvelope, type PlannedEnvelope } from './create-planned-envelope.ts';
import { storedContents } from './ingest-document.ts';

/**
 * Sends a PDF whose fields the form says: creates the workflow with them, and starts it, all or nothing. What the PDF
 * says of fields is not looked for; a signer without a signature gets one as at every start (interface.md §5.1).
 *
 * @returns the 40-character envelope id
 * @throws Refusal as `prepareEnvelope`, `readQuickFields` and `startDraft` do
 */
export async function createFilledEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, fields, ...form }: FormCommand & { fields: readonly QuickFieldRequest[] },
): Promise<{ id: string }> {
  const sender = await requireSender(deps, caller);
  const prepared = await prepareEnvelope(deps, caller, { ...form, mayWait: false, findsFields: false });
  const planned = planOf(deps, prepared, fields);
  // Its people and steps are inserted with the plan.
  const bare = { ...prepared, draft: { ...prepared.draft, steps: [] } };
  const creation = { prepared: bare, planned, caller, visitor, sender };
  const { workflow } = await createPlannedEnvelope(deps, creation);
  return { id: workflow.envelope_id };
}

function planOf(
  deps: Pick<Deps, 'config'>,
  { draft, documents }: PreparedEnvelope,
  request: readonly QuickFieldRequest[],
): PlannedEnvelope {
  const plan = planSteps(draft.steps);
  const roles = rolesOfPlan(plan);
  const positions = documents.map(({ ingested: { examined } }, index) => {
    const { pages } = examined;
    return { ...storedContents(examined), id: index + 1, pages, pageCount: pages.length };
  });
  const { fields, requests } = readQuickFields(request, {
    plan,
    roles,
    documents: positions,
    findMissing: createMissingCharacterFinder(deps.config),
    findOptionSize: createOptionSizeFinder(deps.config, positions),
  });
  return {
    people: () =>
      plan.recipients.map((person, index) => ({
        ...person,
        roles: roles
          .filter(({ recipient }) => recipient === index)
          .map(({ id, type, color }) => ({ id, type, color })),
      })),
    steps: plan.steps.map(({ type }, index) => ({
      type,
      roleIds: roles.filter(({ step }) => step === index + 1).map(({ id }) => id),
    })),
    fields: fields.map((field, index) => ({
      ...field,
      // Conditions name fields by the ids of the form; those without one get ids that no form can have.
      id: requests[index]?.id ?? -1 - index,
      pdfFieldName: resolveFormField(requests[index] ?? {}, field, undefined),
    })),
    documentIds: positions.map(({ id }) => id),
  };
}
