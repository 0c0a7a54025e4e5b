import { assertPresent } from './assert.ts';
import type { ChoiceForm, Chosen } from './choice.ts';
import { type Contact, type ContactForm, mergeContacts } from './identification.ts';
import { LIMITS } from './limits.ts';
import { findNameProblem } from './name.ts';
import type { Violations } from './refusal.ts';
import type { ActionType } from './workflow.ts';

/** Eight colours that colour-blind people can distinguish; assigned to recipients in order. */
export const RECIPIENT_COLORS = [
  '#1D4ED8',
  '#C2410C',
  '#047857',
  '#7E22CE',
  '#B45309',
  '#0E7490',
  '#BE185D',
  '#4D5B2A',
] as const;

export interface PlannedRecipient extends Contact {
  name: string;
  email: string;
  emailKey: string;
  /** The tag that text anchors use for them (interface.md §5.7); null for none. */
  anchorTag: string | null;
}

/** A person of a step, who may be the witness of a signer in it. */
export interface Witnessing {
  /** Position of the signer among the people of the step; absent for who is no witness. */
  witnessOf?: number | null;
}

export interface PlannedAction extends Chosen, Witnessing {
  /** Index into the planned recipients. */
  recipient: number;
  type: ActionType;
  color: string;
}

export interface PlannedStep {
  type: ActionType;
  actions: readonly PlannedAction[];
}

export interface Plan {
  recipients: readonly PlannedRecipient[];
  steps: readonly PlannedStep[];
  /** Signings, counted step by step, that another document of the workflow has a signature field for. */
  signedElsewhere?: readonly number[];
}

/** A person in a request: what was missing or did not fit is absent. */
export interface PersonForm extends ContactForm {
  name?: string | undefined;
  email?: string | undefined;
  /** One of several of their step. */
  choice?: ChoiceForm | null | undefined;
  /** The address of the signer of the step whose witness they are. */
  witnessOf?: string | null | undefined;
  /** The signer names a witness of their own before they finish. */
  witness?: 'asked' | null | undefined;
}

/** Normalizes an email address, so that different spellings identify the same person. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/**
 * Whether the text is a plausible email address: one `@`, a host with or without dots, no spaces or controls. Only a
 * mail proves that the mailbox exists.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
    !text.includes('..')
  );
}

/** `addressKey` stands for an address that is not known yet. */
interface NamedPerson {
  name: string;
  email: string;
  addressKey?: string;
}

/**
 * Turns the steps of a request into one recipient per distinct email address, in the order of first appearance, and one
 * role (here: action) per step of each. Keeps the first spelling of a name.
 */
export function planSteps(
  steps: readonly {
    type: ActionType;
    recipients: readonly (NamedPerson & Chosen & Witnessing & Partial<Contact>)[];
  }[],
): Plan {
  const recipients: PlannedRecipient[] = [];
  const planned = steps.map((step) => ({
    type: step.type,
    actions: step.recipients.map(({ name, email, choice = null, witnessOf = null, ...recipientForm }) => {
      const key = recipientForm.addressKey ?? emailKey(email);
      const { phone = null, language = null, identification = null } = recipientForm;
      const contact = { phone, language, identification };
      let recipient = recipients.findIndex((each) => each.emailKey === key);
      if (recipient < 0) {
        recipient = recipients.length;
        const anchorTag = String(recipient + 1);
        recipients.push({ name, email: email.trim(), emailKey: key, anchorTag, ...contact });
      }
      const planned = assertPresent(recipients[recipient], 'a planned recipient');
      recipients[recipient] = { ...planned, ...mergeContacts<Contact>(planned, contact) };
      const beside = { ...(choice ? { choice } : {}), ...(witnessOf === null ? {} : { witnessOf }) };
      return { recipient, type: step.type, color: colorOf(recipient), ...beside };
    }),
  }));
  return { recipients, steps: planned };
}

export function colorOf(index: number): string {
  return RECIPIENT_COLORS[index % RECIPIENT_COLORS.length] ?? RECIPIENT_COLORS[0];
}

/** Parses name and address of a person. `of` says where they are in the request, and what the sentences call them. */
export function readPerson(
  person: PersonForm,
  of: string | { at: string; who: string },
  violations: Violations,
): { name: string; email: string } {
  const { at, who } = typeof of === 'string' ? { at: of, who: 'recipient' } : of;
  const name = (person.name ?? '').trim();
  const email = (person.email ?? '').trim();
  const problem = findNameProblem(name);
  if (name === '') violations[`${at}[name]`] = `Give the ${who}'s name.`;
  else if ([...name].length > LIMITS.nameCharactersMax) {
    violations[`${at}[name]`] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations[`${at}[name]`] = problem;
  if (email === '') violations[`${at}[email]`] = `Give the ${who}'s email address.`;
  else if (!isEmail(email)) violations[`${at}[email]`] = 'Must be an email address, such as one@example.com.';
  return { name, email };
}

/** Whether nobody has named this witness of a signer yet. */
export function isUnnamed({ email }: { email: string }): boolean {
  return email === '';
}
