import { useSyncExternalStore } from 'react';

/** A selected id, stored in this browser and observable by components. */
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
        // Storage is disabled: the choice lasts as long as the page.
        memory = String(id);
      }
      for (const listener of listeners) listener();
    },
    /** The remembered item, else the first. */
    useChosen: <Each extends { id: number }>(all: readonly Each[]): Each | undefined => {
      const remembered = useSyncExternalStore(subscribe, read);
      return all.find(({ id }) => String(id) === remembered) ?? all[0];
    },
  };
}
