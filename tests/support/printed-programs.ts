import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { programEnvironment, requireProgram } from '../../tools/programs.mjs';
import { findFreePort } from './free-port.ts';
import { endOf, saidBy, until } from './processes.ts';
import { folderForThisTest, forThisTest } from './scratch.ts';
import { makeSelfSigned } from './self-signed.ts';

// Programs of others, run for a test with what our pages print for them.

/** What a page prints, with what is of this machine in place of what it stands for; each of them has to be printed. */
export function fillIn(printed: string, fill: Readonly<Record<string, string>>): string {
  let text = printed;
  for (const [there, here] of Object.entries(fill)) {
    if (!text.includes(there)) throw new Error(`The page does not print ${there}: ${printed}`);
    text = text.replaceAll(there, here);
  }
  return text;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RunningProxy {
  /** Asks it by TLS for a host, which its certificate has to name. */
  ask(host: string, path: string, how?: Asking): Promise<Answer>;
  /** Whether it asks for the body of a form of so many bytes, or refuses it by itself. */
  isLetThrough(host: string, bytes: number): Promise<boolean>;
}

interface Asking {
  method?: string;
  headers?: IncomingHttpHeaders;
  body?: Uint8Array;
  /** The address of the client, where this machine has several. */
  from?: string;
}

/** An address of this machine that is not the one where servers listen. */
export const CLIENT = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

/** Starts a program and waits until it listens; it ends with the test. */
export async function startProgram(
  name: string,
  args: readonly string[],
  { port, ...options }: { port: number; env?: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Promise<{ said(): string }> {
  const env = { ...programEnvironment(name), ...options.env };
  const child = spawn(requireProgram(name), args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = saidBy(child.stdout, child.stderr);
  let isOver = false;
  child.on('close', () => {
    isOver = true;
  });
  await forThisTest({ close: () => endOf(child) });
  await until(`${name} to listen`, async () => {
    if (isOver) throw new Error(`${name} ended: ${said()}`);
    return isListening(port);
  });
  return { said };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** nginx with what a page prints for its folder `conf.d`, and a certificate for a host. */
export async function startNginx(
  host: string,
  printed: string,
  fill: Readonly<Record<string, string>>,
): Promise<RunningProxy> {
  const folder = await folderForThisTest();
  const port = await findFreePort();
  const { key, cert } = makeSelfSigned({ host, hasAddress: false });
  const file = (name: string) => join(folder, name);
  await writeFile(file('cert.pem'), cert);
  await writeFile(file('key.pem'), key, { mode: 0o600 });
  const text = fillIn(printed, {
    ...fill,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    [`server_name ${host};`]: `server_name ${host};`,
    [`/etc/letsencrypt/live/${host}/fullchain.pem`]: file('cert.pem'),
    [`/etc/letsencrypt/live/${host}/privkey.pem`]: file('key.pem'),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${file(name)};\n`,
  );
  // What a package of a distribution has around it.
  const whole = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${file('nginx.pid')};
events { }
http {
  access_log off;
${temporary.join('')}
${text}
}
`;
  await writeFile(file('nginx.conf'), whole);
  await startProgram('nginx', ['-p', folder, '-e', 'stderr', '-c', file('nginx.conf')], { port });
  return proxyAt(port, cert);
}

/** Caddy with the Caddyfile that a page prints; it makes certificates by an authority of its own. */
export async function startCaddy(
  printed: string,
  fill: Readonly<Record<string, string>>,
): Promise<RunningProxy> {
  const folder = await folderForThisTest();
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const options = `admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${plainPort}
	https_port ${port}
`;
  const filled = fillIn(printed, fill);
  const text = filled.startsWith('{\n')
    ? filled.replace('{\n', `{\n\t${options}`)
    : `{\n\t${options}}\n${filled}`;
  const file = join(folder, 'Caddyfile');
  await writeFile(file, text);
  await mkdir(join(folder, 'home'));
  const env = { HOME: join(folder, 'home'), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await startProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { port, env });
  const root = await readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  return proxyAt(port, root);
}

function proxyAt(port: number, ca: string): RunningProxy {
  return {
    ask: (host, path, { method = 'GET', headers = {}, body, from = CLIENT } = {}) =>
      new Promise((resolve, reject) => {
        const asked = request(
          {
            ...{ host: '127.0.0.1', port, path, method, ca, servername: host, localAddress: from },
            headers: { ...headers, host, ...(body ? { 'content-length': body.byteLength } : {}) },
            agent: false,
          },
          async (answer) => {
            const bytes = Buffer.concat(await answer.toArray());
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes });
          },
        );
        asked.on('error', reject).end(body);
      }),
    isLetThrough: (host, bytes) =>
      new Promise((resolve, reject) => {
        const headers = { host, 'content-length': bytes, expect: '100-continue' };
        const asked = request({
          ...{ host: '127.0.0.1', port, path: '/api/v1/quick/envelopes', method: 'POST' },
          ...{ ca, servername: host, headers, agent: false },
        });
        const settle = (isIt: boolean) => {
          resolve(isIt);
          asked.destroy();
        };
        asked.on('continue', () => settle(true)).on('response', () => settle(false));
        asked.on('error', reject).flushHeaders();
      }),
  };
}
