import type { ParsedOption } from './command.ts';
import { CommandError, EXIT } from './exit-code.ts';

export interface Person {
  name: string;
  email: string;
}

/** A person of a step, who may be one of several of whom one is enough, and witness a signer or have a witness. */
export interface PlannedPerson extends Person {
  choice?: { group: string };
  /** The address of the signer whose witness they are. */
  witnessOf?: string;
  /** The signer names theirs. */
  witness?: 'asked';
}

export interface PlannedStep {
  type: 'sign' | 'review';
  recipients: PlannedPerson[];
}

/**
 * Builds the steps from --sign, --then and --review in their order: consecutive --sign or --review options share a
 * step; --then starts a new one. --or names who may act in the place of the one before, --witness who witnesses them.
 *
 * @throws CommandError
 */
export function planSteps(options: readonly ParsedOption[]): PlannedStep[] {
  const steps: PlannedStep[] = [];
  let before: string | null = null;
  let groups = 0;
  for (const { name, value } of options) {
    if (name === 'or') {
      const former = steps.at(-1)?.recipients.at(-1);
      if (!former) throw new CommandError('--or follows the person whose place it is.', EXIT.usage);
      if (!former.choice) {
        groups += 1;
        former.choice = { group: String(groups) };
      }
      steps.at(-1)?.recipients.push({ ...readPerson(String(value)), choice: former.choice });
      continue;
    }
    if (name === 'witness') {
      addWitness(steps.at(-1)?.recipients, String(value));
      continue;
    }
    if (name !== 'sign' && name !== 'then' && name !== 'review') continue;
    const person = readPerson(String(value));
    const isBeside = name === before || (name === 'sign' && before === 'then');
    const last = steps.at(-1);
    if (last && isBeside && name !== 'then') last.recipients.push(person);
    else steps.push({ type: name === 'review' ? 'review' : 'sign', recipients: [person] });
    before = name;
  }
  if (!steps.some(({ type }) => type === 'sign')) {
    throw new CommandError(
      'No signer is given. Add one: --sign "Ada Lovelace <ada@example.com>".',
      EXIT.usage,
    );
  }
  return steps;
}

/** Beside the signer before; `asked` has the signer name them. */
function addWitness(people: PlannedPerson[] | undefined, text: string): void {
  const signer = people?.findLast(({ witnessOf }) => witnessOf === undefined);
  if (!people || !signer)
    throw new CommandError('--witness follows the signer whose witness it is.', EXIT.usage);
  if (text === 'asked') signer.witness = 'asked';
  else people.push({ ...readPerson(text), witnessOf: signer.email });
}

/** Parses `NAME <address>`; an address alone is also the name. */
export function readPerson(text: string): Person {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<\s*([^<>\s]+@[^<>\s]+)\s*>|([^<>\s]+@[^<>\s]+))\s*$/.exec(text);
  const email = match?.[2] ?? match?.[3];
  if (email === undefined) {
    throw new CommandError(
      `"${text}" has no valid email address. Write a person as "Ada Lovelace <ada@example.com>".`,
      EXIT.usage,
    );
  }
  return { name: match?.[1] || email.slice(0, email.lastIndexOf('@')), email };
}
