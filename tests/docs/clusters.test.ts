import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/src/config/config.ts';
import { projectDir } from '../../tools/runtime.mjs';
import { folderForThisTest, openInstanceCase } from '../support/instance-case.ts';
import { problemsOf } from '../support/operator-case.ts';
import { printedBlocks, requireBlocks, requireCommand } from './printed.ts';

// What pages print for Docker and Kubernetes. A daemon of containers and a cluster are on no machine of the tests: a
// shell runs the lines as they are printed, with a function in the place of either program, and what that is given is
// held to what it would find.

const DEPLOYING = 'docs/operations/deploying.md';
const CONTAINERS = 'docs/operations/containers.md';
const OPERATIONS = 'docs/operations/README.md';

const read = (path: string) => readFile(join(projectDir, path), 'utf8');
const { instance } = await openInstanceCase();

/** What `docker` and `kubectl` are given by the lines of a page, word by word, as the shell hands it to them. */
function wordsOf(page: string): string[][] {
  const lines = printedBlocks
    .filter((block) => block.page === page && block.language === 'sh')
    .filter(({ text }) => /^(docker|kubectl) /m.test(text))
    .map(({ text }) => text);
  const double = `
    record() { printf '%s\\0' "$@" >&3; printf '\\n' >&3; }
    docker() { record docker "$@"; [ "$1 $2" != 'image inspect' ] || echo "node@sha256:${'0'.repeat(64)}"; }
    kubectl() { record kubectl "$@"; }
    exec 3>&1 1>&2
    ${lines.join('\n')}`;
  const said = execFileSync('bash', ['-euc', double], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return said
    .split('\0\n')
    .filter((each) => each !== '')
    .map((each) => each.split('\0'));
}

/** Of each command that is printed the options that it has (`=`: with a value), and how many further words it takes. */
const KNOWN: Readonly<
  Record<string, { options: readonly string[]; words: readonly [min: number, max: number] }>
> = {
  'docker compose up': { options: ['--build'], words: [0, 0] },
  'docker compose build': { options: ['--build-arg='], words: [0, 0] },
  'docker pull': { options: [], words: [1, 1] },
  'docker image inspect': { options: ['--format='], words: [1, 1] },
  'kubectl create secret generic': { options: ['--from-literal='], words: [1, 1] },
  'kubectl apply': { options: ['-f='], words: [0, 0] },
  'kubectl logs': { options: [], words: [1, 1] },
  'kubectl exec': { options: [], words: [1, 1] },
};

interface Given {
  command: string;
  options: (readonly [name: string, value: string])[];
  words: string[];
  /** What a container is to run, after `--`. */
  runs: string[];
}

function readWords(all: readonly string[]): Given {
  const end = all.indexOf('--');
  const [own, runs] = end < 0 ? [all, []] : [all.slice(0, end), all.slice(end + 1)];
  const line = own.join(' ');
  const command = Object.keys(KNOWN).find((each) => `${line} `.startsWith(`${each} `));
  const { options: known = [], words: [min, max] = [0, 0] } = KNOWN[command ?? ''] ?? {};
  if (command === undefined) throw new Error(`Nobody knows ${line}.`);
  const given: Given = { ...{ command, runs: [...runs] }, options: [], words: [] };
  const rest = own.slice(command.split(' ').length);
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      given.words.push(word);
      continue;
    }
    const [name = '', value] = word.split(/=(.*)/s);
    const takesValue = known.includes(`${name}=`);
    if (!takesValue && !known.includes(word)) throw new Error(`${command} has no ${word}.`);
    given.options.push([name, takesValue ? (value ?? rest.shift() ?? '') : '']);
  }
  if (given.words.length < min || given.words.length > max) throw new Error(`${line} has other words.`);
  return given;
}

type Node = Record<string, unknown>;

/** The documents of a file, of which no key is there twice, and each is one that is known where it stands. */
async function readStrictly(text: string, known: readonly RegExp[]): Promise<Node[]> {
  const documents = parseAllDocuments(text, { strict: true, uniqueKeys: true, merge: true });
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  const values = documents.map((document) => document.toJS() as Node);
  const unknown = values
    .flatMap((value) => pathsOf(value))
    .filter((path) => !known.some((each) => each.test(path)));
  expect([...new Set(unknown)]).toEqual([]);
  return values;
}

