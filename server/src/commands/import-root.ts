import { readFile } from 'node:fs/promises';
import { openRootCopy } from '../authority/root-key.ts';
import { readConfig } from '../config.ts';
import { defineCommand } from './command-line.ts';
import { openVault } from './export-root.ts';
import { readRootPassphrase } from './root-passphrase.ts';

export const importRootCommand = defineCommand({
  name: 'import-root',
  about: 'Bring the key of the root back from its copy, for what it alone can sign.',
  options: {
    in: { type: 'string', required: true, placeholder: 'PATH', about: 'The copy that export-root wrote.' },
    'passphrase-file': {
      type: 'string',
      placeholder: 'PATH',
      about: 'File with the passphrase of the copy. Default: a prompt.',
    },
  },
  run: async ({ in: path, 'passphrase-file': file }, terminal) => {
    const vault = await openVault(readConfig());
    const pem = await readFile(path, 'utf8');
    const passphrase = await readRootPassphrase(file, terminal, { twice: false });
    const key = await openRootCopy({ vault }, { pem, passphrase });
    await vault.replace('root.key', Buffer.from(key.export({ type: 'pkcs8', format: 'pem' })));
    const text =
      'The key of the root is back. Start Paraph: certificates below the root that need a successor get it. ' +
      'Then remove it again: paraph export-root';
    return { text, data: { path } };
  },
});
