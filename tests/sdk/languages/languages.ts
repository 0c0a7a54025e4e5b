import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { archiveOf } from '../../../tools/archives.mjs';
import { findProgram } from '../../../tools/programs.mjs';
import { goName } from '../../../tools/sdk/describe-go.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));

/** How a client is installed and run where nothing else is. */
export interface Language {
  name: string;
  /** The word behind the three ticks of its README. */
  fence: string;
  /** In which file each block of its README lies, in their order. */
  files: readonly string[];
  /** In the first block: the pause between two questions, and one that is shorter. */
  pause: readonly [RegExp, string];
  /** Installs the packed archive into the folder, as its README says. */
  install(project: string, packages: string): Promise<void>;
  /** The command that runs a file of the folder. */
  command(project: string, file: string): { program: string; args: string[]; env: Record<string, string> };
  /** The class of an error by its kind, where its name is another one. */
  kinds: Readonly<Record<string, string>>;
  /** The name of a method. */
  methodOf(operation: string): string;
}

const python: Language = {
  name: 'python',
  fence: 'python',
  files: ['quick.py', 'listed.py', 'failed.py', 'hook.py', 'oauth.py'],
  pause: [/(?<=time\.sleep\()5/, '0.05'],
  install: async (project, packages) => {
    // The packages that it needs are those of the system; nothing is asked of a registry.
    const offline = ['--quiet', '--no-index', '--no-build-isolation', '--no-deps', '--target', project];
    const args = ['-m', 'pip', 'install', ...offline, join(packages, archiveOf('python'))];
    await run('/usr/bin/python3', args, { env: { ...process.env, PIP_ROOT_USER_ACTION: 'ignore' } });
    await cp(join(here, 'exercise.py'), join(project, 'exercise.py'));
  },
  command: (project, file) => ({
    program: '/usr/bin/python3',
    args: [file],
    env: { PYTHONPATH: project, PYTHONDONTWRITEBYTECODE: '1' },
  }),
  kinds: { PermissionError: 'PermissionDenied', ConnectionError: 'ConnectionFailed' },
  methodOf: (operation) =>
    operation
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
      .toLowerCase(),
};

const kindsOfPhp = ['Validation', 'Permission', 'RateLimit', 'Connection', 'NotFound', 'Server', 'Conflict'];

const php: Language = {
  name: 'php',
  fence: 'php',
  files: ['quick.php', 'listed.php', 'failed.php', 'hook.php', 'oauth.php'],
  pause: [/(?<= sleep\()5/, '0'],
  install: async (project, packages) => {
    // As the page says; what it needs of a registry is that of the system.
    const needed = ['psr/http-client', 'psr/http-factory', 'psr/http-message'];
    const manifest = {
      repositories: [{ 'packagist.org': false }, { type: 'artifact', url: packages }],
      require: { 'paraph/paraph': '*' },
      provide: Object.fromEntries(needed.map((name) => [name, '1.0.0'])),
      autoload: { files: ['guzzle.php'] },
    };
    await writeFile(join(project, 'composer.json'), JSON.stringify(manifest));
    await writeFile(
      join(project, 'guzzle.php'),
      "<?php require_once '/usr/share/php/GuzzleHttp/autoload.php';",
    );
    const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: project };
    await run('composer', ['install', '--quiet', '--no-interaction'], { cwd: project, env });
    await cp(join(here, 'exercise.php'), join(project, 'exercise.php'));
  },
  command: (_project, file) => ({ program: findProgram('php') ?? 'php', args: [file], env: {} }),
  kinds: Object.fromEntries(kindsOfPhp.map((name) => [`${name}Error`, `${name}Exception`])),
  methodOf: (operation) => operation,
};

/** Without optimizations the standard library, which newer versions bring as sources, is built in half the time. */
const goSettings = {
  GOFLAGS: "-mod=mod '-gcflags=all=-N -l'",
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '0',
  GOENV: 'off',
};

const go: Language = {
  name: 'go',
  fence: 'go',
  files: ['quick.go', 'listed.go', 'hook.go', 'oauth.go'],
  pause: [/(?<=time\.Sleep\()5 \* time\.Second/, '50 * time.Millisecond'],
  install: async (project, packages) => {
    const unpack = `tar xzf ${join(packages, archiveOf('go'))} && cp ${join(here, 'exercise.go')} .`;
    const replace = 'go mod init test && go mod edit -require=paraph@v0.0.0 -replace=paraph=./paraph-go';
    // Until the standard library is in the cache, the first program takes its time; this one runs five times.
    const build = 'go build -o exercise exercise.go hook.go oauth.go';
    await run('bash', ['-euc', `${unpack} && ${replace} && ${build}`], { cwd: project, env: goEnv(project) });
  },
  command: (project, file) =>
    file === 'exercise.go'
      ? { program: join(project, 'exercise'), args: [], env: {} }
      : { program: findProgram('go') ?? 'go', args: ['run', file], env: goEnv(project) },
  kinds: {},
  methodOf: goName,
};

/** With the user's own cache: the standard library is built once on a machine, and not for each checkout. */
function goEnv(project: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: homedir(), GOPATH: join(project, 'go'), ...goSettings };
}

export const LANGUAGES: readonly Language[] = [python, php, go];
