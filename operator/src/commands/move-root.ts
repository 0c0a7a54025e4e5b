import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { openAuthority } from '@paraph/server/authority/open-authority.ts';
import {
  createDelegate,
  encryptRootKeys,
  getRootKeys,
  openRootCopy,
} from '@paraph/server/authority/root-key.ts';
import { type Config, findKeysDir, readConfig } from '@paraph/server/config/config.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { checkPassphrase, readPassphraseFile } from '@paraph/server/platform/keys/secret-file.ts';
import { syncFolder, writeNewFile } from '@paraph/storage';
import { defineCommand, type Terminal, UsageError } from '../command-line.ts';
import { openVault } from '../with-database.ts';

/** Keys for timestamps that the root certifies before it goes, so that it is not needed for some nine years. */
const KEYS_AHEAD = 2;

export const exportRootCommand = defineCommand({
  name: 'export-root',
  about: 'Write the key of the root, encrypted, to a file elsewhere, and remove it from this instance.',
  options: {
    out: {
      type: 'string',
      required: true,
      placeholder: 'PATH',
      about: 'The copy to write, outside the data directory.',
    },
    'passphrase-file': {
      type: 'string',
      placeholder: 'PATH',
      about: 'File with the passphrase of the copy. Default: a prompt.',
    },
  },
  run: async ({ out, 'passphrase-file': file }, terminal) => {
    const config = readConfig();
    const path = resolve(out);
    requireOutside(config, path);
    const vault = await openVault(config);
    const roots = await getRootKeys(vault);
    const passphrase = await readRootPassphrase(file, terminal, { twice: true });
    const deps = { clock: systemClock, config, ids: systemIds, vault };
    await openAuthority(deps, { timestampingAhead: KEYS_AHEAD });
    const { until } = await createDelegate(deps);
    await writeCopy(path, vault, passphrase);
    // The copy must be readable from disk before the only other one is deleted.
    await openRootCopy({ vault }, { pem: await readFile(path, 'utf8'), passphrase });
    for (const root of roots) await vault.remove(`${root.name}.key`);
    const text = [
      `The key of the root is in ${path}, and no longer on this machine's vault. Take the file offline.`,
      'Servers that run still have the key in memory: restart them. Earlier backups of the data directory hold it, too.',
      `The instance works without it until ${until.toISOString().slice(0, 10)}; \`paraph doctor\` says when it is needed.`,
    ].join('\n');
    return { text, data: { path, until: until.toISOString() } };
  },
});

function requireOutside(config: Config, path: string): void {
  const { token } = config;
  if (token?.keys.root !== undefined)
    throw new UsageError('The key of the root is on a token, which gives no key away.');
  for (const folder of [config.dataDir, findKeysDir(config)]) {
    if (relative(folder, path).startsWith('..')) continue;
    throw new UsageError(`--out is in the folder ${folder}; choose a path outside, on a removable disk.`);
  }
}

/** A file that is there already stays: after a kill it is the copy, and is compared like a new one. */
async function writeCopy(path: string, vault: KeyVault, passphrase: string): Promise<void> {
  const bytes = Buffer.from(await encryptRootKeys({ vault }, passphrase));
  try {
    await writeNewFile(path, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await syncFolder(dirname(path));
}

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
    for (const [root, key] of await openRootCopy({ vault }, { pem, passphrase }))
      await vault.replace(`${root}.key`, Buffer.from(key.export({ type: 'pkcs8', format: 'pem' })));
    const text =
      'The key of the root is back. Start Paraph: certificates below the root that need a successor get it. ' +
      'Then remove it again: paraph export-root';
    return { text, data: { path } };
  },
});

/**
 * From the file if one is named; else by a prompt, `twice` where a typing error would make a key inaccessible.
 */
async function readRootPassphrase(
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
