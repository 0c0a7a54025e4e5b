/**
 * Answers that are being saved. One is sent at a time; a newer answer replaces a pending one of the same field;
 * an answer that could not be sent stays pending.
 */
export interface SaveState {
  readonly pending: ReadonlyMap<number, string | null>;
  readonly sending: { readonly fieldId: number; readonly value: string | null } | null;
  readonly attempts: number;
  /** Messages of refused answers by field: sending them again would not help. */
  readonly refused: ReadonlyMap<number, string>;
  /** Incomplete answers that the server would refuse, such as "ana@": not sent yet. */
  readonly deferred: ReadonlyMap<number, string | null>;
}

export type SaveStatus = 'saved' | 'saving' | 'held' | 'error';

export const nothingToSave: SaveState = {
  pending: new Map(),
  sending: null,
  attempts: 0,
  refused: new Map(),
  deferred: new Map(),
};

/** Starts with the unsaved answers of an earlier visit. */
export function saveStateWith(unsaved: Pick<SaveState, 'pending' | 'deferred'>): SaveState {
  return { ...nothingToSave, pending: unsaved.pending, deferred: unsaved.deferred };
}

export function answered(state: SaveState, fieldId: number, value: string | null): SaveState {
  return {
    ...state,
    pending: withEntry(state.pending, fieldId, value),
    deferred: withoutKey(state.deferred, fieldId),
    refused: withoutKey(state.refused, fieldId),
  };
}

export function deferred(state: SaveState, fieldId: number, value: string | null): SaveState {
  return {
    ...state,
    pending: withoutKey(state.pending, fieldId),
    deferred: withEntry(state.deferred, fieldId, value),
    refused: withoutKey(state.refused, fieldId),
  };
}

/** Starts sending the oldest pending answer; the same state when none is pending or one is being sent. */
export function sendingNext(state: SaveState): SaveState {
  const first = state.pending.entries().next();
  if (state.sending !== null || first.done) return state;
  const [fieldId, value] = first.value;
  return { ...state, pending: withoutKey(state.pending, fieldId), sending: { fieldId, value } };
}

export function sendingSucceeded(state: SaveState): SaveState {
  return { ...state, sending: null, attempts: 0 };
}

/** Puts the answer back at the front of the queue, unless a newer one replaced it. */
export function sendingFailed(state: SaveState): SaveState {
  if (state.sending === null) return state;
  const { fieldId, value } = state.sending;
  const isStale = state.pending.has(fieldId) || state.deferred.has(fieldId);
  const pending = isStale ? state.pending : new Map([[fieldId, value], ...state.pending]);
  return { ...state, pending, sending: null, attempts: state.attempts + 1 };
}

export function sendingRefused(state: SaveState, message: string): SaveState {
  if (state.sending === null) return state;
  const { fieldId } = state.sending;
  const isStale = state.pending.has(fieldId) || state.deferred.has(fieldId);
  const refused = isStale ? state.refused : withEntry(state.refused, fieldId, message);
  return { ...state, sending: null, attempts: 0, refused };
}

export function saveStatusOf(state: SaveState): SaveStatus {
  if (state.attempts > 1 || state.refused.size > 0) return 'error';
  if (state.sending !== null || state.pending.size > 0) return 'saving';
  return state.deferred.size > 0 ? 'held' : 'saved';
}

/** All answers that the server has not confirmed. */
export function unsavedOf(state: SaveState): ReadonlyMap<number, string | null> {
  return new Map([...sendableOf(state), ...state.deferred]);
}

/** The unsaved answers that the server would accept. */
export function sendableOf({ sending, pending }: SaveState): ReadonlyMap<number, string | null> {
  const first: [number, string | null][] = sending === null ? [] : [[sending.fieldId, sending.value]];
  return new Map([...first, ...pending]);
}

/** Half a second, then doubled, at most half a minute. */
export function retryDelayMs(attempts: number): number {
  return Math.min(30_000, 500 * 2 ** Math.max(0, attempts - 1));
}

function withEntry<V>(map: ReadonlyMap<number, V>, key: number, value: V): ReadonlyMap<number, V> {
  return new Map([...map, [key, value]]);
}

function withoutKey<V>(map: ReadonlyMap<number, V>, key: number): ReadonlyMap<number, V> {
  return new Map([...map].filter(([other]) => other !== key));
}
