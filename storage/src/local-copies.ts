import { access, mkdir, mkdtemp, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';
import type { Clock } from './blob-names.ts';
import { ignoreMissing } from './disk.ts';

/** A file that must not be written to. */
interface LocalFile {
  path: string;
  release(): void;
}

/** Files of a distant storage on this machine: the least recently used are removed first, none while it is held. */
export interface LocalCopies {
  /** Fetched if it is not here, once for concurrent calls. Fails with ENOENT where there is no such file. */
  hold(key: string): Promise<LocalFile>;
  /** Takes over a file that was just stored under the key: it is likely to be read next. */
  keep(key: string, path: string): Promise<void>;
  drop(key: string): Promise<void>;
  /**
   * Removes those that are not among the needed ones any more, but for what is being read, and the folders of processes
   * that ended. To be called again and again: a folder for which this was not done for a day is taken for abandoned.
   */
  sweep(findNeeded: FindNeeded): Promise<void>;
}

/** Those of the keys that are still needed. */
export type FindNeeded = (keys: readonly string[]) => Promise<ReadonlySet<string>>;

interface Copy {
  size: number;
  holders: number;
}

interface Options {
  bytesMax: number;
  /** That by which the disk of this machine dates files. */
  machineClock: Clock;
  /** Writes the file to the path. False if there is no such file. */
  fetchTo(key: string, path: string): Promise<boolean>;
}

const SWEPT_AT_ONCE = 500;
const ABANDONED_MS = 24 * 3_600_000;

/** Folders of this process, which has one for each storage that it opened. */
const pending = new Set<string>();

/** In a folder of its own; those of processes of this machine that ended are removed. */
export async function openLocalCopies(
  root: string,
  { bytesMax, machineClock, fetchTo }: Options,
): Promise<LocalCopies> {
  await removeAbandoned(root, machineClock.now());
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, `${pid}@${hostname()}@`));
  pending.add(folder);
  const { copies, add, forget, makeRoom } = listCopies(folder, bytesMax);
  const fetching = new Map<string, Promise<void>>();
  const bring = async (key: string) => {
    const partial = join(folder, `${key}.part`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await fetchTo(key, partial))) throw missing(key);
      const { size } = await stat(partial);
      await rename(partial, join(folder, key));
      add(key, size);
    } finally {
      await unlink(partial).catch(ignoreMissing);
      fetching.delete(key);
    }
  };
  const hold = async (key: string): Promise<LocalFile> => {
    const stored = copies.get(key);
    // Removed by others: a person who needed room, or a machine that took this one's folder for abandoned.
    if (stored && !(await exists(join(folder, key)))) await forget(key, stored);
    if (!copies.has(key)) {
      const running = fetching.get(key) ?? bring(key);
      fetching.set(key, running);
      await running;
    }
    const copy = copies.get(key);
    // Removed again before this caller had its turn.
    if (!copy) return hold(key);
    copies.delete(key);
    copies.set(key, copy);
    copy.holders += 1;
    await makeRoom();
    return { path: join(folder, key), release: releaseOnce(copy) };
  };
  return {
    hold,
    keep: async (key, path) => {
      const { size } = await stat(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(path, join(folder, key));
      add(key, size);
      await makeRoom();
    },
    drop: async (key) => {
      const copy = copies.get(key);
      if (copy) await forget(key, copy);
    },
    sweep: async (findNeeded) => {
      const now = machineClock.now();
      await utimes(folder, now, now).catch(ignoreMissing);
      await removeAbandoned(root, now);
      for await (const key of listUnneeded([...copies.keys()], findNeeded)) {
        const copy = copies.get(key);
        if (copy?.holders === 0) await forget(key, copy);
      }
    },
  };
}

/** What is in a folder, in the order of its last use. */
function listCopies(folder: string, bytesMax: number) {
  const copies = new Map<string, Copy>();
  let total = 0;
  const add = (key: string, size: number) => {
    total += size;
    copies.set(key, { size, holders: 0 });
  };
  const forget = async (key: string, { size }: Copy) => {
    copies.delete(key);
    total -= size;
    await unlink(join(folder, key)).catch(ignoreMissing);
  };
  const makeRoom = async () => {
    for (const [key, copy] of copies) {
      if (total <= bytesMax) return;
      if (copy.holders === 0) await forget(key, copy);
    }
  };
  return { copies, add, forget, makeRoom };
}

async function* listUnneeded(keys: readonly string[], findNeeded: FindNeeded): AsyncIterable<string> {
  for (let at = 0; at < keys.length; at += SWEPT_AT_ONCE) {
    const slice = keys.slice(at, at + SWEPT_AT_ONCE);
    const needed = await findNeeded(slice);
    yield* slice.filter((key) => !needed.has(key));
  }
}

function releaseOnce(copy: Copy): () => void {
  let isBorrowed = true;
  return () => {
    if (isBorrowed) copy.holders -= 1;
    isBorrowed = false;
  };
}

function missing(key: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`there is no blob ${key}`), { code: 'ENOENT' });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Containers that share the root may have the same process ids, so the name of the machine counts too. Whether a
 * process of another machine runs is seen by its folder alone, which it touches with every sweep.
 */
async function removeAbandoned(root: string, now: Date): Promise<void> {
  for (const name of (await readdir(root).catch(ignoreMissing)) ?? []) {
    const folder = join(root, name);
    if (pending.has(folder)) continue;
    const [process, machine = hostname()] = name.split('@');
    const isUsed = machine === hostname() ? isRunning(Number(process)) : await isTouched(folder, now);
    if (!isUsed) await rm(folder, { recursive: true, force: true });
  }
}

async function isTouched(folder: string, now: Date): Promise<boolean> {
  const info = await stat(folder).catch(ignoreMissing);
  return info !== undefined && now.getTime() - info.mtimeMs < ABANDONED_MS;
}

/** This process is not among them: a folder with its id that it did not make is of one that ended before. */
function isRunning(other: number): boolean {
  if (other === pid) return false;
  try {
    kill(other, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
