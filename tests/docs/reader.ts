import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileOf, packagesDir, packIfStale } from '../../tools/pack.mjs';
import { findProgram } from '../../tools/programs.mjs';
import { openSdkInstance } from '../sdk/sdk-instance.ts';
import { findFreePort } from '../support/free-port.ts';
import { openHttpServer } from '../support/http-server.ts';
import { until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const SCOPES =
  'profile:read workspaces:write workflows:write workflows:sign-embedded seals:write templates:write organization:write webhooks:write';

export type Reader = Awaited<ReturnType<typeof openReader>>;

/**
 * A reader who follows the guides: a folder with a contract and the SDK in it, a key to a real instance, and people
 * who do in their browsers what the page says they do.
 */
export async function openReader() {
  const instance = await openSdkInstance({ port: await findFreePort() });
  const folder = await mkdtemp(join(tmpdir(), 'paraph-guides-'));
  await writeFile(join(folder, 'contract.pdf'), lease);
  // As the quick start says; npm makes a package whose files are no modules unless their names say so.
  await promisify(execFile)('npm', ['init', '-y'], { cwd: folder });
  const sdkDir = join(folder, 'node_modules/@paraph/sdk');
  await Promise.all([mkdir(sdkDir, { recursive: true }), packIfStale()]);
  const packed = join(packagesDir, fileOf('sdk'));
  await promisify(execFile)('tar', ['xzf', packed, '-C', sdkDir, '--strip-components=1']);
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const made = await sender.call({
    method: 'POST',
    url: '/api/v1/api-keys',
    payload: { name: 'Guides', scopes: SCOPES.split(' ') },
  });
  const sign = async (email: string) => {
    await instance.runJobs();
    await (await followInvitation(instance, email)).sign();
    await instance.runJobs();
    return '';
  };
  const others = await openOthers({
    sign,
    approve: async (email) => {
      await instance.runJobs();
      const link = await followInvitation(instance, email);
      await link.call('POST', '/open', {});
      await link.approve();
      await instance.runJobs();
      return '';
    },
    work: async () => {
      await instance.runJobs();
      return '';
    },
    allow: async (url) => (await instance.allow(url)).get('code') ?? '',
  });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    PYTHONPATH: '/usr/lib/python3/dist-packages',
    PYTHONUNBUFFERED: '1',
    PARAPH_URL: instance.baseUrl,
    PARAPH_API_KEY: made.json().key as string,
    CLIENT_ID: instance.oauthApp.clientId,
    CLIENT_SECRET: instance.oauthApp.clientSecret,
    REDIRECT_URI: 'https://app.example.com/callback',
  };
  return {
    instance,
    folder,
    settings: { PARAPH_URL: env.PARAPH_URL, PARAPH_API_KEY: env.PARAPH_API_KEY },
    /** Runs a page's shell; answers what it printed, in lines. */
    follow: async (script: string, more: Record<string, string> = {}): Promise<string[]> => {
      const whole = `set -euo pipefail\n${ACT}\n${script}`;
      const options = { cwd: folder, env: { ...env, OTHERS: others.origin, ...more } };
      const { stdout } = await promisify(execFile)('bash', ['-c', whole], options).catch((error) => {
        throw new Error(`The page's commands failed: ${error.stdout}${error.stderr}`);
      });
      return stdout.trim().split('\n');
    },
    /** Runs a program of a page to its end; when it has sent, both people sign. */
    runProgram: async (program: string, file: { name: string; text: string }): Promise<void> => {
      await writeFile(join(folder, file.name), file.text);
      const child = spawn(findProgram(program) ?? program, [file.name], { cwd: folder, env });
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      await until(`${program} to send`, () => /Sent: \d{8}/.test(said) || child.exitCode !== null);
      if (child.exitCode === null) for (const name of ['ada', 'bob']) await sign(`${name}@example.com`);
      if ((await ended) !== 0) throw new Error(`${program} failed: ${said}`);
    },
    close: async () => {
      await others.close();
      await instance.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ACT = 'act() { curl -sS --fail-with-body -G "$OTHERS/$1" --data-urlencode "with=$2"; }';

/** What other people do, for the shell to ask of them. */
async function openOthers(acts: Record<string, (what: string) => Promise<string>>) {
  return openHttpServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://any.invalid');
    response.end((await acts[pathname.slice(1)]?.(searchParams.get('with') ?? '')) ?? '');
  });
}
