import { findKeysDir, readConfig } from '@paraph/server/config/config.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { changePassphrase } from '@paraph/server/platform/keys/key-vault.ts';
import { PASSPHRASE_SETTING, readPassphraseFile } from '@paraph/server/platform/keys/secret-file.ts';
import { defineCommand, UsageError } from '../command-line.ts';

export const changePassphraseCommand = defineCommand({
  name: 'change-passphrase',
  about: 'Encrypt the keys of this instance with another passphrase; servers that run go on undisturbed.',
  options: {
    'new-file': {
      type: 'string',
      required: true,
      placeholder: 'PATH',
      about: 'File with the new passphrase, readable by this user alone.',
    },
  },
  run: async ({ 'new-file': path }) => {
    const config = readConfig();
    const { vaultPassphraseFile } = config;
    if (vaultPassphraseFile === null)
      throw new UsageError(
        `${PASSPHRASE_SETTING} is not set; it names the file with the passphrase in force.`,
      );
    const from = readPassphraseFile(vaultPassphraseFile);
    const to = readPassphraseFile(path);
    const changed = await changePassphrase(findKeysDir(config), systemIds, { from, to });
    const text = changed
      ? `The new passphrase is in force. Set ${PASSPHRASE_SETTING} to ${path} before the next start.`
      : 'The new passphrase was in force already.';
    return { text, data: { changed } };
  },
});
