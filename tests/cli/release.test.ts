import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyCheckout } from '../support/copy-checkout.ts';
import { folderForThisFile } from '../support/scratch.ts';
import { isInShare } from '../support/share.ts';

const folder = await folderForThisFile();
const git = async (...args: string[]) => {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return (await promisify(execFile)('git', [...author, ...args], { cwd: folder })).stdout.trim();
};
const commit = async () => {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'all');
};
const release = (version: string) =>
  promisify(execFile)(process.execPath, ['tools/release.mjs', version], {
    cwd: folder,
    env: {
      ...process.env,
      // A database of the person who cuts the release has no part in it.
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Ada'],
          [`GIT_${who}_EMAIL`, 'ada@example.com'],
        ]),
      ),
    },
  });
const read = (path: string) => readFile(join(folder, path), 'utf8');

await copyCheckout(folder);
const writeChanges = (text: string) =>
  writeFile(join(folder, 'CHANGELOG.md'), `# Changes\n\n## Unreleased\n${text}`);
await writeChanges('');
await git('init', '--quiet');
await commit();

test.each([
  ['two', 'Write the version as 1.2.3'],
  ['0.0.9', '0.0.9 is not newer than'],
  ['97.1.0', 'CHANGELOG.md names no change'],
])('release %s is refused, and nothing is changed', async (version, problem) => {
  await expect(release(version)).rejects.toThrow(problem);
  expect(await git('status', '--porcelain')).toBe('');
});

test('what is not committed is refused', async () => {
  await writeFile(join(folder, 'new.txt'), '');
  await expect(release('98.0.0')).rejects.toThrow('Commit or stash your changes first');
});

// It makes and checks what other tests do: by turns with the worked example.
test.runIf(isInShare(0, 2))(
  'a release has its version everywhere, its changes, a backup of its own, and a tag',
  async () => {
    await writeChanges('\n- All is new.\n');
    await commit();
    await release('97.1.0');
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('describe', '--tags')).toBe('v97.1.0');
    expect(await read('CHANGELOG.md')).toMatch(
      /^# Changes\n\n## Unreleased\n\n## 97\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n- All is new\.\n$/,
    );
    const { version, dependencies } = JSON.parse(await read('server/package.json'));
    expect([version, dependencies['@paraph/domain'], dependencies['@paraph/pades']]).toEqual([
      '97.1.0',
      '97.1.0',
      '*',
    ]);
    const lock = JSON.parse(await read('package-lock.json'));
    expect([lock.version, lock.packages.server.version]).toEqual(['97.1.0', '97.1.0']);
    expect(JSON.parse(await read('contract/openapi.json')).info.version).toBe('97.1.0');
    const manifest = await git('ls-files', 'tests/releases/97.1.0/snapshots/*/manifest.json');
    expect(await read(manifest)).toContain('97.1.0');
  },
  300_000,
);
