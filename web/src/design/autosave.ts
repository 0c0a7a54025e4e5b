export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'failed';

export interface Autosave<Value> {
  /** Schedules a save; replaces a value that has not been sent yet. */
  change(value: Value): void;
  /** Sends the pending value at once; resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  isSaved(): boolean;
}

interface Parts<Value> {
  save(value: Value): Promise<void>;
  onStatus(status: SaveStatus, error: unknown): void;
  delayMs: number;
}

/**
 * Saves shortly after the last change, one call at a time. A value that could not be saved stays pending until the
 * next change or flush.
 */
export function createAutosave<Value>({ save, onStatus, delayMs }: Parts<Value>): Autosave<Value> {
  let waiting: { value: Value } | null = null;
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (): void => {
    const taken = waiting;
    if (taken === null || sending !== null) return;
    waiting = null;
    onStatus('saving', null);
    sending = save(taken.value).then(
      () => {
        sending = null;
        if (waiting === null) onStatus('saved', null);
        else if (timer === undefined) send();
      },
      (error: unknown) => {
        sending = null;
        // A newer value includes the older one.
        waiting ??= taken;
        onStatus('failed', error);
      },
    );
  };
  const isSaved = () => waiting === null && sending === null;
  const due = () => {
    timer = undefined;
    send();
  };
  return {
    change: (value) => {
      waiting = { value };
      clearTimeout(timer);
      timer = setTimeout(due, delayMs);
      if (sending === null) onStatus('waiting', null);
    },
    flush: async () => {
      clearTimeout(timer);
      due();
      while (sending !== null) await sending;
      return isSaved();
    },
    isSaved,
  };
}
