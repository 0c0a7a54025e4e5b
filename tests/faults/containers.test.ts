import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, readFile, rename, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/config/config.ts';
import { buildIfStale, buildServerIfStale } from '../../tools/build.mjs';
import { mainFile, nodeFlags, projectDir } from '../../tools/runtime.mjs';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { findFreePort } from '../support/free-port.ts';
import { openTestStore } from '../support/object-store.ts';
import { startTalker, type Talker, until } from '../support/processes.ts';
import { folderForThisTest, forThisTest } from '../support/scratch.ts';
import { isReady } from '../support/server-process.ts';

// What Docker does with the Dockerfile and with the compose files, without Docker.

interface Service {
  build?: string;
  command: string[];
  environment: Record<string, string>;
  env_file?: { path: string }[];
  secrets: string[];
  networks?: { default: { ipv4_address: string } };
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}
interface ComposeFile {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

async function readCompose(name: string): Promise<ComposeFile> {
  return parse(await readFile(join(projectDir, name), 'utf8'), { merge: true });
}

type Settings = Readonly<Record<string, string>>;

/** What a container has in its environment where `.env` says this: the file as a whole, and over it what compose sets. */
function environmentOf(
  { env_file: files = [], environment }: Service,
  dotEnv: Settings,
): Record<string, string> {
  const isHandedOver = files.some(({ path }) => path === '.env');
  const set = Object.entries(environment).map(([name, text]) => [name, interpolate(text, dotEnv)]);
  return { ...(isHandedOver ? dotEnv : {}), ...Object.fromEntries(set) };
}

function interpolate(text: string | number, dotEnv: Settings): string {
  return String(text).replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind = '', words = '') => {
      if (dotEnv[name]) return dotEnv[name];
      if (kind === '?') throw new Error(`${name} is not in .env: ${words}`);
      return words;
    },
  );
}

/** The lines that make what an image holds: those of its last stage. */
async function readLastStage(): Promise<string> {
  const text = await readFile(join(projectDir, 'Dockerfile'), 'utf8');
  return text.slice(text.lastIndexOf('\nFROM '));
}

/** What the last stage of the Dockerfile copies, in a folder. */
async function assembleImage(): Promise<string> {
  const folder = await folderForThisTest();
  const lastStage = await readLastStage();
  for (const [, words = ''] of lastStage.matchAll(/^COPY (.+)$/gm)) {
    const paths = words.split(' ').filter((each) => !each.startsWith('--from='));
    const target = paths.pop() ?? '';
    for (const path of paths) {
      const to = /\/$/.test(target) ? join(target, basename(path)) : target;
      await cp(join(projectDir, path.replace(/^\/paraph\//, '')), join(folder, to), { recursive: true });
    }
  }
  return folder;
}

/** The names of the packages that the last stage installs into such a folder. */
async function listInstalled(folder: string): Promise<string[]> {
  const [, install = 'false'] = /^RUN (npm ci[^&\n]*)/m.exec(await readLastStage()) ?? [];
  const said = execFileSync('sh', ['-c', `${install} --dry-run --offline`], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...said.matchAll(/^add (\S+)/gm)].map(([, name = '']) => name);
}

test.each(['compose.yaml', 'compose.scale.yaml'])(
  'the containers of %s can write their data alone, have limits, and wait until others are well',
  async (name) => {
    const { services } = await readCompose(name);
    const ours = Object.values(services).filter(({ build }) => build !== undefined);
    expect(ours.length).toBeGreaterThan(0);
    for (const service of ours)
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        mem_limit: expect.stringMatching(/:-\d+g\}$/),
        pids_limit: expect.any(Number),
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    const waited = Object.values(services).flatMap(({ depends_on: needed = {} }) =>
      Object.entries(needed).flatMap(([other, { condition }]) =>
        condition === 'service_healthy' ? [other] : [],
      ),
    );
    for (const other of waited) {
      // The image brings a health check of its own.
      const { build, healthcheck } = services[other] ?? {};
      expect(build ?? healthcheck, other).toBeDefined();
    }
  },
);

test('compose.yaml hands over all of .env but what is of the container, and believes its own proxy alone', async () => {
  const { services } = await readCompose('compose.yaml');
  const { paraph, proxy } = services;
  if (!paraph || !proxy) throw new Error('compose.yaml names its services otherwise');
  const own = { PARAPH_HOST: '192.0.2.1', PARAPH_PORT: '81', PARAPH_DATA_DIR: '/elsewhere' };
  const example = await readFile(join(projectDir, '.env.example'), 'utf8');
  const names = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, setting = '']) => setting);
  expect(names.length).toBeGreaterThan(50);
  const others = Object.fromEntries(names.map((setting) => [setting, `value of ${setting}`]));
  const env = environmentOf(paraph, { ...others, ...own });
  const changed = names.filter((setting) => env[setting] !== others[setting]);
  expect(changed.toSorted()).toEqual(Object.keys(own).toSorted());
  // The two lines of the guide.
  const tls = readConfig(environmentOf(paraph, { PARAPH_BASE_URL: 'https://sign.example.com' }));
  expect(tls).toMatchObject({
    baseUrl: 'https://sign.example.com',
    trustedProxies: [proxy.networks?.default.ipv4_address],
  });
  expect(environmentOf(proxy, { PARAPH_BASE_URL: tls.baseUrl })).toEqual({ PARAPH_BASE_URL: tls.baseUrl });
  expect(proxy.depends_on).toEqual({ paraph: { condition: 'service_healthy' } });
});

