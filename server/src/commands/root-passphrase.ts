import { checkPassphrase, readPassphraseFile } from '../platform/passphrase-file.ts';
import { type Terminal, UsageError } from './command-line.ts';

/**
 * From the file, where one is named; else asked on the terminal, `twice` where a typing mistake would lock a key away.
 */
export async function readRootPassphrase(
  file: string | undefined,
  terminal: Terminal,
  { twice }: { twice: boolean },
): Promise<string> {
  if (file !== undefined) return readPassphraseFile(file);
  const first = await terminal.promptSecret?.('Passphrase of the copy: ');
  if (first === undefined)
    throw new UsageError(
      'There is no terminal to ask for the passphrase; name a file: --passphrase-file PATH',
    );
  if (!twice) return first;
  const passphrase = checkPassphrase(first, 'The passphrase');
  if ((await terminal.promptSecret?.('The same again: ')) !== passphrase)
    throw new UsageError('The two passphrases differ; nothing was done.');
  return passphrase;
}
