import { readFileSync } from 'node:fs';
import type { Pkcs11Settings } from './platform/pkcs11-token.ts';

/** Keys of this instance that may be on a token. */
const KEY_ROLES = ['root', 'issuing', 'timestamping'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** A token and the labels of the keys on it; other keys are files. */
export interface TokenSettings extends Pkcs11Settings {
  readonly keys: Readonly<Partial<Record<KeyRole, string>>>;
}

interface Texts {
  readonly module: string;
  readonly token: string;
  readonly pinFile: string;
  readonly keys: string;
}

/**
 * Reads and validates the settings of a token; null without one. It need not hold keys of the instance where it has one
 * that encrypts documents. Adds problems to `problems`.
 */
export function readTokenSettings(
  { isForDocuments, ...texts }: Texts & { isForDocuments: boolean },
  names: Texts,
  problems: string[],
): TokenSettings | null {
  const given = (Object.keys(texts) as (keyof Texts)[]).filter((key) => texts[key] !== '');
  if (given.length === 0) return null;
  for (const key of Object.keys(texts) as (keyof Texts)[])
    if (texts[key] === '' && !(key === 'keys' && isForDocuments))
      problems.push(`${names[key]} is missing; ${given.map((one) => names[one]).join(' and ')} needs it.`);
  return {
    modulePath: texts.module,
    tokenLabel: texts.token,
    pin: texts.pinFile === '' ? '' : readPin(texts.pinFile, names.pinFile, problems),
    keys: readKeys(texts.keys, names.keys, problems),
  };
}

function readPin(path: string, name: string, problems: string[]): string {
  try {
    const pin = readFileSync(path, 'utf8').trim();
    if (pin === '') problems.push(`${name}: ${path} is empty.`);
    return pin;
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
    return '';
  }
}

function readKeys(text: string, name: string, problems: string[]): TokenSettings['keys'] {
  const keys: Partial<Record<KeyRole, string>> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, role = '', label = ''] = /^\s*(\w+)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(part) ?? [];
    const known = KEY_ROLES.find((each) => each === role);
    if (known) keys[known] = label;
    else
      problems.push(
        `${name} holds "${part.trim()}"; write issuing=label, for one of ${KEY_ROLES.join(', ')}.`,
      );
  }
  return keys;
}
