import type { SigningLanguage } from './identification.ts';
import type { WorkflowType } from './workflow.ts';

/** What a document begins with in the app, where nothing else is chosen. */
export interface SendingDefaults {
  /** Of the deadline, from the start on. */
  expiryDays: number;
  type: WorkflowType;
  /** Of people whose language nobody has said. */
  language: SigningLanguage;
}

export type DefaultName = keyof SendingDefaults;
const DEFAULT_NAMES: readonly DefaultName[] = ['expiryDays', 'type', 'language'];

/**
 * Which of several levels says what counts, the nearest one first; null where none says anything. Deadlines, levels,
 * languages, reminders and periods of retention all go by it.
 */
export function nearestValue<Source extends string, Value extends string | number>(
  levels: readonly (readonly [source: Source, value: Value | null | undefined])[],
): { value: Value | null; source: Source | null } {
  for (const [source, value] of levels) if (value !== null && value !== undefined) return { value, source };
  return { value: null, source: null };
}

/** Merges a change: null removes a value, and what it does not name stays. */
export function changeDefaults(
  before: Partial<SendingDefaults>,
  change: { readonly [Name in DefaultName]?: SendingDefaults[Name] | null | undefined },
): Partial<SendingDefaults> {
  const named = DEFAULT_NAMES.map((name) => [name, change[name] === undefined ? before[name] : change[name]]);
  return Object.fromEntries(named.filter(([, value]) => value !== null && value !== undefined));
}
