import type { ParsedOption } from './command.ts';
import { CommandError, EXIT } from './exit-code.ts';

export interface Person {
  name: string;
  email: string;
}

export interface PlannedStep {
  type: 'sign' | 'review';
  recipients: Person[];
}

/**
 * Builds the steps from --sign, --then and --review in their order: consecutive --sign or --review options share a
 * step; --then starts a new one.
 *
 * @throws CommandError
 */
export function planSteps(options: readonly ParsedOption[]): PlannedStep[] {
  const steps: PlannedStep[] = [];
  let before: string | null = null;
  for (const { name, value } of options) {
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
