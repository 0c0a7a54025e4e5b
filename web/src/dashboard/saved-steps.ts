import type { WorkflowDetail } from '../api/wire.ts';
import type { SendPerson, SendStep } from './send-steps.ts';

/** The steps of a workflow with their people, as the form has them. */
export function stepsFrom(
  workflow: Pick<SavedDraft, 'recipients' | 'steps'> & Partial<Pick<SavedDraft, 'choices' | 'witnesses'>>,
): SendStep[] {
  return [...workflow.steps]
    .sort((one, other) => one.order - other.order)
    .map(({ id, order, type, actions }): SendStep => {
      const groups = (workflow.choices ?? []).filter(({ step }) => step === order);
      const [whole] = groups.filter(({ members }) => members.length === actions.length);
      const people = actions.flatMap(({ id: actionId, recipientId }): SendPerson[] => {
        const person = workflow.recipients.find((each) => each.id === recipientId);
        const group = groups.find(({ members }) => members.some((member) => member.actionId === actionId));
        const choice = group && !whole ? { choice: { group: group.group, required: group.required } } : {};
        const witness = savedWitness(workflow, { order, actions, actionId, recipientId });
        // Whom a signer names is said of the signer.
        if (!person || witness === null) return [];
        return [
          { key: `action-${actionId}`, id: person.id, ...savedContactOf(person), ...choice, ...witness },
        ];
      });
      return { key: `step-${id}`, type, people, ...(whole ? { required: whole.required } : {}) };
    });
}

/** Null for a witness without a name. */
function savedWitness(
  { witnesses = [] }: Partial<Pick<SavedDraft, 'witnesses'>>,
  step: {
    order: number;
    actions: readonly { id: number; recipientId: number }[];
    actionId: number;
    recipientId: number;
  },
): Pick<SendPerson, 'witness'> | null {
  const inStep = witnesses.filter((each) => each.step === step.order);
  const own = inStep.find(({ actionId }) => actionId === step.actionId);
  if (own) {
    const signer = step.actions.find(({ recipientId }) => recipientId === own.ofRecipientId);
    if (!own.named) return null;
    return signer ? { witness: `action-${signer.id}` } : {};
  }
  const isAsked = inStep.some(({ ofRecipientId, named }) => ofRecipientId === step.recipientId && !named);
  return isAsked ? { witness: 'asked' } : {};
}

function savedContactOf({ name, email, phone, language, identification }: SavedDraft['recipients'][number]) {
  return {
    name,
    email,
    phone: phone ?? '',
    language: language ?? '',
    identification: identification ?? '',
  } as const;
}

export type SavedDraft = Pick<
  WorkflowDetail,
  | 'name'
  | 'type'
  | 'senderMessage'
  | 'steps'
  | 'recipients'
  | 'followers'
  | 'choices'
  | 'witnesses'
  | 'expiryDate'
  | 'scheduledStartDate'
> & { reminders: string };
