import type { ActionType } from './workflow.ts';

/** Eight colours that stay apart for colour-blind eyes; recipients get them in order. */
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

export interface PlannedRecipient {
  name: string;
  email: string;
  emailKey: string;
  /** The tag that text anchors name them by (interface.md §5.7); null where none is meant. */
  anchorTag: string | null;
}

export interface PlannedAction {
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

/** The form under which two spellings of an address are the same person. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/**
 * Whether the text can be an address that mail reaches: one `@`, a dotted or plain host, no spaces or controls.
 * Proof of the mailbox is the mail itself.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
    !text.includes('..')
  );
}

/**
 * Turns the steps of a request into one recipient per distinct email, in the order in which they first appear,
 * and one role (here: action) per step each acts in. The first spelling of a name stands.
 */
export function planSteps(
  steps: readonly { type: ActionType; recipients: readonly { name: string; email: string }[] }[],
): Plan {
  const recipients: PlannedRecipient[] = [];
  const planned = steps.map((step) => ({
    type: step.type,
    actions: step.recipients.map(({ name, email }) => {
      const key = emailKey(email);
      let recipient = recipients.findIndex((each) => each.emailKey === key);
      if (recipient < 0) {
        recipient = recipients.length;
        const anchorTag = String(recipient + 1);
        recipients.push({ name, email: email.trim(), emailKey: key, anchorTag });
      }
      return { recipient, type: step.type, color: colorOf(recipient) };
    }),
  }));
  return { recipients, steps: planned };
}

export function colorOf(index: number): string {
  return RECIPIENT_COLORS[index % RECIPIENT_COLORS.length] ?? RECIPIENT_COLORS[0];
}
