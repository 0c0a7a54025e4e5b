import { useSyncExternalStore } from 'react';

/** A choice by id that this browser remembers, and everything that shows it hears of. */
export function rememberedChoice(key: string) {
  let memory: string | null = null;
  const listeners = new Set<() => void>();
  const read = () => {
    try {
      return window.localStorage.getItem(key) ?? memory;
    } catch {
      return memory;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    remember: ({ id }: { id: number }): void => {
      try {
        window.localStorage.setItem(key, String(id));
      } catch {
        // Storage is switched off: the choice lasts as long as the page then.
        memory = String(id);
      }
      for (const listener of listeners) listener();
    },
    /** The remembered one of these, or else the first. */
    useChosen: <Each extends { id: number }>(all: readonly Each[]): Each | undefined => {
      const remembered = useSyncExternalStore(subscribe, read);
      return all.find(({ id }) => String(id) === remembered) ?? all[0];
    },
  };
}
