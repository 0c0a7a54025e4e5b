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
 * The steps that --sign, --then and --review spell out, in their order: a further --sign or --review acts beside the
 * one right before it, --then signs when all before it are done.
 *
 * @throws CommandError
 */
export function planSteps(given: readonly ParsedOption[]): PlannedStep[] {
  const steps: PlannedStep[] = [];
  let before: string | null = null;
  for (const { name, value } of given) {
    if (name !== 'sign' && name !== 'then' && name !== 'review') continue;
    const person = readPerson(String(value));
    const isBeside = name === before || (name === 'sign' && before === 'then');
    const last = steps.at(-1);
    if (last && isBeside && name !== 'then') last.recipients.push(person);
    else steps.push({ type: name === 'review' ? 'review' : 'sign', recipients: [person] });
    before = name;
  }
  if (!steps.some(({ type }) => type === 'sign')) {
    throw new CommandError('Name at least one signer: --sign "Ada Lovelace <ada@example.com>".', EXIT.usage);
  }
  return steps;
}

/** `NAME <address>`; an address alone is a person named after it. */
export function readPerson(text: string): Person {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<\s*([^<>\s]+@[^<>\s]+)\s*>|([^<>\s]+@[^<>\s]+))\s*$/.exec(text);
  const email = match?.[2] ?? match?.[3];
  if (email === undefined) {
    throw new CommandError(
      `"${text}" is no person; write it as "Ada Lovelace <ada@example.com>".`,
      EXIT.usage,
    );
  }
  return { name: match?.[1] || email.slice(0, email.lastIndexOf('@')), email };
}
