import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 8 * 1024 * 1024;
/** Longer than every form of a key of 32 bytes. */
const OVERLAP_BYTES = 128;
const BYTES_IN_BASE64 = 3;

/**
 * The forms in which a program may keep or send a secret number: the bytes in both orders (libraries of big numbers keep
 * the lowest first; DER has them as they are), hexadecimal, decimal, and base64 wherever its groups begin (JWK, PEM).
 */
function formsOf(secret: Uint8Array): Buffer[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = Array.from({ length: BYTES_IN_BASE64 }, (_, before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, 40),
  );
  const texts = [
    ...[hex, hex.toUpperCase(), BigInt(`0x${hex}`).toString()],
    ...base64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
  return [bytes, Buffer.from(bytes).reverse(), ...new Set(texts)].map((form) => Buffer.from(form));
}

/** Whether the bytes hold the secret in any form. */
export function holdsSecret(data: Uint8Array, secret: Uint8Array): boolean {
  const searched = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return formsOf(secret).some((form) => searched.includes(form));
}

/** All files below a folder. */
export function readFilesOf(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
}

/**
 * Of these secrets, those that the memory of a process or of its children holds in any form. Reads what they can write
 * to: heaps, stacks, buffers.
 */
export function findInMemory(pid: number, secrets: readonly Uint8Array[]): Set<Uint8Array> {
  const found = new Set<Uint8Array>();
  for (const each of [pid, ...descendantsOf(pid)]) {
    for (const chunk of readMemory(each)) {
      for (const secret of secrets) if (!found.has(secret) && holdsSecret(chunk, secret)) found.add(secret);
    }
  }
  return found;
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((child) => child !== '')
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function* readMemory(pid: number): Generator<Buffer> {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  const memory = openMemory(pid);
  const [chunk, empty] = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)];
  try {
    for (const [, from = '', to = ''] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += CHUNK_BYTES - OVERLAP_BYTES) {
        const length = readPart(memory, chunk.subarray(0, Math.min(CHUNK_BYTES, end - at)), at);
        const part = chunk.subarray(0, length);
        // Most of what a process reserves was never written to.
        if (!part.equals(empty.subarray(0, length))) yield part;
      }
    }
  } finally {
    closeSync(memory);
  }
}

function openMemory(pid: number): number {
  try {
    return openSync(`/proc/${pid}/mem`, 'r');
  } catch (cause) {
    throw new Error(
      `The memory of process ${pid} may not be read, so this test cannot search it. Run the tests as the user that ` +
        'starts the server; in a container add the capability SYS_PTRACE; elsewhere: sysctl kernel.yama.ptrace_scope=1',
      { cause },
    );
  }
}

/** The number of bytes that were read; memory may be given back in the meantime. */
function readPart(memory: number, into: Buffer, at: number): number {
  try {
    return readSync(memory, into, 0, into.length, at);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EIO' || code === 'EFAULT') return 0;
    throw error;
  }
}
