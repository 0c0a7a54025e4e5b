import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '../../tools/runtime.mjs';

/** The sources as they are, with changes that are not committed, and the packages that are installed. */
export async function copyCheckout(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    { cwd: projectDir, maxBuffer: 64 * 1024 * 1024 },
  );
  // A file that git knows may be deleted in the working tree. One by one, copying takes ten times as long.
  const paths = stdout.split('\n').filter((path) => path !== '' && existsSync(join(projectDir, path)));
  const packing = { cwd: projectDir, input: paths.join('\n'), maxBuffer: 2 ** 30 };
  execFileSync('tar', ['-xf', '-', '-C', folder], {
    input: execFileSync('tar', ['-cf', '-', '-T', '-'], packing),
  });
  await linkPackages(folder);
}

/** Parts of these are read by processes that may open nothing outside the project, so links will not do. */
const READ_IN_SANDBOX = ['@embedpdf', '@expo-google-fonts', 'dejavu-fonts-ttf'];

/** Installed packages are linked; the project's own workspaces are those of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(projectDir, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@paraph'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name === '@paraph' || name.startsWith('.')) continue;
    if (READ_IN_SANDBOX.includes(name)) await cp(join(from, name), join(to, name), { recursive: true });
    else await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, '@paraph'))) {
    await symlink(await readlink(join(from, '@paraph', name)), join(to, '@paraph', name));
  }
}
