import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { archiveOf } from '../../../tools/archives.mjs';

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

export const LANGUAGES: readonly Language[] = [python];
