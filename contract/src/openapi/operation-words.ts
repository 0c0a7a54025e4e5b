import type { RefusalCode } from '@paraph/domain';
import { REFUSAL_WORDS } from './refusal-words.ts';
import { ROOM_WORDS } from './room-words.ts';
import { WORKFLOW_WORDS } from './workflow-words.ts';

/** What a call does, what follows from it, and why it says no where the code's own words are not enough. */
export type OperationWords = Readonly<
  Record<string, { does: string; refuses?: Readonly<Partial<Record<RefusalCode, string>>> }>
>;

const WORDS: OperationWords = { ...WORKFLOW_WORDS, ...ROOM_WORDS };

/** Without this an operation has no words of its own: what every call can meet is said by the code alone. */
export function describeOperation(name: string, codes: readonly RefusalCode[]): string | null {
  const words = WORDS[name];
  if (!words) return null;
  const errors = codes.map((code) => `- \`${code}\`: ${words.refuses?.[code] ?? REFUSAL_WORDS[code]}`);
  return `${words.does}\n\nErrors:\n${errors.join('\n')}`;
}
