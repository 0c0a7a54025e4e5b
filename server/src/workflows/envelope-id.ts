import { type Ids, newDatedKey } from '../platform/ids.ts';

/** 40 characters: the UTC date of creation and 32 hex digits that cannot be guessed (interface.md §3). */
export function newEnvelopeId(ids: Ids, now: Date): string {
  return newDatedKey(ids, now);
}

export function isEnvelopeId(text: string): boolean {
  return /^[0-9]{8}[0-9a-f]{32}$/.test(text);
}
