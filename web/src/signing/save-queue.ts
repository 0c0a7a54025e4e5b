import type { SaveState } from './save-state.ts';
import {
  answered,
  deferred,
  nothingToSave,
  retryDelayMs,
  saveStatusOf,
  sendableOf,
  sendingFailed,
  sendingNext,
  sendingRefused,
  sendingSucceeded,
  unsavedOf,
} from './save-state.ts';

export type SendOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly message: string };

export interface SaveQueueDeps {
  readonly send: (fieldId: number, value: string | null) => Promise<SendOutcome>;
  /** Runs a function after a delay; returns how to cancel it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Stores unsaved answers, so that they survive a closed page. */
  readonly store: (unsaved: ReadonlyMap<number, string | null>) => void;
}

/** Sends answers one at a time; failures back off exponentially, `retry` sends at once. */
export class SaveQueue {
  readonly #deps: SaveQueueDeps;
  readonly #listeners = new Set<() => void>();
  #state: SaveState;
  #callOff: (() => void) | null = null;

  constructor(deps: SaveQueueDeps, initial: SaveState = nothingToSave) {
    this.#deps = deps;
    this.#state = initial;
  }

  get state(): SaveState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Debounces typing by `settleMs`, so that a word is one request and not one per letter. */
  answer(fieldId: number, value: string | null, settleMs = 0): void {
    this.#become(answered(this.#state, fieldId, value));
    if (this.#state.attempts > 0 && this.#callOff !== null) return;
    this.#callOff?.();
    this.#callOff = null;
    if (settleMs > 0) this.#callOff = this.#deps.after(settleMs, () => this.retry());
    else this.#sendNext();
  }

  /** Keeps an incomplete answer in the browser. */
  hold(fieldId: number, value: string | null): void {
    this.#become(deferred(this.#state, fieldId, value));
  }

  /** Sends pending answers at once, without waiting for the back-off. */
  retry(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#sendNext();
  }

  /**
   * Sends every answer that the server has not confirmed, because the page may not come back. They stay in the queue:
   * no response may arrive, and sending an answer twice changes nothing.
   */
  leave(): void {
    for (const [fieldId, value] of sendableOf(this.#state)) {
      this.#deps.send(fieldId, value).catch(() => undefined);
    }
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#listeners.clear();
  }

  /** Resolves once nothing is pending: true when all is saved, false when an answer could not be saved. */
  async settled(): Promise<boolean> {
    this.retry();
    const isMoving = this.#state.sending !== null || this.#state.pending.size > 0;
    if (!isMoving) return saveStatusOf(this.#state) === 'saved';
    return await new Promise<boolean>((resolve) => {
      const failuresBefore = this.#state.attempts;
      const forget = this.subscribe(() => {
        const status = saveStatusOf(this.#state);
        const failedAgain = this.#state.attempts > failuresBefore || this.#state.refused.size > 0;
        if (status !== 'saved' && status !== 'held' && !failedAgain) return;
        forget();
        resolve(status === 'saved');
      });
    });
  }

  #sendNext(): void {
    const next = sendingNext(this.#state);
    if (next === this.#state || next.sending === null) return;
    this.#become(next);
    const { fieldId, value } = next.sending;
    this.#deps.send(fieldId, value).then(
      (outcome) => this.#settle(outcome),
      () => this.#settle({ kind: 'later' }),
    );
  }

  #settle(outcome: SendOutcome): void {
    if (outcome.kind === 'later') {
      this.#become(sendingFailed(this.#state));
      this.#callOff = this.#deps.after(retryDelayMs(this.#state.attempts), () => this.retry());
      return;
    }
    this.#become(
      outcome.kind === 'saved' ? sendingSucceeded(this.#state) : sendingRefused(this.#state, outcome.message),
    );
    this.#sendNext();
  }

  #become(state: SaveState): void {
    this.#state = state;
    this.#deps.store(unsavedOf(state));
    for (const listener of [...this.#listeners]) listener();
  }
}
