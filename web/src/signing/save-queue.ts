import type { SaveState } from './save-state.ts';
import {
  answered,
  heldBack,
  nothingToSave,
  retryDelayMs,
  saveStatusOf,
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
  /** Calls back after a while and returns how to call it off. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Keeps what is unsaved across a closed page. */
  readonly keep: (unsaved: ReadonlyMap<number, string | null>) => void;
}

/** Sends answers one by one until none is left; a failure waits longer each time, `retry` does not wait. */
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

  /** Typing waits for a pause of `settleMs`, so that a word is one request and not one a letter. */
  answer(fieldId: number, value: string | null, settleMs = 0): void {
    this.#become(answered(this.#state, fieldId, value));
    if (this.#state.attempts > 0 && this.#callOff !== null) return;
    this.#callOff?.();
    this.#callOff = null;
    if (settleMs > 0) this.#callOff = this.#deps.after(settleMs, () => this.retry());
    else this.#sendNext();
  }

  /** Keeps an answer that is not whole yet on this side. */
  hold(fieldId: number, value: string | null): void {
    this.#become(heldBack(this.#state, fieldId, value));
  }

  /** Sends at once what waits, whatever the back-off says. */
  retry(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#sendNext();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#listeners.clear();
  }

  /** Resolves once nothing is on its way: true when all is saved, false when something could not be. */
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
    this.#deps.keep(unsavedOf(state));
    for (const listener of [...this.#listeners]) listener();
  }
}
