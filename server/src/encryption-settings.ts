import { resolve } from 'node:path';
import { checkOutsideUrl, readSecretFile } from './outside-settings.ts';
import { readWrappingKey } from './platform/key-wrapper.ts';
import type { WrappingService } from './platform/service-wrapper.ts';

export const ENCRYPTION_SETTINGS = {
  encryptionKeys: {
    name: 'PARAPH_ENCRYPTION_KEYS',
    fallback: '',
    about:
      'Encrypts stored documents with these keys, comma-joined: the path of a file with 64 hexadecimal digits, ' +
      'pkcs11:LABEL of a key on the token, or https://HOST/v1/transit/keys/NAME of a key service. The first one ' +
      'encrypts, the others open what they encrypted before. Default: documents are not encrypted.',
  },
  encryptionTokenFile: {
    name: 'PARAPH_ENCRYPTION_TOKEN_FILE',
    fallback: '',
    about: 'File with the token for that key service, readable by this service alone.',
  },
  incomingDir: {
    name: 'PARAPH_INCOMING_DIR',
    fallback: '',
    about:
      'Folder for uploads while they are examined, such as one on tmpfs: only with PARAPH_ENCRYPTION_KEYS. ' +
      'Default: in the data directory.',
  },
} as const;

export type WrappingKeySetting =
  | { kind: 'file'; key: Buffer }
  | { kind: 'token'; label: string }
  | { kind: 'service'; service: WrappingService };

export interface EncryptionSettings {
  /** The first one encrypts. */
  wrappingKeys: readonly [WrappingKeySetting, ...WrappingKeySetting[]];
  /** Null: in the data directory. */
  incomingDir: string | null;
}

const KEYS = ENCRYPTION_SETTINGS.encryptionKeys.name;
const TOKEN_FILE = ENCRYPTION_SETTINGS.encryptionTokenFile.name;

/** Reads and validates the settings; null without encryption. Adds problems to `problems`. */
export function readEncryptionSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  hasToken: boolean,
  problems: string[],
): EncryptionSettings | null {
  const { encryptionKeys, encryptionTokenFile, incomingDir } = ENCRYPTION_SETTINGS;
  const folder = text(incomingDir);
  const tokenFile = text(encryptionTokenFile);
  const names = text(encryptionKeys)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const [first, ...others] = names.map((name) => readKey(name, tokenFile, problems));
  if (!first) {
    if (folder !== '') problems.push(`${KEYS} is missing; ${incomingDir.name} needs it.`);
    if (tokenFile !== '') problems.push(`${KEYS} is missing; ${TOKEN_FILE} needs it.`);
    return null;
  }
  const wrappingKeys: EncryptionSettings['wrappingKeys'] = [first, ...others];
  if (!hasToken && wrappingKeys.some(({ kind }) => kind === 'token'))
    problems.push(`PARAPH_PKCS11_MODULE is missing; ${KEYS} names a key on a token.`);
  return { wrappingKeys, incomingDir: folder === '' ? null : resolve(folder) };
}

function readKey(name: string, tokenFile: string, problems: string[]): WrappingKeySetting {
  if (name.startsWith('pkcs11:')) return { kind: 'token', label: name.slice('pkcs11:'.length) };
  if (/^https?:/.test(name)) return readService(name, tokenFile, problems);
  try {
    return { kind: 'file', key: readWrappingKey(name) };
  } catch (error) {
    problems.push(`${KEYS}: ${error instanceof Error ? error.message : error}.`);
    return { kind: 'file', key: Buffer.alloc(0) };
  }
}

function readService(address: string, tokenFile: string, problems: string[]): WrappingKeySetting {
  const [, url = '', name = ''] = /^(.+)\/keys\/([\w.-]+)$/.exec(address) ?? [];
  const problem = name === '' ? 'It must end with /keys/NAME.' : checkOutsideUrl(url);
  if (problem !== null) problems.push(`${KEYS} holds "${address}". ${problem}`);
  if (tokenFile === '') problems.push(`${TOKEN_FILE} is missing; ${KEYS} names a key service.`);
  const token = tokenFile === '' ? '' : readSecretFile(tokenFile, TOKEN_FILE, problems);
  return { kind: 'service', service: { url, name, token } };
}
