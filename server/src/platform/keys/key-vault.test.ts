import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../tests/support/processes.ts';
import { folderForThisTest } from '../../../../tests/support/scratch.ts';
import { systemIds } from '../ids.ts';
import { changePassphrase, openKeyVault } from './key-vault.ts';
import { readPassphraseFile } from './secret-file.ts';

const PASSPHRASE = 'correct horse battery staple';
/** A thousandth of the cost in production, which one test holds. */
const CHEAP = { N: 2 ** 7, r: 8, p: 1 };
let folder: string;
let keys: string;
let passphraseFile: string;

beforeEach(async () => {
  folder = await folderForThisTest();
  keys = join(folder, 'keys');
  passphraseFile = join(folder, 'passphrase');
  await writeFile(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
});

const openUnencrypted = () => openKeyVault(keys, systemIds);
const openWith = (path = passphraseFile) =>
  openKeyVault(keys, systemIds, { passphraseFile: path, cost: CHEAP });
const never = () => {
  throw new Error('made anew');
};
const onDisk = (name: string) => readFile(join(keys, name));

describe('keys with a passphrase', () => {
  test('are wrapped at the cost that OWASP names for scrypt', async () => {
    const kdf = async () => JSON.parse((await onDisk('vault.json')).toString()).kdf;
    const named = { name: 'scrypt', N: 131_072, r: 8, p: 1 };
    await openWith();
    await changePassphrase(keys, systemIds, { from: PASSPHRASE, to: 'quite another passphrase' });
    expect(await kdf()).toMatchObject(named);
    keys = join(folder, 'new');
    await openKeyVault(keys, systemIds, { passphraseFile });
    expect(await kdf()).toMatchObject(named);
  });

  test('that were not encrypted are encrypted at the next start, and open to the same bytes', async () => {
    const unencrypted = await openUnencrypted();
    const secret = Buffer.from('-----BEGIN PRIVATE KEY----- of the issuer');
    await unencrypted.secret('issuing.key', () => secret);
    await unencrypted.secret('issuing.cer', () => Buffer.from('a certificate'));
    const instanceKey = await onDisk('instance.key');
    // A file is replaced and never written over: who has the old one open still reads all of it.
    const old = await open(join(keys, 'issuing.key'));
    const vault = await openWith();
    expect((await old.readFile()).equals(secret)).toBe(true);
    await old.close();
    expect(vault.isEncrypted).toBe(true);
    for (const name of ['instance.key', 'issuing.key']) {
      expect((await onDisk(name)).includes(name === 'issuing.key' ? secret : instanceKey)).toBe(false);
      expect((await stat(join(keys, name))).mode & 0o777).toBe(0o600);
    }
    expect((await onDisk('issuing.cer')).toString()).toBe('a certificate');
    for (const opened of [vault, await openWith()]) {
      expect((await opened.secret('issuing.key', never)).equals(secret)).toBe(true);
      expect(opened.derive('a', 'b').equals(unencrypted.derive('a', 'b'))).toBe(true);
    }
    await (await openWith()).secret('later.key', () => Buffer.from('made later'));
    expect((await onDisk('later.key')).includes('made later')).toBe(false);
    expect((await readdir(keys)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('do not open without it, or with another one, and say which setting to correct', async () => {
    await openWith();
    await expect(openUnencrypted()).rejects.toThrow(/are encrypted.*PARAPH_VAULT_PASSPHRASE_FILE/s);
    const other = join(folder, 'other');
    await writeFile(other, 'another passphrase', { mode: 0o600 });
    await expect(openWith(other)).rejects.toThrow(/PARAPH_VAULT_PASSPHRASE_FILE.*does not open/s);
  });

  test('that were changed, swapped or lost their vault are refused', async () => {
    const vault = await openWith();
    await vault.secret('a.key', () => Buffer.from('the key of a'));
    await vault.secret('b.key', () => Buffer.from('the key of b'));
    const bytes = await onDisk('a.key');
    for (const at of [13, 30, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(join(keys, 'a.key'), changed);
      await expect(vault.secret('a.key', never)).rejects.toThrow(/was changed/);
    }
    await writeFile(join(keys, 'a.key'), await onDisk('b.key'));
    await expect(vault.secret('a.key', never)).rejects.toThrow(/a\.key was changed or belongs/);
    await rename(join(keys, 'vault.json'), join(folder, 'vault.json'));
    await expect(openWith()).rejects.toThrow(/vault\.json is missing.*backup/s);
  });

  test('are the same for processes that start at once', async () => {
    await mkdir(keys);
    await writeFile(join(keys, 'old.key'), 'from before', { mode: 0o600 });
    const vaults = await Promise.all(Array.from({ length: 4 }, () => openWith()));
    const made = await Promise.all(vaults.map((vault) => vault.secret('new.key', () => systemIds.bytes(32))));
    const again = await openWith();
    for (const secret of made) expect(secret.equals(await again.secret('new.key', never))).toBe(true);
    expect(new Set(vaults.map((vault) => vault.derive('a', 'b').toString('hex'))).size).toBe(1);
    expect((await again.secret('old.key', never)).toString()).toBe('from before');
  });

  test('survive a kill at any moment of their encryption', async () => {
    const count = 300;
    await mkdir(keys);
    for (let index = 0; index < count; index += 1)
      await writeFile(join(keys, `${index}.key`), `secret ${index}`, { mode: 0o600 });
    const encrypted = async () => {
      const names = (await readdir(keys)).filter((name) => name.endsWith('.key'));
      const files = await Promise.all(names.map(async (name) => (await onDisk(name)).toString('latin1')));
      return files.filter((text) => text.startsWith('PARAPH-KEY')).length;
    };
    const script = `
      const { openKeyVault } = await import(${JSON.stringify(new URL('./key-vault.ts', import.meta.url).href)});
      const { systemIds } = await import(${JSON.stringify(new URL('../ids.ts', import.meta.url).href)});
      await openKeyVault(${JSON.stringify(keys)}, systemIds, { 
        passphraseFile: ${JSON.stringify(passphraseFile)}, cost: ${JSON.stringify(CHEAP)} });`;
    for (const share of [0.1, 0.5]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
      const over = once(child, 'exit');
      await until('some files to be encrypted', async () => (await encrypted()) > count * share);
      child.kill('SIGKILL');
      await over;
    }
    const vault = await openWith();
    for (let index = 0; index < count; index += 1)
      expect((await vault.secret(`${index}.key`, never)).toString()).toBe(`secret ${index}`);
    expect(await encrypted()).toBe(count + 2);
  });
});

describe('a change of the passphrase', () => {
  test('makes the new one open the same keys and the old one none, and is done once', {
    timeout: 120_000,
  }, async () => {
    const before = (await openWith()).derive('a', 'b');
    const files = (await onDisk('instance.key')).toString('hex');
    const to = 'quite another passphrase';
    const change = () => changePassphrase(keys, systemIds, { from: PASSPHRASE, to, cost: CHEAP });
    expect(await change()).toBe(true);
    expect(await change()).toBe(false);
    await expect(openWith()).rejects.toThrow(/does not open/);
    await writeFile(passphraseFile, to, { mode: 0o600 });
    expect((await openWith()).derive('a', 'b').equals(before)).toBe(true);
    expect((await onDisk('instance.key')).toString('hex')).toBe(files);
    await expect(changePassphrase(keys, systemIds, { from: 'wrong', to: 'wrong too' })).rejects.toThrow(
      /does not open/,
    );
  });

  test('of keys that are not encrypted says how they become so', async () => {
    await openUnencrypted();
    await expect(changePassphrase(keys, systemIds, { from: PASSPHRASE, to: PASSPHRASE })).rejects.toThrow(
      /not encrypted.*PARAPH_VAULT_PASSPHRASE_FILE/s,
    );
  });
});

describe('the file of a passphrase', () => {
  test.each([0o640, 0o604, 0o660])('of mode %o is refused with the remedy', async (mode) => {
    await chmod(passphraseFile, mode);
    expect(() => readPassphraseFile(passphraseFile)).toThrow(`chmod 600 '${passphraseFile}'`);
  });

  test('is one line, long enough, and its content is never repeated', async () => {
    expect(readPassphraseFile(passphraseFile)).toBe(PASSPHRASE);
    for (const [text, words] of [
      ['short', /fewer than 12/],
      ['a line of passphrase\nand another', /several lines/],
    ] as const) {
      await writeFile(passphraseFile, text);
      expect(() => readPassphraseFile(passphraseFile)).toThrow(words);
      expect(() => readPassphraseFile(passphraseFile)).not.toThrow(new RegExp(text));
    }
    expect(() => readPassphraseFile(join(folder, 'none'))).toThrow(/cannot be read/);
  });
});

test('a key that is being made is shown to no other process before it is whole', async () => {
  const length = 20_000_000;
  const vault = await openUnencrypted();
  const seen = readOnceThere(join(keys, 'large'));
  await vault.secret('large', () => Buffer.alloc(length, 1));
  expect((await seen).length).toBe(length);
  expect((await readdir(keys)).sort()).toEqual(['instance.key', 'large', 'texts-1.key']);
});

async function readOnceThere(path: string): Promise<Buffer> {
  for (;;) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes) return bytes;
    await setImmediate();
  }
}
