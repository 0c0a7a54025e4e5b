import type { GrantedAccess } from '../api/wire.ts';

/** The selected access to end. */
export type ChosenAccess = { appIds: number[]; apiKeyIds: number[] };

export const NOTHING_CHOSEN: ChosenAccess = { appIds: [], apiKeyIds: [] };

export function countAccess({ apps, apiKeys }: GrantedAccess): number {
  return apps.length + apiKeys.length;
}

export function allOf({ apps, apiKeys }: GrantedAccess): ChosenAccess {
  return { appIds: apps.map(({ id }) => id), apiKeyIds: apiKeys.map(({ id }) => id) };
}

export function toggled(chosen: ChosenAccess, kind: keyof ChosenAccess, id: number): ChosenAccess {
  const ids = chosen[kind];
  return { ...chosen, [kind]: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] };
}

/** The names of the access that was ended. */
export function endedNames(before: GrantedAccess, after: GrantedAccess): string[] {
  const isGone = (left: { id: number }[]) => (each: { id: number }) => !left.some(({ id }) => id === each.id);
  return [...before.apps.filter(isGone(after.apps)), ...before.apiKeys.filter(isGone(after.apiKeys))].map(
    ({ name }) => name,
  );
}
