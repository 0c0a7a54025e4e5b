import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOf, installPackage, packIfStale } from '../../tools/pack.mjs';
import { openSdkInstance } from '../sdk/sdk-instance.ts';
import { until } from './processes.ts';
import { lease } from './quick-sender.ts';
import { folderForThisFile, forThisFile } from './scratch.ts';

interface Run {
  code: number | null;
  out: string;
  errors: string;
}

/** The command line, installed from the instance that serves it, where nothing else is, and used from there. */
export async function openInstalledClient() {
  const folder = await folderForThisFile();
  const instance = await forThisFile(openSdkInstance());
  const project = join(folder, 'project');
  await mkdir(project);
  await packIfStale();
  await installPackage(`${instance.baseUrl}/packages/${fileOf('cli')}`, project);
  await writeFile(join(project, 'lease.pdf'), lease);

  /** The program under its own name, with nothing of ours around it but a home. */
  const start = (args: readonly string[], env: Record<string, string> = {}) => {
    const child: ChildProcess = spawn(join(project, 'node_modules/.bin/paraph'), args, {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Run = { code: null, out: '', errors: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said.errors += text;
    });
    const ended = new Promise<Run>((resolve) => {
      child.on('close', (code) => resolve(Object.assign(said, { code })));
    });
    return { child, said, ended };
  };

  const signIn = async (...more: string[]): Promise<Run> => {
    const running = start(['login', '--server', instance.baseUrl, '--no-browser', ...more]);
    await until('the address to be printed', () => /https?:\S+/.test(running.said.errors));
    const url = /https?:\S+authorize\S+/.exec(running.said.errors)?.[0] ?? '';
    const answer = await instance.allow(url);
    await fetch(`${new URL(url).searchParams.get('redirect_uri')}?${answer}`);
    return running.ended;
  };

  const paraph = (...args: string[]) => start(args).ended;
  return { instance, folder, project, start, paraph, signIn };
}
