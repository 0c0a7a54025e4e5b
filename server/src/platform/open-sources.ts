import type { FileSource } from './file-source.ts';

/**
 * Sources that are read in several places at once: a document is sealed by reading it and by storing what continues
 * it, and what the one has decrypted the other need not decrypt again.
 */
interface OpenSources {
  /** One that is open; it is to be closed once more. */
  find(key: string): FileSource | undefined;
  /** Shares one that was just opened, until all who have it closed it. */
  share(key: string, source: FileSource): FileSource;
}

interface Shared {
  source: FileSource;
  holders: number;
}

export function keepOpenSources(): OpenSources {
  const open = new Map<string, Shared>();
  const hold = (key: string, shared: Shared): FileSource => {
    shared.holders += 1;
    let isHeld = true;
    const close = () => {
      if (!isHeld) return;
      isHeld = false;
      shared.holders -= 1;
      if (shared.holders > 0) return;
      if (open.get(key) === shared) open.delete(key);
      shared.source.close();
    };
    return { ...shared.source, close };
  };
  return {
    find: (key) => {
      const shared = open.get(key);
      return shared && hold(key, shared);
    },
    share: (key, source) => {
      const shared = { source, holders: 0 };
      // Two that were opened at the same time are not joined.
      if (!open.has(key)) open.set(key, shared);
      return hold(key, shared);
    },
  };
}
