import type { Identified, KeyHolder, WorkflowType } from '@paraph/domain';

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
  point: string;
}

/** Replaces the names in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
