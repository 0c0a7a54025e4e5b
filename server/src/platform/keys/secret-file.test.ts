import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderForThisTest } from '../../../../tests/support/scratch.ts';
import { isMountedForService, readWrappingKey } from './secret-file.ts';

const MOUNTS = [
  '27 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
  '90 27 0:40 / /etc/paraph/keys ro,nosuid - tmpfs tmpfs rw',
  '91 27 0:41 / /mnt/two\\040words ro - ext4 /dev/vdb ro',
  '92 90 0:42 / /etc/paraph/keys/own rw - tmpfs tmpfs rw',
  '93 27 0:43 / /srv ro - ext4 /dev/vdc ro',
  '94 27 0:44 / /srv rw - ext4 /dev/vdd rw',
  '',
].join('\n');

describe('a secret that others may read by its mode', () => {
  test.each([
    '/run/secrets/documents',
    '/run/credentials/paraph.service/documents',
    '/etc/paraph/keys/documents',
    '/mnt/two words/documents',
  ])('is accepted where it was mounted for the service: %s', (path) => {
    expect(isMountedForService(path, MOUNTS)).toBe(true);
  });

  test.each([
    ['in a folder of this machine', '/home/paraph/documents'],
    ['beside a read-only mount', '/etc/paraph/keys-of-others'],
    ['on a writable mount inside a read-only one', '/etc/paraph/keys/own/documents'],
    ['where a writable mount covers a read-only one', '/srv/documents'],
    ['in a folder whose name begins alike', '/run/secrets-of-others/documents'],
  ])('is refused %s', (_place, path) => {
    expect(isMountedForService(path, MOUNTS)).toBe(false);
  });

  test('is refused where the system says nothing of its mounts', () => {
    expect(isMountedForService('/etc/paraph/keys/documents', '')).toBe(false);
  });
});

test('a secret on this machine is read while its owner alone may read it, and refused once others may', async () => {
  const path = join(await folderForThisTest(), 'documents.key');
  await writeFile(path, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  expect(readWrappingKey(path)).toEqual(Buffer.alloc(32, 0xab));
  await chmod(path, 0o640);
  expect(() => readWrappingKey(path)).toThrow(`chmod 600 '${path}'`);
});
