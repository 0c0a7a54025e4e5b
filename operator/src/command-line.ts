import { parseArgs } from 'node:util';
import { Refusal } from '@paraph/domain';
import { readVersion } from '@paraph/server/platform/project-dir.ts';

const exitCodes = { success: 0, failure: 1, usage: 2 } as const;

/** The caller's mistake in how the command was called: exit code 2, and a pointer to its help. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export interface CommandOption {
  /** `strings` may be repeated. */
  type: 'string' | 'strings' | 'boolean';
  about: string;
  /** Placeholder of the value in the help, such as EMAIL. */
  placeholder?: string;
  required?: boolean;
}

type Options = Readonly<Record<string, CommandOption>>;

export type CommandValues<O extends Options> = {
  readonly [K in keyof O]: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K]['type'] extends 'strings'
      ? string[]
      : O[K] extends { required: true }
        ? string
        : string | undefined;
};

/** `text` is for people; `data` is printed in its place with `--json`. */
export interface CommandOutput {
  text: string;
  data: unknown;
  /** The result is that something is wrong: printed like any other, and ended with exit code 1. */
  isFailure?: boolean;
}

/** The process around a command, so that tests need none. */
export interface Terminal {
  print(text: string): void;
  printError(text: string): void;
  /** All of the standard input; nothing when it is a person's keyboard. */
  readInput(): Promise<string | undefined>;
  /** One line that a person types without seeing it; undefined where there is no keyboard. */
  promptSecret?(question: string): Promise<string | undefined>;
}

export interface Command {
  name: string;
  about: string;
  options: Options;
  /** Resolves when the command is done; `serve` and `work` print their own output and return nothing. */
  run(values: CommandValues<Options>, terminal: Terminal): Promise<CommandOutput | undefined>;
}

/** Declares a command, its `run` typed by its options. */
export function defineCommand<const O extends Options>(definition: {
  name: string;
  about: string;
  options: O;
  run(values: CommandValues<O>, terminal: Terminal): Promise<CommandOutput | undefined>;
}): Command {
  // The values were built from the very same table, so they have the shape it promises.
  return { ...definition, run: (values, terminal) => definition.run(values as CommandValues<O>, terminal) };
}

/** Finds the command, parses its options, runs it, and prints its result or error. */
export async function runCommandLine(
  args: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Promise<number> {
  const [verb, ...rest] = args;
  if (verb === undefined || verb === '--help' || verb === '-h' || verb === 'help') {
    terminal.print(describeCommands(commands));
    return verb === undefined ? exitCodes.usage : exitCodes.success;
  }
  if (verb === '--version' || verb === 'version') {
    terminal.print(`paraph ${readVersion()}`);
    return exitCodes.success;
  }
  const command = commands.find(({ name }) => name === verb);
  if (command === undefined) {
    const names = commands.map(({ name }) => name).join(', ');
    terminal.printError(`There is no command "${verb}". The commands are: ${names}.`);
    return exitCodes.usage;
  }
  return runCommand(command, rest, terminal);
}

/** Secrets are never arguments, which every process of the machine can read. */
export async function readSecret(terminal: Terminal, option: string): Promise<string> {
  const input = await terminal.readInput();
  const secret = input?.replace(/\r?\n$/, '');
  if (secret === undefined || secret === '') {
    throw new UsageError(
      `--${option} reads from standard input, but got nothing. ` +
        `Pipe it in: printf %s "$SECRET" | paraph … --${option}`,
    );
  }
  if (/[\r\n]/.test(secret)) {
    throw new UsageError(`--${option} reads one line from standard input, but got several.`);
  }
  return secret;
}

export const processTerminal: Terminal = {
  promptSecret,
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  readInput: async () => {
    if (process.stdin.isTTY) return undefined;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const bytesMax = 64 * 1024;
    for await (const chunk of process.stdin) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) throw new UsageError(`Standard input is longer than ${bytesMax} bytes.`);
    }
    return Buffer.concat(chunks).toString('utf8');
  },
};

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  // Determined before the options are parsed, so that errors in them are printed in the right format too.
  const wantsJson = args.includes('--json');
  try {
    const { values, help } = readValues(command, args);
    if (help) {
      terminal.print(describeCommand(command));
      return exitCodes.success;
    }
    const output = await command.run(values, terminal);
    if (output !== undefined) terminal.print(wantsJson ? JSON.stringify(output.data) : output.text);
    return output?.isFailure === true ? exitCodes.failure : exitCodes.success;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const hint = isUsage ? `\nSee: paraph ${command.name} --help` : '';
    terminal.printError(wantsJson ? describeErrorAsJson(error) : `${describeError(error)}${hint}`);
    return isUsage ? exitCodes.usage : exitCodes.failure;
  }
}

