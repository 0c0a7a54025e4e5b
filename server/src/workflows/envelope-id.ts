import { type Ids, newKey } from '../platform/ids.ts';

/** 40 characters: the UTC date of creation and 32 random hex digits (interface.md §3). */
export function newEnvelopeId(ids: Ids, now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll('-', '') + newKey(ids);
}

export function isEnvelopeId(text: string): boolean {
  return /^[0-9]{8}[0-9a-f]{32}$/.test(text);
}
