import {
  type Contact,
  findContradictions,
  mergeContacts,
  NO_CONTACT,
  readContact,
} from './identification.ts';
import { emailKey, type PersonForm, readPerson } from './recipient.ts';
import type { Violations } from './refusal.ts';
import type { TemplatePlan } from './template.ts';
import type { ActionType } from './workflow.ts';

/** A recipient of the new workflow, with the roles of all placeholders that they fill. */
export interface FilledPerson extends Contact {
  name: string;
  email: string;
  emailKey: string;
  anchorTag: string | null;
  roles: readonly { id: number; type: ActionType; color: string }[];
}

/**
 * Fills the placeholders of a template with recipients, in order. An address given twice is one recipient with the
 * roles of both, but may not occur twice in one step. The result must not be used unless `violations` is empty.
 */
export function fillTemplate(
  plan: TemplatePlan,
  people: readonly PersonForm[],
  violations: Violations,
): FilledPerson[] {
  const { recipients, steps } = plan;
  if (people.length !== recipients.length) {
    const order = recipients.map(({ name }) => name).join(', ');
    violations.recipients =
      `This template expects exactly ${counted(recipients.length)}${order && `, in this order: ${order}`}; ` +
      `${people.length} ${people.length === 1 ? 'was' : 'were'} given.`;
  }
  const filled = people.slice(0, recipients.length).map((person, index) => {
    const at = `recipients[${index}]`;
    const { name, email } = readPerson(person, at, violations);
    return {
      name,
      email,
      key: emailKey(email),
      contact: readContact(person, at, { before: NO_CONTACT, violations }),
    };
  });
  const keyOf = new Map(
    recipients.flatMap(({ roles }, index) => roles.map(({ id }) => [id, { index, ...filled[index] }])),
  );
  for (const { actions } of steps) {
    const seen = new Set<string>();
    for (const { index, key = '' } of actions.flatMap(({ roleId }) => keyOf.get(roleId) ?? [])) {
      if (key !== '' && seen.has(key)) {
        violations[`recipients[${index}][email]`] =
          'Acts beside another recipient with this address; one person acts once in a step.';
      }
      seen.add(key);
    }
  }
  const merged = Map.groupBy([...recipients.keys()], (index) => filled[index]?.key ?? '');
  return [...merged].map(([key, indexes]) => {
    const [first = 0] = indexes;
    const contact = indexes.reduce<Contact>((sum, index) => {
      const next = filled[index]?.contact ?? NO_CONTACT;
      for (const name of findContradictions(sum, next)) {
        violations[`recipients[${index}][${name}]`] =
          'Contradicts what is said of this person before; give it once, or the same each time.';
      }
      return mergeContacts(sum, next);
    }, NO_CONTACT);
    const placeholders = indexes.flatMap((index) => recipients[index] ?? []);
    return {
      name: filled[first]?.name ?? '',
      email: filled[first]?.email ?? '',
      emailKey: key,
      ...contact,
      anchorTag: placeholders.map(({ anchorTag }) => anchorTag).find((tag) => tag !== null) ?? null,
      roles: placeholders.flatMap(({ roles }) => roles),
    };
  });
}

function counted(count: number): string {
  return count === 1 ? '1 recipient' : `${count} recipients`;
}