function readValues(
  command: Command,
  args: readonly string[],
): { values: CommandValues<Options>; help: boolean } {
  const entries = Object.entries(command.options);
  const options = Object.fromEntries(
    entries.map(([name, { type }]) => [
      name,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), multiple: type === 'strings' },
    ]),
  );
  const {
    help,
    json: _,
    ...given
  } = parse(args, {
    ...options,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (help === true) return { values: {}, help: true };
  const missing = entries.filter(([name, { required }]) => required === true && given[name] === undefined);
  if (missing.length > 0) {
    const list = missing.map(([name, option]) => describeOption(name, option));
    throw new UsageError(`Missing: ${list.join(', ')}.`);
  }
  const empty = entries.filter(([name]) => [given[name]].flat().includes(''));
  if (empty.length > 0) {
    throw new UsageError(`Without a value: ${empty.map(([name]) => `--${name}`).join(', ')}.`);
  }
  const values = entries.map(([name, { type }]) => [name, given[name] ?? defaultValue(type)]);
  return { values: Object.fromEntries(values), help: false };
}

type Given = Record<string, string | boolean | (string | boolean)[] | undefined>;

function parse(
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }>,
): Given {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function defaultValue(type: CommandOption['type']): boolean | string[] | undefined {
  if (type === 'boolean') return false;
  return type === 'strings' ? [] : undefined;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) {
    const lines = Object.entries(error.violations ?? {}).map(([name, problem]) => `  ${name}: ${problem}`);
    return [error.message, ...lines].join('\n');
  }
  // What is plainly a mistake of ours needs its place to be found.
  const isBug = [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type);
  return isBug ? (error.stack ?? error.message) : error.message;
}

function describeErrorAsJson(error: unknown): string {
  const { code, violations } = error instanceof Refusal ? error : {};
  const message = error instanceof Refusal ? error.message : describeError(error);
  return JSON.stringify({ error: { code, message, violations } });
}

function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return [
    'Usage: paraph COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'paraph COMMAND --help tells its options.',
    'Beside these, for those who send documents: login, send, status, download, verify, listen.',
  ].join('\n');
}

function describeCommand({ name, about, options }: Command): string {
  const rows: [string, string][] = [
    ...Object.entries(options).map(([key, option]): [string, string] => [
      describeOption(key, option),
      `${option.about}${option.required === true ? ' Required.' : ''}${
        option.type === 'strings' ? ' May be given several times.' : ''
      }`,
    ]),
    ['--json', 'Print the result as JSON.'],
    ['--help', 'Print this.'],
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return [`Usage: paraph ${name} [OPTIONS]`, '', about, '', ...lines].join('\n');
}

function describeOption(name: string, { type, placeholder }: CommandOption): string {
  return type === 'boolean' ? `--${name}` : `--${name} ${placeholder ?? 'TEXT'}`;
}

const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const ERASE = /[\b\u007f]/;

/** Prompts on the terminal for one line without echo; undefined without a terminal. */
async function promptSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return undefined;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let line = '';
  try {
    for await (const typed of stdin.iterator({ destroyOnReturn: false })) {
      for (const character of typed as string) {
        if (ENTER.test(character)) return line;
        if (character === INTERRUPT) throw new Error('Interrupted; nothing was done.');
        line = ERASE.test(character) ? line.slice(0, -1) : line + character;
      }
    }
    return line;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