/** Paths of all that has a name; places in lists have none. */
function pathsOf(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, above));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => [
    `${above}/${name}`,
    ...pathsOf(below, `${above}/${name}`),
  ]);
}

const LABELS = '(/(app|role))?';
const POD = '/spec/template/spec';
const IN_POD = '/(containers|volumes|securityContext|topologySpreadConstraints)';
const KUBERNETES = [
  '/(apiVersion|kind|metadata|spec|data)',
  '/data/[A-Z0-9_]+',
  `/metadata/(name|annotations(/nginx\\.ingress\\.kubernetes\\.io/proxy-body-size)?|labels${LABELS})`,
  '/spec/(accessModes|resources(/requests(/storage)?)?|replicas|minAvailable|template|tls(/(hosts|secretName))?)',
  `/spec/selector(${LABELS}|/matchLabels${LABELS})`,
  '/spec/strategy(/rollingUpdate(/(maxUnavailable|maxSurge))?)?',
  `/spec/template/(metadata(/labels${LABELS})?|spec)`,
  `${POD}/(terminationGracePeriodSeconds|automountServiceAccountToken|enableServiceLinks)`,
  `${POD}${IN_POD}`,
  `${POD}/securityContext/(runAsNonRoot|runAsUser|runAsGroup|fsGroup|fsGroupChangePolicy|seccompProfile(/type)?)`,
  `${POD}/topologySpreadConstraints/(maxSkew|topologyKey|whenUnsatisfiable|labelSelector(/matchLabels${LABELS})?)`,
  `${POD}/volumes/(name|persistentVolumeClaim(/claimName)?|emptyDir(/sizeLimit)?)`,
  `${POD}/volumes/secret(/(secretName|items(/(key|path))?))?`,
  `${POD}/containers/(name|image|command|envFrom(/configMapRef(/name)?)?|ports(/(name|containerPort))?)`,
  `${POD}/containers/env(/(name|valueFrom(/secretKeyRef(/(name|key))?)?))?`,
  `${POD}/containers/(startup|readiness|liveness)Probe(/(periodSeconds|timeoutSeconds|failureThreshold|httpGet(/(path|port))?))?`,
  `${POD}/containers/lifecycle(/preStop(/exec(/command)?)?)?`,
  `${POD}/containers/resources(/(requests|limits)(/(cpu|memory))?)?`,
  `${POD}/containers/securityContext(/(readOnlyRootFilesystem|allowPrivilegeEscalation|capabilities(/drop)?))?`,
  `${POD}/containers/volumeMounts(/(name|mountPath|readOnly))?`,
  '/spec/ports(/(name|port|targetPort))?',
  '/spec/rules(/(host|http(/paths(/(path|pathType|backend(/service(/(name|port(/name)?))?)?))?)?))?',
].map((each) => new RegExp(`^${each}$`));

const API_VERSIONS: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  PersistentVolumeClaim: 'v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
  Ingress: 'networking.k8s.io/v1',
};

interface Container {
  image: string;
  command: string[];
  env: { name: string; valueFrom: { secretKeyRef: { key: string } } }[];
  securityContext: object;
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
  lifecycle?: { preStop: { exec: { command: string[] } } };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    selector?: Record<string, string>;
    minAvailable?: number;
    ports?: { name: string; port: number; targetPort: string }[];
    rules?: { host: string; http: { paths: { backend: { service: object } }[] } }[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
        containers: [Container];
      };
    };
  };
}

/** Two of each, of which one may be missing, with limits. */
function expectLimits(all: readonly Manifest[], { spec }: Manifest): void {
  const { metadata, spec: pod } = spec?.template ?? {};
  const [container] = pod?.containers ?? [];
  expect(spec).toMatchObject({ replicas: 2, selector: { matchLabels: metadata?.labels } });
  expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true } });
  expect(container?.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  });
  expect(container?.volumeMounts.map(({ name }) => name)).toEqual(pod?.volumes.map(({ name }) => name));
  const budget = all.find(
    (each) => each.kind === 'PodDisruptionBudget' && isDeepStrictEqual(each.spec?.selector, spec?.selector),
  );
  expect(budget?.spec?.minAvailable).toBe(1);
}

