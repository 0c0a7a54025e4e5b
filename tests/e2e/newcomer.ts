import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from '../../tools/build.mjs';
import { projectDir } from '../../tools/runtime.mjs';
import { copyCheckout } from '../support/copy-checkout.ts';
import { saidBy, until } from '../support/processes.ts';

/** A block of code on a page. */
export interface Block {
  language: string;
  text: string;
}

export async function readTutorial(): Promise<{ blocks: Block[]; buttons: string[] }> {
  const page = await readFile(join(projectDir, 'docs/tutorial.md'), 'utf8');
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  const bold = [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words);
  return { blocks, buttons: bold.flatMap((words) => words.replaceAll('\n', ' ').split(' → ')) };
}

/** A terminal in which a block is run. */
export interface Terminal {
  /** What it shows. */
  shown(): string;
  /** Waits for words that it shows; fails when it ends without them. */
  see(words: RegExp): Promise<RegExpExecArray>;
  /** Waits for the end; fails where a command did. */
  end(): Promise<string>;
  /** Ctrl-C, which all processes of the terminal get, and waits until they have ended. */
  interrupt(): Promise<void>;
}

export type Newcomer = Awaited<ReturnType<typeof openNewcomer>>;

/**
 * Somebody with a new machine: an empty home, none of our settings, and a network that has the checkout and the packages.
 * These come from here; nothing else is taken from the commands that are typed.
 */
export async function openNewcomer(folder: string) {
  const [home, network, programs] = ['home', 'network', 'programs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([home, network, programs].map((each) => mkdir(each)));
  // What the first start would build is shared with other tests.
  await Promise.all([buildIfStale(), copyCheckout(network)]);
  for (const built of ['server/dist', 'web/dist', 'verifier/dist', 'dist'])
    await cp(join(projectDir, built), join(network, built), { recursive: true });
  const install = async (name: string, script: string) => {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(programs, name), 0o755);
  };
  await install('git', `[ "$1" = clone ] && mv '${network}' "$3"`);
  await install('npm', `[ "$1" = ci ] || PATH="\${PATH#*:}" exec npm "$@"`);
  // There is no browser that a program could open, so it prints the address.
  for (const name of ['xdg-open', 'open']) await install(name, 'exit 1');
  const terminals: Terminal[] = [];
  return {
    /** The home folder, in which the first command makes the one of the checkout. */
    home,
    type: (text: string, env: Readonly<Record<string, string>> = {}) => {
      const { PATH = '', LANG = 'C.UTF-8' } = process.env;
      const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
      const terminal = openTerminal(text, {
        cwd: home,
        env: { PATH: `${programs}:${PATH}`, LANG, HOME: home, ...npm, ...env },
      });
      terminals.push(terminal);
      return terminal;
    },
    /** Ends all that still runs. */
    leave: async () => {
      await Promise.all(terminals.map((terminal) => terminal.interrupt()));
    },
  };
}

function openTerminal(text: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Terminal {
  // A group of its own, as a shell gives each command.
  const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const shown = saidBy(child.stdout, child.stderr);
  let code: number | null = null;
  const closed = once(child, 'close').then(([ended]) => {
    code = ended ?? 128;
  });
  return {
    shown,
    see: async (words) => {
      await until(`the terminal to show ${words}`, () => words.test(shown()) || code !== null, 60_000);
      const found = words.exec(shown());
      if (found === null) throw new Error(`The commands ended without ${words}: ${shown()}`);
      return found;
    },
    end: async () => {
      await closed;
      if (code !== 0) throw new Error(`The commands failed with ${code}: ${shown()}`);
      return shown();
    },
    interrupt: async () => {
      if (code !== null || child.pid === undefined) return;
      process.kill(-child.pid, 'SIGINT');
      await closed;
    },
  };
}
