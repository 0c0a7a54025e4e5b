import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archiveOf, packArchives } from '../../tools/archives.mjs';
import { findProgram } from '../../tools/programs.mjs';
import { findFreePort } from './free-port.ts';
import { endOf, saidBy, until } from './processes.ts';

/** A user of Nextcloud, as `users.json` of the double has them. */
export interface NextcloudUser {
  name: string;
  email?: string;
  language?: string;
  admin?: boolean;
  lastLogin?: number;
  factors?: Record<string, boolean>;
}

export interface Notice {
  subject: string;
  parsed: string;
  link?: string;
}

/** What a page of Nextcloud answered. */
export interface NextcloudAnswer {
  status: number;
  text: string;
  message?: string;
}

/**
 * The app for Nextcloud as it is packed, run by PHP over a double of Nextcloud's interfaces, which is no server of
 * Nextcloud: its folders are `files/USER` of the folder.
 */
export async function openNextcloud(folder: string, users: Record<string, NextcloudUser>) {
  const data = join(folder, 'nextcloud');
  for (const uid of Object.keys(users)) await mkdir(join(data, 'files', uid), { recursive: true });
  await writeFile(join(data, 'users.json'), JSON.stringify(users));
  await packArchives(join(folder, 'archives'));
  await promisify(execFile)('tar', ['xzf', join(folder, 'archives', archiveOf('nextcloud')), '-C', data]);
  const port = await findFreePort();
  const router = join(import.meta.dirname, 'nextcloud', 'index.php');
  const child = spawn(
    findProgram('php') ?? 'php',
    ['-d', 'display_errors=0', '-d', 'log_errors=1', '-S', `127.0.0.1:${port}`, router],
    { env: { ...process.env, APP: join(data, 'paraph'), DATA: data } },
  );
  const said = saidBy(child.stderr);
  const origin = `http://127.0.0.1:${port}`;
  await until('PHP to listen', () =>
    fetch(`${origin}/double/none`).then(
      () => true,
      () => false,
    ),
  );
  /** A request of a user's browser, with the token of the page unless another one is given. */
  const ask = async (
    uid: string,
    path: string,
    {
      method = 'GET',
      body,
      token = `token of ${uid}`,
    }: { method?: string; body?: object; token?: string } = {},
  ): Promise<NextcloudAnswer> => {
    const headers = { cookie: `nc_user=${uid}`, requesttoken: token, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
    return { status: answer.status, text, ...(isJson ? { message: JSON.parse(text).message } : {}) };
  };
  return {
    origin,
    appDir: join(data, 'paraph'),
    files: (uid: string) => join(data, 'files', uid),
    /** As the double has stored it. */
    stored: (name: 'config.json' | 'rows.json' | 'hooks.jsonl' | 'away') => join(data, name),
    ask,
    notices: async (uid: string): Promise<Notice[]> => JSON.parse((await ask(uid, '/double/notices')).text),
    /** What Paraph has sent to it. */
    hooks: async (): Promise<{ headers: Record<string, string>; body: string }[]> => {
      const text = await readFile(join(data, 'hooks.jsonl'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    /** Warnings of PHP; none is expected. */
    warnings: () =>
      said()
        .split('\n')
        .filter((line) => /PHP (Warning|Fatal|Notice|Deprecated)/.test(line)),
    close: () => endOf(child),
  };
}
