import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import type { RunningHash } from '@paraph/pades';

interface Computation {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Computation;
}

/** By Node's names. SHA-1 and MD5 only tell a weak signature from a wrong one, and look certificates up. */
const CONSTRUCTORS: ReadonlyMap<string, () => Computation> = new Map<string, () => Computation>([
  ['md5', md5.create],
  ['sha1', sha1.create],
  ['sha256', sha256.create],
  ['sha384', sha384.create],
  ['sha512', sha512.create],
  ['sha3-256', sha3_256.create],
  ['sha3-384', sha3_384.create],
  ['sha3-512', sha3_512.create],
]);

export function createHash(name: string): RunningHash {
  const create = CONSTRUCTORS.get(name);
  if (!create) throw new Error(`There is no hash ${name} here.`);
  return running(create());
}

export function digestOf(name: string, bytes: Uint8Array): Uint8Array {
  return createHash(name).update(bytes).digest();
}

function running(computation: Computation): RunningHash {
  const hash: RunningHash = {
    update: (bytes) => {
      computation.update(bytes);
      return hash;
    },
    digest: () => computation.digest(),
    copy: () => running(computation.clone()),
  };
  return hash;
}
