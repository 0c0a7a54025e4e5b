import type { NewPlaceholder } from '../api/templates-api.ts';
import type { Template, TemplateRecipients } from '../api/wire.ts';
import type { SendStep } from '../dashboard/send-steps.ts';

/** The steps of a template as state of the people form; a row's key holds its role id. */
export function stepsOfTemplate({ steps, recipients }: Pick<Template, 'steps' | 'recipients'>): SendStep[] {
  const rowOf = (roleId: number) => ({
    key: keyOf(roleId),
    name: recipients.find(({ roles }) => roles.some(({ id }) => id === roleId))?.name ?? '',
    email: '',
  });
  const shown = [...steps]
    .sort((one, other) => one.order - other.order)
    .map(({ id, type, actions }) => ({
      key: `step-${id}`,
      type,
      people: actions.map(({ role }) => rowOf(role)),
    }));
  // Append roles without a step, so that saving does not lose them.
  const placed = new Set(steps.flatMap(({ actions }) => actions.map(({ role }) => role)));
  const free = recipients.flatMap(({ roles }) => roles).filter(({ id }) => !placed.has(id));
  const rest = (['sign', 'review'] as const).flatMap((type) => {
    const people = free.filter((role) => role.type === type).map(({ id }) => rowOf(id));
    return people.length > 0 ? [{ key: `free-${type}`, type, people }] : [];
  });
  const all = [...shown, ...rest];
  return all.length > 0
    ? all
    : [{ key: 'first', type: 'sign', people: [{ key: 'first-person', name: '', email: '' }] }];
}

/** What a placeholder does in which steps, in their order; a role without a step is not done yet. */
export function tasksOf(
  { roles }: Pick<TemplateRecipients[number], 'roles'>,
  steps: Template['steps'],
): { type: 'sign' | 'review'; order: number }[] {
  return steps
    .flatMap(({ order, actions }) => actions.map(({ role }) => ({ role, order })))
    .flatMap(({ role, order }) => roles.filter(({ id }) => id === role).map(({ type }) => ({ type, order })))
    .sort((one, other) => one.order - other.order);
}

/** What a placeholder does in all. */
export function dutyOf({
  roles,
}: Pick<TemplateRecipients[number], 'roles'>): 'sign' | 'review' | 'both' | null {
  const types = new Set(roles.map(({ type }) => type));
  return types.size > 1 ? 'both' : ([...types][0] ?? null);
}

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
        ?.roles.find((role) => keyOf(role.id) === key && role.type === type);
      recipient?.roles.push({ ...(savedRole ? { id: savedRole.id } : {}), type });
      plan.rows[index]?.push(key);
    }
  }
  return plan;
}

/** The request body of the steps, once the placeholders have role ids. */
export function stepsRequest(
  steps: readonly SendStep[],
  { rows }: PlaceholderPlan,
  saved: TemplateRecipients,
): { type: 'sign' | 'review'; roles: number[] }[] {
  const roleOf = new Map(
    rows.flatMap((keys, index) =>
      keys.map((key, position) => [key, saved[index]?.roles[position]?.id ?? 0] as const),
    ),
  );
  return steps.map(({ type, people }) => ({ type, roles: people.map(({ key }) => roleOf.get(key) ?? 0) }));
}

/** The errors of the people form: text keys by path. */
export function validatePlaceholders(steps: readonly SendStep[]): Map<string, 'nameMissing' | 'nameTwice'> {
  const errors = new Map<string, 'nameMissing' | 'nameTwice'>();
  steps.forEach(({ people }, index) => {
    const names = people.map(({ name }) => name.trim());
    names.forEach((name, position) => {
      const path = `steps[${index}][recipients][${position}][name]`;
      if (name === '') errors.set(path, 'nameMissing');
      else if (names.indexOf(name) < position) errors.set(path, 'nameTwice');
    });
  });
  return errors;
}

function ownerOf(key: string, recipients: TemplateRecipients): TemplateRecipients[number] | undefined {
  return recipients.find(({ roles }) => roles.some(({ id }) => keyOf(id) === key));
}

function keyOf(roleId: number): string {
  return `role-${roleId}`;
}
