import type { NewPlaceholder } from '../api/templates-api.ts';
import type { TemplateRecipients } from '../api/wire.ts';
import { choiceOf, type SendStep } from './send-steps.ts';

export interface PlaceholderPlan {
  recipients: NewPlaceholder[];
  /** For each recipient the keys of its rows, in the order of its roles. */
  rows: string[][];
}

/** One placeholder per name with a role for each row; known roles keep their ids and so their fields. */
export function planPlaceholders(steps: readonly SendStep[], before: TemplateRecipients): PlaceholderPlan {
  const plan: PlaceholderPlan = { recipients: [], rows: [] };
  const claimed = new Set<number>();
  for (const { type, people } of steps) {
    for (const { key, name } of people) {
      const called = name.trim();
      let index = plan.recipients.findIndex((each) => each.name === called);
      if (index < 0 || called === '') {
        const owner = ownerOf(key, before);
        const isFree = owner !== undefined && !claimed.has(owner.id);
        if (isFree) claimed.add(owner.id);
        index = plan.recipients.length;
        plan.recipients.push({
          ...(isFree ? { id: owner.id, anchorTag: owner.anchorTag } : {}),
          name: called,
          roles: [],
        });
        plan.rows.push([]);
      }
      const recipient = plan.recipients[index];
      const savedRole = before
        .find(({ id }) => id === recipient?.id)
        ?.roles.find((role) => roleKey(role.id) === key && role.type === type);
      recipient?.roles.push({ ...(savedRole ? { id: savedRole.id } : {}), type });
      plan.rows[index]?.push(key);
    }
  }
  return plan;
}

interface StepBody {
  type: 'sign' | 'review';
  roles: number[];
  choices?: { group: string; required: number; roles: number[] }[];
  witnesses?: { role: number; of: number }[];
}

/** The request body of the steps, once the placeholders have role ids. */
export function stepsRequest(
  steps: readonly SendStep[],
  { rows }: PlaceholderPlan,
  saved: TemplateRecipients,
): StepBody[] {
  const roleOf = new Map(
    rows.flatMap((keys, index) =>
      keys.map((key, position) => [key, saved[index]?.roles[position]?.id ?? 0] as const),
    ),
  );
  return steps.map((step) => {
    const roles = step.people.map(({ key }) => roleOf.get(key) ?? 0);
    const groups = Map.groupBy(step.people.keys(), (index) => {
      const person = step.people[index];
      return person ? choiceOf(step, person)?.group : undefined;
    });
    const choices = [...groups].flatMap(([group, indexes]) => {
      const [first = 0] = indexes;
      const person = step.people[first];
      const required = person && choiceOf(step, person)?.required;
      if (group === undefined || required === undefined) return [];
      return [{ group, required, roles: indexes.map((index) => roles[index] ?? 0) }];
    });
    const witnesses = step.people.flatMap(({ key, witness }) => {
      const isInStep = step.type === 'sign' && step.people.some((each) => each.key === witness);
      const [role = 0, of = 0] = [roleOf.get(key), roleOf.get(witness ?? '')];
      return isInStep ? [{ role, of }] : [];
    });
    return {
      type: step.type,
      roles,
      ...(choices.length > 0 ? { choices } : {}),
      ...(witnesses.length > 0 ? { witnesses } : {}),
    };
  });
}

function ownerOf(key: string, recipients: TemplateRecipients): TemplateRecipients[number] | undefined {
  return recipients.find(({ roles }) => roles.some(({ id }) => roleKey(id) === key));
}

/** The key of a row of the people form that has this role. */
export function roleKey(roleId: number): string {
  return `role-${roleId}`;
}
