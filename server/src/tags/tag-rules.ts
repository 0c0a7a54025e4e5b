import { findNameProblem, LIMITS, type Violations } from '@paraph/domain';

/** The name of a tag, as it is shown. */
export function readTagName(given: string, violations: Violations): string {
  const name = given.trim();
  const problem = findNameProblem(name);
  if (name === '' || [...name].length > LIMITS.tagNameCharactersMax) {
    violations.name = `Must be a text of 1 to ${LIMITS.tagNameCharactersMax} characters.`;
  } else if (problem !== null) violations.name = problem;
  return name;
}

export function readTagColor(given: string, violations: Violations): string {
  if (!/^#[0-9a-fA-F]{6}$/.test(given)) violations.color = 'Must be a colour such as #1D4ED8.';
  return given.toUpperCase();
}

/** Names that differ in capitals alone, or in how an accent is written, are the same. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

export const NAME_TAKEN = 'There is a tag of this name in the workspace; take another one.';