/** A folder in which the commands of the guide were run. */
async function followGuide(): Promise<string> {
  const folder = await folderForThisTest();
  const guide = await readFile(join(projectDir, 'docs/operations/several-machines.md'), 'utf8');
  const [, commands = ''] = /## An example[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  // The usual mask of a person's shell; that of the tests may be stricter.
  execFileSync('sh', ['-euc', `umask 022\n${commands}`], { cwd: folder, stdio: 'pipe' });
  return folder;
}

const MOUNT = `
  scale=$1; shift
  mount -t tmpfs tmpfs /run && mkdir /run/secrets
  while [ "$1" != -- ]; do cp -p "$scale/$2" "/run/secrets/$1"; shift 2; done
  shift
  exec "$@"`;

const READ_ONLY = `
  mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
  cd "$1"; shift
  exec "$@"`;

/** How to give one process folders of its own; null where the system allows that to nobody, as in some containers. */
function findUnshare(): string[] | null {
  const ways = [['-m'], ['-Urm']];
  return ways.find((flags) => spawnSync('unshare', [...flags, 'true']).status === 0) ?? null;
}

test('the processes of compose.scale.yaml start with the secrets that the guide makes', async () => {
  await buildServerIfStale();
  const folder = await followGuide();
  const compose = await readCompose('compose.scale.yaml');
  const guide = await readFile(join(projectDir, 'docs/operations/several-machines.md'), 'utf8');
  const dotEnv = {
    PARAPH_HOSTNAME: 'sign.example.com',
    DATABASE_PASSWORD: 'of the database',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PARAPH_MAIL_FROM: 'paraph@example.com',
  };
  const named = /^(`[^\n]+`) are set in `\.env`/m.exec(guide)?.[1] ?? '';
  expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(dotEnv));
  const database = await forThisTest(startExternalPostgres({ versionMajor: '18', isDurable: false }));
  const store = await forThisTest(
    openTestStore((await readFile(join(folder, 'scale/store'), 'utf8')).trim()),
  );
  const port = await findFreePort();
  const start = async (service: Service): Promise<Talker> => {
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      ...environmentOf(service, dotEnv),
      // What other containers and volumes of the file would be.
      DATABASE_URL: database.connectionString,
      PARAPH_S3_URL: store.env.PARAPH_S3_URL,
      PARAPH_S3_REGION: store.env.PARAPH_S3_REGION,
      PARAPH_S3_ACCESS_KEY: store.env.PARAPH_S3_ACCESS_KEY,
      PARAPH_KEYS_DIR: join(folder, 'keys'),
      PARAPH_HOST: '127.0.0.1',
      PARAPH_DATA_DIR: join(folder, service.command.join('-')),
      PARAPH_PORT: String(port),
    };
    const [, , ...verb] = service.command;
    const node = [process.execPath, ...nodeFlags, mainFile, ...verb];
    const secrets = service.secrets.map((name) => [name, compose.secrets[name]?.file ?? '']);
    const unshare = findUnshare();
    if (unshare === null) {
      for (const [name = '', file = ''] of secrets) {
        await chmod(join(folder, file), 0o600);
        for (const key of Object.keys(env))
          env[key] = env[key]?.replace(`/run/secrets/${name}`, join(folder, file));
      }
      return startTalker(node.slice(1), { env });
    }
    const args = [...unshare, 'sh', '-euc', MOUNT, 'sh', folder, ...secrets.flat(), '--', ...node];
    return startTalker(args, { file: 'unshare', env });
  };

  const { serve1, work1 } = compose.services;
  for (const [service, words] of [
    [serve1, 'Stop with Ctrl-C'],
    [work1, 'is doing its jobs'],
  ] as const) {
    if (!service) throw new Error('compose.scale.yaml names its services otherwise');
    // As the guide prints them.
    expect(guide.split('\n')).toContain(`npx paraph ${service.command.slice(2).join(' ')}`);
    const talker = await start(service);
    await forThisTest({ close: () => talker.end() });
    await talker.hear(({ message }) => message?.includes(words) ?? false);
  }
  await until('the server to be ready', () => isReady(`http://127.0.0.1:${port}`));
});