test('what is printed for Kubernetes is found in its file, and what that names is there, with limits', async () => {
  const text = await read('docs/operations/kubernetes.yaml');
  const all = (await readStrictly(text, KUBERNETES)) as unknown as Manifest[];
  for (const { kind, apiVersion } of all) expect([kind, apiVersion]).toEqual([kind, API_VERSIONS[kind]]);
  const find = (kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === name) ??
    expect.fail(`There is no ${kind} ${name}.`);

  const given = wordsOf(DEPLOYING).map(readWords);
  const secrets = new Map<string, string>();
  for (const { command, options, words, runs } of given) {
    if (command.endsWith('generic'))
      for (const [, text] of options) secrets.set(text.split('=')[0] ?? '', text.split(/=(.*)/s)[1] ?? '');
    if (command.endsWith('apply'))
      for (const [, path] of options) expect(existsSync(join(projectDir, path))).toBe(true);
    if (/logs|exec/.test(command)) find('Deployment', words[0]?.replace(/^deployment\//, '') ?? '');
    if (runs.length > 0) requireCommand(runs);
  }
  expect(given.map(({ command }) => command.split(' ')[1])).toEqual(['create', 'apply', 'logs', 'exec']);
  const secretName = given[0]?.words[0];
  const used = [...text.matchAll(/\bkey: ([\w-]+)/g)].map(([, key]) => key);
  expect(new Set(used)).toEqual(new Set(secrets.keys()));

  const dockerfile = await read('Dockerfile');
  const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
  const settings = find('ConfigMap', 'paraph').data ?? {};
  expect(settings.PARAPH_PORT).toBe(String(port));
  const folder = await folderForThisTest();
  const env: Record<string, string> = { ...settings };
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const compose = parse(await read('compose.scale.yaml'), { merge: true });
  for (const [name, service] of [
    ['paraph-serve', 'serve1'],
    ['paraph-work', 'work1'],
  ] as const) {
    expectLimits(all, find('Deployment', name));
    const {
      volumes,
      containers,
      terminationGracePeriodSeconds: seconds,
    } = find('Deployment', name).spec?.template?.spec ?? expect.fail(`${name} has no pod.`);
    const [container] = containers;
    requireCommand(container.command);
    expect(container.command).toEqual(compose.services[service].command);
    expect(container.env.map((each) => each.name)).toEqual(['DATABASE_URL', 'SMTP_URL']);
    for (const each of container.env) env[each.name] = secrets.get(each.valueFrom.secretKeyRef.key) ?? '';
    expect(container.image).toBe(`registry.example.com/paraph:${version}`);
    expect(dockerfile).toMatch(/^COPY tools\/paraph\.mjs .*tools\/$/m);
    const at = (volume: string) =>
      container.volumeMounts.find((each) => each.name === volume)?.mountPath ?? '';
    expect([at('keys'), at('data')]).toEqual([settings.PARAPH_KEYS_DIR, settings.PARAPH_DATA_DIR]);
    const paused = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
    expect([paused < seconds, seconds]).toEqual([true, 30]);
    // Each file of a secret that a setting names, with what the page makes of it.
    const secret = volumes.find((each) => each.secret)?.secret;
    expect(secret?.secretName).toBe(secretName);
    for (const { key, path } of secret?.items ?? []) {
      const names = Object.entries(settings).filter(([, value]) => value === `${at('secrets')}/${path}`);
      expect(names).toHaveLength(1);
      await writeFile(join(folder, path), secrets.get(key) ?? '', { mode: 0o600 });
      env[names[0]?.[0] ?? ''] = join(folder, path);
    }
    for (const [kind, probe] of Object.entries(container).filter(([each]) => each.endsWith('Probe'))) {
      const { path, port: portName } = (probe as Container['anyProbe'])?.httpGet ?? { path: '', port: '' };
      expect(
        (await instance.inject({ url: path, headers: { host: '10.42.0.7:3000' } })).statusCode,
        kind,
      ).toBe(200);
      expect(container.ports?.find((each) => each.name === portName)?.containerPort, kind).toBe(port);
    }
  }
  expect(problemsOf(env)).toEqual([]);
  const serving = find('Deployment', 'paraph-serve').spec?.template?.spec.containers[0];
  const probed = (['readinessProbe', 'livenessProbe'] as const).map((each) => serving?.[each]?.httpGet.path);
  expect(probed).toEqual(['/readyz', '/livez']);

  const service = find('Service', 'paraph').spec;
  expect(find('Deployment', 'paraph-serve').spec?.template?.metadata.labels).toEqual(service?.selector);
  const { metadata, spec } = find('Ingress', 'paraph');
  const [rule] = spec?.rules ?? [];
  expect(`https://${rule?.host}`).toBe(settings.PARAPH_BASE_URL);
  expect(rule?.http.paths[0]?.backend.service).toEqual({
    name: 'paraph',
    port: { name: service?.ports?.[0]?.name },
  });
  expect(Object.values(metadata.annotations ?? {})).toEqual(['110m']);
});

test('what is printed for Docker are commands that it has, and the image that is built from', async () => {
  const given = wordsOf(CONTAINERS).map(readWords);
  const said = (command: string) => given.filter((each) => each.command === command);
  expect(given.map(({ command }) => command)).toEqual([
    ...['docker compose up', 'docker pull', 'docker image inspect', 'docker compose build'],
  ]);
  const dockerfile = await read('Dockerfile');
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];
  expect([said('docker pull')[0]?.words, said('docker image inspect')[0]?.words]).toEqual([[base], [base]]);
  // What the third line hands over is what the second one has found.
  expect(said('docker compose build')[0]?.options).toEqual([
    ['--build-arg', `NODE_IMAGE=node@sha256:${'0'.repeat(64)}`],
  ]);
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(stages.filter((image) => image?.slice(1) !== '{NODE_IMAGE}')).toEqual([]);
});

const SERVICE = '/services/(paraph|gotenberg)';
const COMPOSE = [
  '/(services|networks)',
  SERVICE,
  `${SERVICE}/(image|command|networks|mem_limit|cap_drop|security_opt|restart|environment(/PARAPH_CONVERTER_URL)?)`,
  '/networks/converter(/internal)?',
].map((each) => new RegExp(`^${each}$`));

test('the converter beside the service is on a network that it shares with it and that leads nowhere', async () => {
  const [{ text = '' } = {}] = printedBlocks.filter(
    (block) => block.page === OPERATIONS && /gotenberg/.test(block.text),
  );
  const [file] = (await readStrictly(text, COMPOSE)) as unknown as {
    services: Record<
      string,
      { networks: string[]; environment?: Record<string, string>; cap_drop?: string[] }
    >;
    networks: Record<string, { internal: boolean }>;
  }[];
  const { paraph, gotenberg } = file?.services ?? {};
  const { PARAPH_CONVERTER_URL: url = '' } = paraph?.environment ?? {};
  expect(readConfig({ PARAPH_CONVERTER_URL: url }).converter).toMatchObject({ office: { url } });
  expect(new URL(url).hostname).toBe('gotenberg');
  expect(gotenberg).toMatchObject({ networks: ['converter'], cap_drop: ['ALL'] });
  expect(paraph?.networks).toEqual(['default', 'converter']);
  expect(file?.networks).toEqual({ converter: { internal: true } });
  // The service is that of the file which it is added to.
  const [{ services = {} } = {}] = parseAllDocuments(await read('compose.yaml')).map(
    (document) => document.toJS() as { services: object },
  );
  expect(services).toHaveProperty('paraph');
});

test('no page prints something else for them', () => {
  // The other one is of Prometheus: tests/docs/deploying.test.ts.
  requireBlocks('yaml', [OPERATIONS, OPERATIONS]);
});
