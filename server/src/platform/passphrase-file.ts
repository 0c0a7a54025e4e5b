import { readSecretText } from './secret-file.ts';

export const PASSPHRASE_SETTING = 'PARAPH_VAULT_PASSPHRASE_FILE';

const CHARACTERS_MIN = 12;

/**
 * The passphrase in a file, without the trailing newline.
 *
 * @throws Error with the problem of the file and the remedy, never with its content
 */
export function readPassphraseFile(path: string): string {
  return checkPassphrase(readSecretText(path).replace(/\r?\n$/, ''), path);
}

/** @throws Error when it is no line of at least 12 characters */
export function checkPassphrase(text: string, source: string): string {
  if (/[\r\n]/.test(text)) throw new Error(`${source} holds several lines; a passphrase is one line.`);
  if (text.length < CHARACTERS_MIN)
    throw new Error(`${source} holds fewer than ${CHARACTERS_MIN} characters; choose a longer passphrase.`);
  return text;
}
