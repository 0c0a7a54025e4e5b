import { PARTY_AS_WITNESS } from './independence.ts';
import { LIMITS } from './limits.ts';
import { emailKey, isUnnamed, type PersonForm } from './recipient.ts';
import type { Violations } from './refusal.ts';
import type { ActionType } from './workflow.ts';

// A witness stands beside a signer, in the same step, and signs after them (interface.md §4).

type StepPerson = Pick<PersonForm, 'choice' | 'email' | 'witness' | 'witnessOf'>;

/** Parses who of a step is whose witness, in the order of its people; null for who is no witness. */
export function readWitnesses(
  people: readonly StepPerson[],
  { type, at, violations }: { type: ActionType; at: (position: number) => string; violations: Violations },
): (number | null)[] {
  const keys = people.map(({ email = '' }) => emailKey(email));
  return people.map((person, position) => {
    const isAsked = person.witness === 'asked';
    if (!person.witnessOf && !isAsked) return null;
    const named = `${at(position)}[${isAsked ? 'witness' : 'witnessOf'}]`;
    const signer = isAsked ? position : keys.indexOf(emailKey(person.witnessOf ?? ''));
    const problem = findProblem(people, { position, signer, isAsked, type });
    if (problem !== null) violations[named] = problem;
    return isAsked || problem !== null ? null : signer;
  });
}

function findProblem(
  people: readonly StepPerson[],
  about: { position: number; signer: number; isAsked: boolean; type: ActionType },
): string | null {
  const { position, signer, isAsked, type } = about;
  const named = people[signer];
  if (type !== 'sign') return 'Only signatures have witnesses: make it a step of signers.';
  if (isAsked && people[position]?.witnessOf) return 'A witness needs no witness; leave one of both out.';
  if (!named) return 'Must be the address of a signer of the same step.';
  if (!isAsked && signer === position) return 'Nobody is their own witness; name another person of the step.';
  if (named.witnessOf) return 'Must be the address of a signer, not of another witness.';
  if (named.choice || people[position]?.choice) {
    return 'Who may be stood in for has no witness, and is none; take both out of the group.';
  }
  return null;
}

const ASKED = 'Witness of ';

/** A witness whom the signer names. What stands for the address is one that no mailbox can have. */
export function askedWitness({ name, email }: { name: string; email: string }) {
  const characters = [...`${ASKED}${name}`].slice(0, LIMITS.nameCharactersMax);
  return { name: characters.join(''), email: '', addressKey: `witness-of:${emailKey(email)}` };
}

/** The people with witnesses who have no name yet called as the reader’s language says it. */
export function callUnnamed<P extends { name: string; email: string }>(
  people: readonly P[],
  say: (values: { name: string }) => string,
): P[] {
  return people.map((each) => {
    const isCalled = isUnnamed(each) && each.name.startsWith(ASKED);
    return isCalled ? { ...each, name: say({ name: each.name.slice(ASKED.length) }) } : each;
  });
}

interface WitnessedStep {
  recipients: readonly { email: string; witnessOf?: number | null }[];
}

/** A witness takes part in nothing: no signer and no reviewer of any step is one. */
export function checkIndependence(steps: readonly WitnessedStep[], violations: Violations): void {
  const all = steps.flatMap(({ recipients }) => recipients);
  const parties = new Set(
    all.filter(({ witnessOf }) => witnessOf == null).map(({ email }) => emailKey(email)),
  );
  for (const [index, { recipients }] of steps.entries()) {
    for (const [position, { email, witnessOf }] of recipients.entries()) {
      if (witnessOf == null || !parties.has(emailKey(email))) continue;
      violations[`steps[${index}][recipients][${position}][witnessOf]`] = PARTY_AS_WITNESS;
    }
  }
}
