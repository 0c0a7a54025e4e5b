import { execFile, execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRunning, startTalker, type Talker, until } from '../support/processes.ts';
import { folderForThisFile, folderForThisTest } from '../support/scratch.ts';
import { withoutOwnSettings } from '../support/server-process.ts';

const PASSWORD = 'a whole sentence of a password';
const paraph = fileURLToPath(new URL('../../tools/paraph.mjs', import.meta.url));

let talkers: Talker[] = [];
/** Holds the data of a server that has started once and ended in order: each test goes on from a copy. */
const madeDir = await folderForThisFile();
let rootDir = madeDir;
await chmod(rootDir, 0o711);
const maker = await serve();
const made = await interrupt(maker);

beforeEach(async () => {
  rootDir = await folderForThisTest();
  await chmod(rootDir, 0o711);
  talkers = [];
  // With owners and modes, which Node's own copy leaves out.
  execFileSync('cp', ['-a', join(madeDir, 'data'), join(rootDir, 'data')]);
});

afterEach(async () => {
  // Ending in order is a test's matter; whatever happened there, nothing is left running.
  await Promise.all(talkers.map((talker) => talker.end('SIGKILL')));
  const pid = await postgresPid().catch(() => 0);
  await until('PostgreSQL to have ended', () => pid === 0 || !isRunning(pid));
});

function environment(): NodeJS.ProcessEnv {
  return { ...withoutOwnSettings(process.env), PARAPH_PORT: '0', PARAPH_LOG_LEVEL: 'warn' };
}

interface Server extends Talker {
  port: number;
  /** The status of the answer; nothing when there is none. */
  ask(path: string): Promise<number | undefined>;
}

/** In a folder of its own, whose `data` it uses or makes: the default is relative to the working directory. */
async function serve(): Promise<Server> {
  const talker = startTalker([paraph, 'serve'], { cwd: rootDir, env: environment() });
  talkers.push(talker);
  const isPort = /Listening on port (\d+)/;
  const line = await talker.hear(({ message }) => isPort.test(message ?? ''));
  const port = Number(isPort.exec(line.message ?? '')?.[1]);
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      () => undefined,
    );
  await until('the server to be ready', async () => (await ask('/readyz')) === 200);
  return { ...talker, port, ask };
}

/** By the command, beside a server or without one. */
async function createUser(email: string): Promise<void> {
  const args = ['create-user', '--email', email, '--name', 'Ada Lovelace', '--password-stdin'];
  const running = promisify(execFile)(process.execPath, [paraph, ...args], {
    ...{ cwd: rootDir, env: environment() },
  });
  running.child.stdin?.end(`${PASSWORD}\n`);
  await running;
}

async function postgresPid(): Promise<number> {
  const text = await readFile(join(rootDir, 'data', 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** As npm does, on one Ctrl-C. */
async function interrupt(server: Server) {
  const pid = await postgresPid();
  const exited = new Promise((resolve) => server.child.once('exit', (code) => resolve(code)));
  server.child.kill('SIGINT');
  await server.hear(({ message }) => message === 'Stopping …');
  server.child.kill('SIGINT');
  return { code: await exited, postgresPid: pid };
}

async function signIn({ port }: Server, email: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('the server', () => {
  it('serves the same accounts after kill -9 of itself, of PostgreSQL and of both, without what it was receiving', async () => {
    const first = await serve();
    await createUser('ada@example.com');
    const part = '--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.7';
    const head = 'POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n';
    const socket = connect(first.port, '127.0.0.1').on('error', () => {});
    socket.write(`${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n${part}`);
    const uploads = async () => {
      const names = await readdir(join(rootDir, 'data'), { recursive: true });
      return names.filter((name) => /\/upload-[^/]+$/.test(name));
    };
    await until('the upload to be on disk', async () => (await uploads()).length === 1);
    await first.end('SIGKILL');
    expect(await uploads()).toHaveLength(1);
    const second = await serve();
    expect(await uploads()).toEqual([]);
    expect(await signIn(second, 'ada@example.com')).toBe(200);

    process.kill(await postgresPid(), 'SIGKILL');
    await second.end('SIGKILL');
    const server = await serve();
    expect(await signIn(server, 'ada@example.com')).toBe(200);

    // It lives on, and says meanwhile that it is not ready.
    process.kill(await postgresPid(), 'SIGKILL');
    await server.hear(({ msg }) => String(msg).includes('broke'));
    // A backend may answer once more before it notices what happened, so that 200 is heard twice.
    const answers: (number | undefined)[] = [];
    await until('the server to be ready again', async () => {
      answers.push(await server.ask('/readyz'));
      expect(await server.ask('/livez')).toBe(200);
      if (answers.at(-1) !== 200) return false;
      answers.push(await signIn(server, 'ada@example.com'));
      return answers.at(-1) === 200;
    });
    expect(answers.every((status) => status === 200 || status === 503)).toBe(true);
    expect(isRunning(server.pid)).toBe(true);
    server.child.kill('SIGTERM');
    await until('the server to end in order all the same', () => server.child.exitCode === 0);
  }, 240_000);

  it('ends in order on one Ctrl-C, which npm makes arrive twice', async () => {
    expect(made.code).toBe(0);
    expect(isRunning(made.postgresPid)).toBe(false);
    const log = await readFile(join(madeDir, 'data', 'postgres', 'postgres.log'), 'utf8');
    expect(log.trimEnd()).toMatch(/database system is shut down$/);
    expect(log).not.toContain('terminating connection');
  });

  it('tells a mistaken setting and ends with 1, and a mistaken verb with 2', async () => {
    const run = (args: string[], env: NodeJS.ProcessEnv) =>
      promisify(execFile)(process.execPath, [paraph, ...args], {
        cwd: rootDir,
        env: { ...environment(), ...env },
      }).catch((error: { code: number; stdout: string; stderr: string }) => error);
    expect(await run(['serve'], { PARAPH_SIGN_UP: 'perhaps' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PARAPH_SIGN_UP'),
    });
    expect(await run(['sreve'], {})).toMatchObject({ code: 2, stderr: expect.stringContaining('serve') });
    // What `.env` of the folder says counts, unless the environment says otherwise.
    await writeFile(join(rootDir, '.env'), 'PARAPH_SIGN_UP=never # by nobody\nPARAPH_COUNTRY=Elsewhere\n');
    const { stdout } = await run(['doctor', '--json'], { PARAPH_COUNTRY: '' });
    expect(stdout).toContain('PARAPH_SIGN_UP is \\"never\\"');
    expect(stdout).not.toContain('PARAPH_COUNTRY');
  });
});
