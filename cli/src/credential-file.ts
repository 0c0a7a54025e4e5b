import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Tokens for one server. */
export interface Credential {
  accessToken: string;
  refreshToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
  email: string;
}

export interface CredentialFile {
  /** Default server: the one of the last sign-in. */
  current: string | null;
  servers: Record<string, Credential>;
}

/** `$XDG_CONFIG_HOME/paraph/credentials.json`, mode 0600. */
function credentialPath(env: NodeJS.ProcessEnv): string {
  const configDir = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return join(configDir, 'paraph', 'credentials.json');
}

export async function readCredentials(env: NodeJS.ProcessEnv): Promise<CredentialFile> {
  const text = await readFile(credentialPath(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const { current = null, servers = {} } = JSON.parse(text) as Partial<CredentialFile>;
  return { current, servers };
}

/** Reads, changes and replaces the file atomically by a rename. */
export async function changeCredentials(
  env: NodeJS.ProcessEnv,
  change: (file: CredentialFile) => void,
): Promise<void> {
  const path = credentialPath(env);
  const file = await readCredentials(env);
  change(file);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}
