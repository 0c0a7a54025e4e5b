import { LIMITS } from './limits.ts';
import type { Violations } from './refusal.ts';

/**
 * One of several (interface.md §4): people of a step of whom `required` act. Those who act first take the slots of the
 * group; the others are released.
 */
export interface Choice {
  /** The name of the group in its step. */
  group: string;
  required: number;
}

export interface ChoiceForm {
  group?: string | undefined;
  required?: number | undefined;
}

/** A person of a step, who may be in a group. */
export interface Chosen {
  choice?: Choice | null;
}

/**
 * Parses what a step says of its people, in their order; null for a person who must act. A group needs more people than
 * it requires, who all say the same number, or leave it out.
 */
export function readChoices(
  forms: readonly (ChoiceForm | null | undefined)[],
  at: (index: number) => string,
  violations: Violations,
): (Choice | null)[] {
  const names = forms.map((form) => (form ? (form.group ?? '').trim() : null));
  return forms.map((form, index) => {
    const group = names[index];
    if (!form || group == null) return null;
    const members = forms.filter((_form, other) => names[other] === group);
    const stated = members.flatMap((member) => member?.required ?? []);
    const [required = 1] = stated;
    const here = at(index);
    if (group === '' || [...group].length > LIMITS.choiceGroupCharactersMax) {
      violations[`${here}[group]`] =
        `Name the group, in at most ${LIMITS.choiceGroupCharactersMax} characters.`;
    } else if (members.length < 2) {
      violations[`${here}[group]`] = 'A group has at least two people of its step.';
    }
    if (new Set(stated).size > 1) {
      violations[`${here}[required]`] = 'Everyone of the group must say the same number, or leave it out.';
    } else if (members.length >= 2 && (required < 1 || required >= members.length)) {
      violations[`${here}[required]`] =
        `Must lie between 1 and ${members.length - 1}: who is always needed is in no group.`;
    }
    return { group, required };
  });
}

/**
 * The slot that each person of a step holds before the first act, from 1: the first of a group hold its slots, and
 * the fields of a slot are set for them. Null for the others of the group, and for those who are in none.
 */
export function slotsOf(actions: readonly Chosen[]): (number | null)[] {
  const taken = new Map<string, number>();
  return actions.map(({ choice }) => {
    if (!choice) return null;
    const slot = (taken.get(choice.group) ?? 0) + 1;
    taken.set(choice.group, slot);
    return slot <= choice.required ? slot : null;
  });
}

/** The members of the group of an action, itself among them. */
export function groupOf<A extends Chosen>(actions: readonly A[], action: Chosen): A[] {
  const group = action.choice?.group;
  return group === undefined ? [] : actions.filter(({ choice }) => choice?.group === group);
}

/** What remains of the groups of a step after people were taken out of it: who is always needed is in no group. */
export function remainingChoices(actions: readonly Chosen[]): (Choice | null)[] {
  return actions.map((action) => {
    const { choice = null } = action;
    return choice && groupOf(actions, action).length > choice.required ? choice : null;
  });
}
