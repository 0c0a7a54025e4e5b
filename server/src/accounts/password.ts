import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { findPasswordProblem, type Violations } from '@paraph/domain';
import type { Config } from '../config/config.ts';
import type { Ids } from '../platform/ids.ts';
import { projectDir } from '../platform/project-dir.ts';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const SALT_BYTES = 16;

/** Argon2id in its own text form; the work is done off the main thread. */
export async function hashPassword(ids: Ids, password: string): Promise<string> {
  return hash(password.normalize('NFC'), { ...COST, salt: ids.bytes(SALT_BYTES) });
}

/** Does the same work without a hash, so that timing does not reveal whether the account exists. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? PLACEHOLDER_HASH, password.normalize('NFC'));
  return matches && passwordHash !== null;
}

/** The first number is the memory in KiB: each sign-in takes that much, and that long. */
const BOUNDED = /^\$argon2id\$v=19\$m=\d{1,5},t=\d,p=[1-4]\$/;

/** Whether it costs little to compare a password with a hash of which a stranger chose the cost. */
export function isBounded(passwordHash: string): boolean {
  return BOUNDED.test(passwordHash) || !passwordHash.startsWith('$');
}

const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
const cost = `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`;
const PLACEHOLDER_HASH = `$argon2id$v=19$${cost}$${base64(SALT_BYTES)}$${base64(COST.outputLen)}`;

/** The file is delivered with the program. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(`${projectDir}server/passwords/common-passwords.txt`, 'utf8').trim().split('\n'),
);

/** Checks a new password against the commonest ones and the words of its person and of this instance. */
export function validatePassword(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { password, words }: { password: string; words: readonly string[] },
  violations: Violations,
): void {
  const personal = [...words, 'paraph', new URL(baseUrl).hostname];
  const problem = findPasswordProblem(password, { common: COMMON, personal });
  if (problem !== null) violations.password = problem;
}
