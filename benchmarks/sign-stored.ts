import { createCipheriv, createDecipheriv, createHash, randomBytes, sign } from 'node:crypto';
import { closeSync, copyFileSync, fsyncSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Blobs,
  encryptBlobs,
  localWrapper,
  openDiskBlobs,
  releaseBytes,
  type StoredBlob,
  type WrappedKey,
} from '@paraph/storage';
import { createSigningJob, localSigner } from '../pades/src/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { systemIds } from '../server/src/platform/ids.ts';
import type { Row } from './report.ts';
import { fieldsNamed, type Keys, signatureOptions } from './sign-contenders.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';

interface Work {
  folder: string;
  keys: Keys;
}

const PIECE_BYTES = 1024 * 1024;

/** A stored document signed, and the signed one stored as the service does it, without encryption and with it. */
export async function measureStored(file: Buffer, keys: Keys, rounds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-bench-'));
  try {
    const parts = { ids: systemIds, clock: systemClock };
    const plain = await openDiskBlobs(join(folder, 'plain'), parts);
    const inner = await openDiskBlobs(join(folder, 'encrypted'), parts);
    const wrapper = localWrapper(randomBytes(32));
    const encrypted = encryptBlobs(inner, {
      ids: systemIds,
      keys: keysInMemory(),
      wrapper,
      incomingDir: null,
    });
    const [before, hidden] = [await plain.put(file), await encrypted.put(file)];
    const work = { folder, keys };
    const contenders = {
      floor: () => spend(() => signLeast(plain.pathOf(before.key), work)),
      'floor, encrypted': () => spend(() => signLeastEncrypted(plain.pathOf(before.key), work)),
      'Paraph, not encrypted': () => spend(() => signStored(plain, before, keys)),
      'Paraph, encrypted': () => spend(() => signStored(encrypted, hidden, keys)),
    };
    await takeTurns(contenders, Math.ceil(rounds / 4));
    return rowsOf(await takeTurns(contenders, rounds));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function signStored(blobs: Blobs, { key, chunkDigests }: StoredBlob, keys: Keys): Promise<void> {
  const copy = await blobs.copy(key);
  const job = createSigningJob(copy.source, undefined, await copy.hash());
  const updates = [
    job.prepareDocument({ signatureFields: fieldsNamed(['Signer']) }),
    await job.sign(signatureOptions('Signer'), localSigner(keys.key, keys.certificates)),
  ];
  const stored = await copy.store({ updates, sha256: job.digest(), chunkDigests });
  await copy.close();
  await blobs.remove(stored.key);
}

/** Copied, hashed, the hash signed and appended, and all of it synced. */
function signLeast(path: string, { folder, keys }: Work): void {
  const target = join(folder, 'floor');
  copyFileSync(path, target);
  const copy = openSync(target, 'a+');
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let at = 0, count = 1; count > 0; at += count) {
    count = readSync(copy, buffer, 0, buffer.length, at);
    hash.update(buffer.subarray(0, count));
  }
  writeSync(copy, sign('sha256', hash.digest(), keys.key));
  fsyncSync(copy);
  closeSync(copy);
  unlinkSync(target);
}

/** The same with each byte decrypted and encrypted once: what no signature of an encrypted document comes without. */
function signLeastEncrypted(path: string, { folder, keys }: Work): void {
  const target = join(folder, 'floor-encrypted');
  const [source, copy] = [openSync(path, 'r'), openSync(target, 'w')];
  const key = randomBytes(32);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12));
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12, 1));
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let at = 0, count = 1; count > 0; at += count) {
    count = readSync(source, buffer, 0, buffer.length, at);
    const bytes = decipher.update(buffer.subarray(0, count));
    hash.update(bytes);
    const encrypted = cipher.update(bytes);
    writeSync(copy, encrypted);
    for (const piece of [bytes, encrypted]) releaseBytes(piece);
  }
  writeSync(copy, cipher.update(sign('sha256', hash.digest(), keys.key)));
  cipher.final();
  fsyncSync(copy);
  for (const file of [source, copy]) closeSync(file);
  unlinkSync(target);
}

function keysInMemory() {
  const rows = new Map<string, WrappedKey>();
  return {
    insert: async (key: string, wrapped: WrappedKey) => void rows.set(key, wrapped),
    find: async (key: string) => rows.get(key) ?? null,
    delete: async (key: string) => void rows.delete(key),
  };
}

interface Spent {
  ms: number;
  cpu: number;
}

async function spend(work: () => unknown): Promise<Spent> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedAt, cpu: (user + system) / 1000 };
}

function rowsOf(times: Record<string, Spent[]>): Row[] {
  const of = (name: string, what: keyof Spent) => (times[name] ?? []).map((spent) => spent[what]);
  return Object.keys(times).map((name) => ({
    '': name,
    ms: median(of(name, 'ms')),
    '÷ floor': medianRatio(of(name, 'ms'), of('floor', 'ms')),
    'processor ms': median(of(name, 'cpu')),
    'processor ÷ floor': medianRatio(of(name, 'cpu'), of('floor', 'cpu')),
    'processor ÷ floor, encrypted': medianRatio(of(name, 'cpu'), of('floor, encrypted', 'cpu')),
  }));
}
