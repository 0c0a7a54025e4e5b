import { type FieldRequest, forbidden, invalid, isUnnamed, type StepOfPeopleRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { addDocument, removeDocument } from '../workflows/drafts/change-documents.ts';
import { setSteps } from '../workflows/drafts/set-people.ts';
import { readVisibleWorkflow, type WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { type DesignGuest, requireDesigner } from './design-sessions.ts';

// What only a frame of a program changes: its people and its documents, where the program has not locked them, and
// fields of the types that it allows. A designer that opens by its address changes fields alone, as it always did.

/** A person of the draft, by `id`; without one, a new one, who signs after all others. */
interface NamedPerson {
  id?: number | undefined;
  name: string;
  email: string;
}

/** Who is named stays where they are, under this name and address; who is not goes, with their fields. */
export async function setDesignPeople(
  deps: Deps,
  guest: DesignGuest,
  { people, visitor }: { people: readonly NamedPerson[]; visitor: Visitor },
): Promise<void> {
  requireUnlocked(guest, 'lockRecipients');
  const record = await readVisibleWorkflow(deps, guest.caller, guest.address);
  const steps = stepsWith(record, people);
  await setSteps(deps, guest.caller, { ...guest.address, steps, visitor });
}

function stepsWith(
  { steps, actions, recipients }: WorkflowRecord,
  people: readonly NamedPerson[],
): StepOfPeopleRequest[] {
  const named = new Map(people.flatMap((each) => (each.id === undefined ? [] : [[each.id, each] as const])));
  const ofStep = (stepId: number) => actions.filter(({ step_id: id }) => id === stepId);
  const unnamed = new Set(recipients.filter(isUnnamed).map(({ id }) => id));
  const remaining = steps
    .toSorted((one, other) => one.step_order - other.step_order)
    .map(({ id, type }) => ({
      type,
      recipients: ofStep(id).flatMap((action) => {
        const person = named.get(action.recipient_id);
        if (!person) return [];
        const { choice_group: group, choice_required: required, witness_of: signerId } = action;
        const signer = signerId === null ? undefined : named.get(signerId);
        const asksWitness = ofStep(id).some(
          (each) => each.witness_of === person.id && unnamed.has(each.recipient_id),
        );
        return {
          ...person,
          ...(group === null ? {} : { choice: { group, required: required ?? undefined } }),
          ...(signer ? { witnessOf: signer.email } : {}),
          ...(asksWitness ? { witness: 'asked' as const } : {}),
        };
      }),
    }))
    .filter((step) => step.recipients.length > 0);
  const isPlaced = ({ id }: NamedPerson) => actions.some((action) => action.recipient_id === id);
  const added = people.filter((each) => !isPlaced(each));
  return [...remaining, ...added.map((each) => ({ type: 'sign' as const, recipients: [each] }))];
}

export async function addDesignDocument(
  deps: Deps,
  guest: DesignGuest,
  { document, visitor }: { document: UploadedFile | null; visitor: Visitor },
): Promise<void> {
  requireUnlocked(guest, 'lockDocuments');
  await addDocument(deps, guest.caller, { ...guest.address, document, visitor });
}

export async function removeDesignDocument(
  deps: Deps,
  guest: DesignGuest,
  { documentId, visitor }: { documentId: number; visitor: Visitor },
): Promise<void> {
  requireUnlocked(guest, 'lockDocuments');
  await removeDocument(deps, guest.caller, { ...guest.address, documentId, visitor });
}

const LOCKED = {
  lockRecipients: 'The people of this document are set by the page that shows it; change them there.',
  lockDocuments: 'The files of this document are set by the page that shows it; change them there.',
};

function requireUnlocked(guest: DesignGuest, lock: keyof typeof LOCKED): void {
  requireDesigner(guest);
  const { embedding } = guest.session;
  if (embedding === null || embedding[lock]) throw forbidden(LOCKED[lock]);
}

/** Where a program has not offered the start, it starts the draft itself. */
export function requireStart({ session: { embedding } }: DesignGuest): void {
  if (embedding === null || embedding.showStart) return;
  throw forbidden('The page that shows this document starts it; finish here, and go on there.');
}

/**
 * Fields of another type than the program allows stay as they are, where the draft had them before.
 *
 * @throws Refusal `VALIDATION_ERROR` naming each field of a type that is not allowed
 */
export async function requireAllowedTypes(
  deps: Pick<Deps, 'database'>,
  guest: DesignGuest,
  fields: readonly FieldRequest[],
): Promise<void> {
  const allowed = guest.session.embedding?.fieldTypes ?? null;
  if (allowed === null) return;
  const { fields: former } = await readVisibleWorkflow(deps, guest.caller, guest.address);
  const typeOf = new Map(former.map(({ id, type }) => [id, type]));
  const violations = Object.fromEntries(
    fields.flatMap(({ id, type }, index) => {
      if (allowed.includes(type) || (id !== undefined && typeOf.get(id) === type)) return [];
      return [[`fields[${index}][type]`, `Must be one of ${allowed.join(', ')}.`]];
    }),
  );
  if (Object.keys(violations).length > 0) throw invalid(violations);
}
