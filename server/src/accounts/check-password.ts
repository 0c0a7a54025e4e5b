import { readFileSync } from 'node:fs';
import { findPasswordProblem, type Violations } from '@paraph/domain';
import type { Config } from '../config/config.ts';
import { projectDir } from '../platform/project-dir.ts';

/** The file is part of the program. */
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
