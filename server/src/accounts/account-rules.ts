import {
  emailKey,
  findNameProblem,
  invalid,
  isEmail,
  isErasedAddress,
  isScope,
  LIMITS,
  type Scope,
  type Violations,
} from '@paraph/domain';
import type { Config } from '../config/config.ts';
import { validatePassword } from './password.ts';

export interface NewAccount {
  organizationName: string;
  name: string;
  email: string;
  password: string;
}

/** Validates a new account, from a page or the command line. */
export function readNewAccount(
  config: Pick<Config, 'baseUrl'>,
  input: NewAccount,
): NewAccount & { emailKey: string } {
  const violations: Violations = {};
  const account = {
    organizationName: readName(input.organizationName, 'organizationName', violations),
    name: readName(input.name, 'name', violations),
    email: input.email.trim(),
    password: input.password,
  };
  if (!isEmail(account.email) || isErasedAddress(account.email))
    violations.email = 'Must be an email address, such as one@example.com.';
  const words = [account.email, account.name, account.organizationName];
  validatePassword(config, { password: account.password, words }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { ...account, emailKey: emailKey(account.email) };
}

/** A name that people are shown: 2 to 250 characters, of those that a name may have. */
export function readName(input: string, parameter: string, violations: Violations): string {
  const name = input.trim();
  const length = [...name].length;
  const problem = findNameProblem(name);
  if (length < LIMITS.nameCharactersMin) {
    violations[parameter] = `Must have at least ${LIMITS.nameCharactersMin} characters.`;
  } else if (length > LIMITS.nameCharactersMax) {
    violations[parameter] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations[parameter] = problem;
  return name;
}

/** The names of a list that exist, each once; a violation for each other one. */
export function readNames<Name extends string>(
  texts: readonly string[],
  {
    parameter,
    exists,
    sentence,
  }: { parameter: string; exists(text: string): text is Name; sentence: string },
  violations: Violations,
): Name[] {
  for (const [index, text] of texts.entries())
    if (!exists(text)) violations[`${parameter}[${index}]`] = sentence;
  return [...new Set(texts.filter(exists))];
}

export function readScopes(texts: readonly string[], violations: Violations): Scope[] {
  const sentence = 'There is no such scope; take one of the list.';
  return readNames(texts, { parameter: 'scopes', exists: isScope, sentence }, violations);
}

export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
