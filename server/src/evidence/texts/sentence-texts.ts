import type { EventName, Identified, KeyHolder, WorkflowType } from '@paraph/domain';

/** What happened, by the name of the event; edits and replacements have sentences with values of their own. */
export type EventTexts = Readonly<
  Record<Exclude<EventName, 'workflow.changed' | 'recipient.reassigned'>, string>
>;

/** What a signature rests on, for `ReachedLevel`. */
export interface ReachedTexts {
  /** “Advanced: identified by …; the key was held by …; weakest link: ….” */
  sentence: string;
  level: Readonly<Record<WorkflowType, string>>;
  identified: Readonly<Record<Identified, string>>;
  holder: Readonly<Record<KeyHolder, string>>;
  weakest: Readonly<Record<Identified, string>>;
}

/** What a record does not prove. */
export interface UnprovenTexts {
  mailbox: string;
  /** By another proof than a provider’s. */
  identified: string;
  sandbox: string;
  provider: string;
  names: string;
  /** Beside people whom a provider identified. */
  otherNames: string;
  twoNames: string;
  reading: string;
  mail: string;
  page: string;
  time: string;
  address: string;
  /** In place of `mail`: no mail server has taken a message. */
  unmailed: string;
  /** In place of `page`: no page said what was pressed. */
  unreported: string;
}

/** Replaces the names in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
