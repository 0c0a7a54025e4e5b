import type { Template, TemplateRecipients } from '../api/wire.ts';
import { roleKey } from '../dashboard/placeholder-plan.ts';
import type { SendStep } from '../dashboard/send-steps.ts';

/** The steps of a template as state of the people form; a row's key holds its role id. */
export function stepsOfTemplate({
  steps,
  recipients,
  choices = [],
  witnesses = [],
}: Pick<Template, 'steps' | 'recipients'> & Partial<Pick<Template, 'choices' | 'witnesses'>>): SendStep[] {
  const rowOf = (roleId: number) => ({
    key: roleKey(roleId),
    name: recipients.find(({ roles }) => roles.some(({ id }) => id === roleId))?.name ?? '',
    email: '',
  });
  const shown = [...steps]
    .sort((one, other) => one.order - other.order)
    .map(({ id, order, type, actions }): SendStep => {
      const groups = choices.filter(({ step }) => step === order);
      const whole = groups.find(({ roles }) => roles.length === actions.length);
      const people = actions.map(({ role }) => {
        const group = groups.find(({ roles }) => roles.includes(role));
        const choice = group && !whole ? { choice: { group: group.group, required: group.required } } : {};
        const own = witnesses.find((each) => each.step === order && each.role === role);
        return { ...rowOf(role), ...choice, ...(own ? { witness: roleKey(own.of) } : {}) };
      });
      return { key: `step-${id}`, type, people, ...(whole ? { required: whole.required } : {}) };
    });
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
