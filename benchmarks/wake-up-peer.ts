import { isMainThread, workerData } from 'node:worker_threads';

// One thread's half of `measureWakeUp`, which ends it.

/** Wakes the other thread, and sleeps until that has woken this one. */
export function pass(turn: Int32Array, own: 0 | 1): void {
  Atomics.store(turn, 0, 1 - own);
  Atomics.notify(turn, 0);
  Atomics.wait(turn, 0, 1 - own);
}

if (!isMainThread) {
  const turn = workerData as Int32Array;
  Atomics.wait(turn, 0, 0);
  for (;;) pass(turn, 1);
}
