import { resolve } from 'node:path';
import { readWrappingKey } from './platform/key-wrapper.ts';

export const ENCRYPTION_SETTINGS = {
  encryptionKeys: {
    name: 'PARAPH_ENCRYPTION_KEYS',
    fallback: '',
    about:
      'Encrypts stored documents with these keys, comma-joined: /path of a file with 64 hexadecimal digits. The first ' +
      'one encrypts, the others open what they encrypted before. Default: documents are not encrypted.',
  },
  incomingDir: {
    name: 'PARAPH_INCOMING_DIR',
    fallback: '',
    about:
      'Folder for uploads while they are examined, such as one on tmpfs: only with PARAPH_ENCRYPTION_KEYS. ' +
      'Default: in the data directory.',
  },
} as const;

export interface EncryptionSettings {
  /** The first one encrypts. */
  wrappingKeys: readonly [Buffer, ...Buffer[]];
  /** Null: in the data directory. */
  incomingDir: string | null;
}

function readKey(path: string, problems: string[]): Buffer {
  try {
    return readWrappingKey(path);
  } catch (error) {
    problems.push(
      `${ENCRYPTION_SETTINGS.encryptionKeys.name}: ${error instanceof Error ? error.message : error}.`,
    );
    return Buffer.alloc(0);
  }
}

/** Reads and validates the settings; null without encryption. Adds problems to `problems`. */
export function readEncryptionSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  problems: string[],
): EncryptionSettings | null {
  const { encryptionKeys, incomingDir } = ENCRYPTION_SETTINGS;
  const folder = text(incomingDir);
  const [first, ...others] = text(encryptionKeys)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => readKey(each, problems));
  if (first) return { wrappingKeys: [first, ...others], incomingDir: folder === '' ? null : resolve(folder) };
  if (folder !== '') problems.push(`${encryptionKeys.name} is missing; ${incomingDir.name} needs it.`);
  return null;
}
