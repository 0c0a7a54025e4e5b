import fs from 'node:fs';
import { unlink } from 'node:fs/promises';

/**
 * An open file. What may wait for the disk goes by Node's threads for that; what the system answers from its memory
 * does not: a way there and back, with two threads to be woken, costs as much as reading 50 KB.
 */
export class DiskFile {
  #descriptor: number;
  #isSynced = true;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  get size(): number {
    return fs.fstatSync(this.#descriptor).size;
  }

  /** Returns the number of bytes, fewer than fit into the target only at the end of the file. */
  async read(target: Uint8Array, position: number): Promise<number> {
    let filled = 0;
    while (filled < target.length) {
      const rest = target.subarray(filled);
      const count = await this.#call<number>((descriptor, done) =>
        fs.read(descriptor, rest, 0, rest.length, position + filled, done),
      );
      if (count === 0) break;
      filled += count;
    }
    return filled;
  }

  async write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    this.#isSynced = false;
    let rest = chunks.filter(({ length }) => length > 0);
    for (let at = position; rest.length > 0; ) {
      const count = await this.#call<number>((descriptor, done) => fs.writev(descriptor, rest, at, done));
      at += count;
      rest = without(rest, count);
    }
  }

  async truncate(size: number): Promise<void> {
    this.#isSynced = false;
    await this.#call<void>((descriptor, done) => fs.ftruncate(descriptor, size, done));
  }

  /** Makes its bytes durable; of a folder, the names in it. */
  async sync(): Promise<void> {
    await this.#call<void>((descriptor, done) => fs.fsync(descriptor, done));
    this.#isSynced = true;
  }

  /** Waits for what goes on. A disk on the network is sent the rest of what was written. */
  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    // Its number may become that of another file.
    this.#descriptor = -1;
    if (descriptor < 0) return;
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    if (this.#isSynced) fs.closeSync(descriptor);
    else await called<void>((done) => fs.close(descriptor, done));
  }

  async #call<Result>(act: (descriptor: number, done: Done<Result>) => void): Promise<Result> {
    const answer = called<Result>((done) => act(this.#descriptor, done));
    this.#pending.add(answer);
    try {
      return await answer;
    } finally {
      this.#pending.delete(answer);
    }
  }
}

type Done<Result> = (error: NodeJS.ErrnoException | null, result: Result) => void;

function called<Result>(act: (done: Done<Result>) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    act((error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** What is left of the parts after so many bytes. */
function without(chunks: readonly Uint8Array[], count: number): Uint8Array[] {
  let skipped = count;
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(skipped, chunk.length));
    skipped -= chunk.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

export async function openFile(path: string, flags: string, mode?: number): Promise<DiskFile> {
  return new DiskFile(await called<number>((done) => fs.open(path, flags, mode, done)));
}

/** The same for a file that was just written or renamed, whose name the system has in memory. */
export function openRecent(path: string, flags = 'r'): DiskFile {
  return new DiskFile(fs.openSync(path, flags));
}

export async function usingFile<Result>(
  file: DiskFile,
  use: (file: DiskFile) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** A new file, readable by this account alone, whose bytes are durable. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  await usingFile(await openFile(path, 'wx', 0o600), async (file) => {
    await file.write([bytes], 0);
    await file.sync();
  });
}

/** Makes the bytes of a file durable that was just written. */
export async function syncFile(path: string): Promise<void> {
  await usingFile(openRecent(path), (file) => file.sync());
}

/** Makes renames in a folder durable; a new folder is durable only once its parent is synced too. */
export const syncFolder = syncFile;

/** Removes a file that most often is no longer there, as it was moved. */
export async function removeLeft(path: string): Promise<void> {
  if (fs.existsSync(path)) await unlink(path).catch(ignoreMissing);
}

/** For `.catch`: undefined in place of a file that does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** The bytes of a file as the signature engine reads them: only the requested ones. The caller closes it. */
export interface FileSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset`; returns the number of bytes, fewer only at the end. */
  readInto(target: Uint8Array, offset: number): number;
  close(): void;
}

export function openFileSource(path: string): FileSource {
  const file = fs.openSync(path, 'r');
  const readInto = (target: Uint8Array, offset: number): number => {
    let filled = 0;
    while (filled < target.length) {
      const count = fs.readSync(file, target, filled, target.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };
  return {
    size: fs.fstatSync(file).size,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readInto(bytes, offset));
    },
    readInto,
    close: () => fs.closeSync(file),
  };
}

const PIECE_BYTES = 1024 * 1024;

/** All bytes of a source and what follows them; each piece is valid until the next is asked for. */
export function* joinPieces(source: FileSource, updates: readonly Uint8Array[]): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, source.size));
  for (let offset = 0; offset < source.size; ) {
    const count = source.readInto(buffer, offset);
    if (count === 0) throw new Error('a stored file became shorter while it was read');
    yield buffer.subarray(0, count);
    offset += count;
  }
  yield* updates;
}