// The longest comes last.
test('what the image holds is a server with its pages, packages and offline verifier', async () => {
  await buildIfStale();
  const folder = await assembleImage();
  const installed = await listInstalled(folder);
  expect(installed).toEqual(expect.arrayContaining(['fastify', 'pg', 'aws4fetch', '@embedpdf/pdfium']));
  for (const name of ['vitest', 'vite', 'react', '@biomejs/biome', 'rolldown', 'playwright-core'])
    expect(installed).not.toContain(name);
  const bill = await readFile(join(folder, 'dist/packages/paraph-sbom.cdx.json'), 'utf8');
  expect(JSON.parse(bill)).toMatchObject({ bomFormat: 'CycloneDX' });
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
  const dataDir = await folderForThisTest();
  await chmod(dataDir, 0o711);
  const port = await findFreePort();
  const env = {
    PATH: process.env.PATH,
    PARAPH_PORT: String(port),
    PARAPH_DATA_DIR: dataDir,
    PARAPH_LOG_LEVEL: 'warn',
  };
  const serve = [join(folder, 'tools/paraph.mjs'), 'serve'];
  const unshare = findUnshare();
  const server = unshare
    ? startTalker([...unshare, 'sh', '-euc', READ_ONLY, 'sh', folder, process.execPath, ...serve], {
        file: 'unshare',
        cwd: folder,
        env,
      })
    : startTalker(serve, { cwd: folder, env });
  await forThisTest({ close: () => server.end() });
  await server.hear(({ message }) => message?.includes('Stop with Ctrl-C') ?? false);
  const pages = join(folder, 'web/dist');
  await rename(pages, `${pages}.later`);
  const early = await fetch(`http://127.0.0.1:${port}/sign-in`);
  expect([early.status, early.headers.get('refresh'), await early.text()]).toEqual([
    503,
    '1',
    expect.stringContaining('getting ready'),
  ]);
  await rename(`${pages}.later`, pages);
  for (const path of [
    '/readyz',
    '/sign-in',
    '/packages/paraph-sdk.tgz',
    '/packages/paraph-python.tar.gz',
    '/packages/paraph.postman_collection.json',
    '/paraph-verify.html',
    '/openapi.json',
  ]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.body?.cancel();
  }
  const [, check = '[]'] = /^HEALTHCHECK [^\n]*\\\n\s*CMD (\[.+\])$/m.exec(await readLastStage()) ?? [];
  const isHealthy = (at: number) => {
    const [, ...args] = (JSON.parse(check) as string[]).map((each) => each.replace(':3000', `:${at}`));
    return spawnSync(process.execPath, args).status === 0;
  };
  expect([isHealthy(port), isHealthy(await findFreePort())]).toEqual([true, false]);
});
