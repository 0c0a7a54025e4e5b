import { readFileSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

export const PASSPHRASE_SETTING = 'PARAPH_VAULT_PASSPHRASE_FILE';

const PASSPHRASE_CHARACTERS_MIN = 12;

/** Where Docker, Podman and systemd mount the secrets of one service; their modes are not ours to set. */
const SERVICE_SECRETS = ['/run/secrets', '/run/credentials'];

/**
 * The text of a file with a secret. It must be readable by its owner alone, unless it was mounted for this service:
 * below the folders of service secrets, or from a read-only mount, as Kubernetes makes them.
 */
function readSecretText(path: string): string {
  try {
    const isPrivate = (statSync(path).mode & 0o077) === 0;
    if (!isPrivate && !isMountedForService(realpathSync(path), readMounts()))
      throw new Error(`${path} can be read by other users of this machine; run: chmod 600 '${path}'`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${path} cannot be read: ${error.message}`);
  }
}

/** The wrapping key in a file: 64 hexadecimal digits. */
export function readWrappingKey(path: string): Buffer {
  const text = readSecretText(path).trim();
  if (!/^[0-9a-fA-F]{64}$/.test(text))
    throw new Error(`${path} must hold a key of 64 hexadecimal digits; make one: openssl rand -hex 32`);
  return Buffer.from(text, 'hex');
}

/** The passphrase in a file, without the trailing newline. */
export function readPassphraseFile(path: string): string {
  return checkPassphrase(readSecretText(path).replace(/\r?\n$/, ''), path);
}

/** @throws Error when it is no line of at least 12 characters */
export function checkPassphrase(text: string, source: string): string {
  if (/[\r\n]/.test(text)) throw new Error(`${source} holds several lines; a passphrase is one line.`);
  if (text.length < PASSPHRASE_CHARACTERS_MIN)
    throw new Error(
      `${source} holds fewer than ${PASSPHRASE_CHARACTERS_MIN} characters; choose a longer passphrase.`,
    );
  return text;
}

/**
 * @param path absolute, without symbolic links
 * @param mounts the text of `/proc/self/mountinfo` (proc(5)); empty where the system has none
 */
export function isMountedForService(path: string, mounts: string): boolean {
  if (SERVICE_SECRETS.some((folder) => isBelow(path, folder))) return true;
  const points = mounts
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, , , , point = '', options = ''] = line.split(' ');
      return { point: decodeOctal(point), isReadOnly: options.split(',').includes('ro') };
    })
    .filter(({ point }) => path === point || isBelow(path, point));
  // A later line lies over an earlier one of the same mount point.
  const nearest = points.toSorted((one, other) => one.point.length - other.point.length).at(-1);
  return nearest?.isReadOnly ?? false;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Spaces, tabs and backslashes are written as three octal digits. */
function decodeOctal(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}
