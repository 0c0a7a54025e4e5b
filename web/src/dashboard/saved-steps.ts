import type { WorkflowDetail } from '../api/wire.ts';
import type { SendPerson, SendStep } from './send-steps.ts';

/** The steps of a workflow with their people, as the form has them. */
export function stepsFrom(
  workflow: Pick<SavedDraft, 'recipients' | 'steps'> & Partial<Pick<SavedDraft, 'choices'>>,
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
        return person
          ? [{ key: `action-${actionId}`, id: person.id, ...savedContactOf(person), ...choice }]
          : [];
      });
      return { key: `step-${id}`, type, people, ...(whole ? { required: whole.required } : {}) };
    });
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
  | 'expiryDate'
  | 'scheduledStartDate'
> & { reminders: string };
