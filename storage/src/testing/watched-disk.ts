import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** What a test has the disk do in place of what it would. */
interface DiskFaults {
  /** To a file that was just renamed. */
  afterRename?: (path: string) => Promise<void>;
  /** Null where the bytes become durable. */
  sync?: () => Error | null;
  /** What is kept of the parts that are written at once. */
  keep?: (chunks: Uint8Array[]) => Uint8Array[];
}

export type WatchedDisk = ReturnType<typeof watchDisk>;

/** Watches the calls by which `disk.ts` uses the disk, and `rename` and `link`. */
export function watchDisk() {
  const { open, openSync, read, writev, fsync } = fs;
  const { rename, link } = promises;
  /** What happens to files, in its order: the first reading of each, every writing, syncing, linking and renaming. */
  const steps: string[] = [];
  const faults: DiskFaults = {};
  const opened = new Map<number, { path: string; isRead: boolean }>();
  const pathOf = (descriptor: number) => opened.get(descriptor)?.path;
  const note = (descriptor: number, path: unknown) =>
    void opened.set(descriptor, { path: String(path), isRead: false });
  vi.spyOn(fs, 'open').mockImplementation((...args: unknown[]) => {
    const done = args.pop() as (error: Error | null, descriptor: number) => void;
    Reflect.apply(open, fs, [
      ...args,
      (error: Error | null, descriptor: number) => {
        if (!error) note(descriptor, args[0]);
        done(error, descriptor);
      },
    ]);
  });
  vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
    const descriptor = openSync(path, flags, mode);
    note(descriptor, path);
    return descriptor;
  });
  vi.spyOn(fs, 'read').mockImplementation(((descriptor: number, ...more: unknown[]) => {
    const file = opened.get(descriptor);
    if (file && !file.isRead) steps.push(`read ${file.path}`);
    if (file) file.isRead = true;
    Reflect.apply(read, fs, [descriptor, ...more]);
  }) as typeof read);
  vi.spyOn(fs, 'writev').mockImplementation(((
    descriptor: number,
    chunks: Uint8Array[],
    ...more: unknown[]
  ) => {
    steps.push(`write ${pathOf(descriptor)}`);
    Reflect.apply(writev, fs, [descriptor, faults.keep?.(chunks) ?? chunks, ...more]);
  }) as typeof writev);
  vi.spyOn(fs, 'fsync').mockImplementation(((descriptor: number, done: (error: Error | null) => void) => {
    steps.push(`sync ${pathOf(descriptor)}`);
    const error = faults.sync?.() ?? null;
    if (error) done(error);
    else fsync(descriptor, done);
  }) as typeof fsync);
  vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    steps.push(`rename ${from} ${to}`);
    await rename(from, to);
    await faults.afterRename?.(String(to));
  });
  vi.spyOn(promises, 'link').mockImplementation(async (from, to) => {
    steps.push(`link ${from} ${to}`);
    await link(from, to);
  });
  syncBuiltinESMExports();
  return {
    steps,
    faults,
    end: () => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    },
  };
}
