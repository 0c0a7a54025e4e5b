import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyCheckout } from '../support/copy-checkout.ts';
import { folderForThisFile } from '../support/scratch.ts';

const run = promisify(execFile);

/** A block of code on the page, and where the page says that it belongs. */
export interface Step {
  path: string;
  /** The line below which it is inserted; null for a new file. */
  below: string | null;
  code: string;
}

/** The steps of a page: "New file `path`:" or "In `path`, below `line`:", each before the block that belongs there. */
export function readSteps(page: string): Step[] {
  const steps: Step[] = [];
  for (const { 1: prose = '', 2: code = '' } of page.matchAll(
    /((?:(?!```)[\s\S])*?)```(?:ts|sql)\n([\s\S]*?)```\n/g,
  )) {
    const said = prose.replaceAll('\n', ' ').trim();
    const newFile = /New file `([^`]+)`:$/.exec(said)?.[1];
    const inFile = /In (?:`([^`]+)`|the same file), below `([^`]+)`:$/.exec(said);
    const path = newFile ?? inFile?.[1] ?? steps.at(-1)?.path;
    if (path === undefined || (newFile === undefined && inFile === null)) {
      throw new Error(`The page does not say where this belongs: ${code}`);
    }
    steps.push({ path, below: inFile?.[2] ?? null, code });
  }
  return steps;
}

/** A copy of the sources, in which steps are applied and tools are run. */
export async function copyProject() {
  const scratch = await folderForThisFile();
  const folder = join(scratch, 'copy');
  const git = (...args: string[]) => run('git', args, { cwd: folder });
  await mkdir(folder);
  await copyCheckout(folder);
  await git('init', '--quiet');
  await git('add', '--all');
  const original = (await git('write-tree')).stdout.trim();
  return {
    apply: async (steps: readonly Step[]) => {
      for (const step of steps) await applyStep(folder, step);
    },
    /** Takes all steps back. */
    reset: async () => {
      await git('read-tree', '--reset', '-u', original);
      await git('clean', '--quiet', '--force', '-d');
    },
    /** An empty folder, by its whole path. */
    folder: async (name: string) => {
      await mkdir(join(folder, name), { recursive: true });
      return join(folder, name);
    },
    /** Writes a file, and returns its path. */
    write: async (path: string, content: string) => {
      await writeFile(join(folder, path), content);
      return path;
    },
    /** Runs a program of Node there, and returns its output and whether it succeeded. */
    node: async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } };
      try {
        const said = await run(process.execPath, [...args], options);
        return { isGood: true, output: said.stdout + said.stderr };
      } catch (error) {
        const { stdout: out = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        return { isGood: false, output: out + stderr };
      }
    },
  };
}

async function applyStep(folder: string, { path, below, code }: Step): Promise<void> {
  const file = join(folder, path);
  if (below === null) {
    await mkdir(dirname(file), { recursive: true });
    return writeFile(file, code, { flag: 'wx' });
  }
  const lines = (await readFile(file, 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.trim() === below);
  if (at < 0) throw new Error(`${path} has no line "${below}"`);
  lines.splice(at + 1, 0, code.trimEnd());
  return writeFile(file, lines.join('\n'));
}
