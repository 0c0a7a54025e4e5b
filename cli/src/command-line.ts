import { parseArgs } from 'node:util';
import { ParaphError } from '../../sdk/src/index.ts';
import { answers } from './answers.ts';
import { bulk } from './bulk.ts';
import { COMMON_OPTIONS, type Command, type ParsedOption } from './command.ts';
import { completionCommand } from './completion.ts';
import { download } from './download.ts';
import { CommandError, EXIT, EXIT_MESSAGES } from './exit-code.ts';
import { exportCommand } from './export.ts';
import { exportVerifier } from './export-verifier.ts';
import { inPerson } from './in-person.ts';
import { links } from './links.ts';
import { listen } from './listen.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { organization } from './organization.ts';
import { openOutput, type Streams } from './output.ts';
import { record } from './record.ts';
import { seal } from './seal.ts';
import { send } from './send.ts';
import { status } from './status.ts';
import { values } from './values.ts';
import { verify } from './verify.ts';
import { verifyLog } from './verify-log.ts';
import { readVersion } from './version.ts';

export const COMMANDS: readonly Command[] = [
  login,
  logout,
  send,
  bulk,
  links,
  seal,
  status,
  inPerson,
  download,
  values,
  answers,
  exportCommand,
  verify,
  exportVerifier,
  verifyLog,
  listen,
  record,
  organization,
  completionCommand(() => COMMANDS),
];

/** Environment and streams of the process, and its abort signal. */
export interface CommandContext extends Streams {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Runs one command and returns the exit code. */
export async function runCommandLine(argv: readonly string[], world: CommandContext): Promise<number> {
  const [verb, ...rest] = argv;
  if (verb === '--version' || verb === 'version') {
    world.stdout.write(`paraph ${await readVersion()}\n`);
    return EXIT.ok;
  }
  const command = COMMANDS.find(({ name }) => name === verb);
  if (command === undefined) return printUsage(verb, { rest, world });
  const isJson = rest.includes('--json');
  try {
    const { args, inOrder } = parse(command, rest);
    const has = (name: string) => inOrder.some((each) => each.name === name);
    if (has('help')) {
      world.stdout.write(helpOf(command));
      return EXIT.ok;
    }
    const output = openOutput(world, { isJson: has('json'), isQuiet: has('quiet') });
    const options = new Map<string, (string | true)[]>();
    for (const { name, value } of inOrder) options.set(name, [...(options.get(name) ?? []), value]);
    return await command.run({ args, options, inOrder, output, env: world.env, signal: world.signal });
  } catch (error) {
    if (world.signal.aborted) return 130;
    return fail(error, { world, isJson });
  }
}

function parse(command: Command, argv: readonly string[]): { args: string[]; inOrder: ParsedOption[] } {
  const specs = [...command.options, ...COMMON_OPTIONS].map(({ name, type, short }) => [
    name,
    { type, multiple: true, ...(short ? { short } : {}) },
  ]);
  let parsed: ReturnType<typeof parseTokens>;
  try {
    parsed = parseTokens(argv, Object.fromEntries(specs));
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\nSee: paraph ${command.name} --help`, EXIT.usage);
  }
  const inOrder = parsed.tokens.flatMap((token): ParsedOption[] =>
    token.kind === 'option' ? [{ name: token.name, value: token.value ?? true }] : [],
  );
  const { positionals: args } = parsed;
  const isHelp = inOrder.some(({ name }) => name === 'help');
  if (!isHelp && (args.length < command.argsMin || args.length > command.argsMax)) {
    throw new CommandError(`Usage: paraph ${command.name} ${command.usage}`.trimEnd(), EXIT.usage);
  }
  return { args, inOrder };
}

function parseTokens(
  argv: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
) {
  return parseArgs({ args: [...argv], options, allowPositionals: true, tokens: true });
}

function fail(error: unknown, { world, isJson }: { world: CommandContext; isJson: boolean }): number {
  const { code, message, violations } = describe(error);
  const exitCode = exitCodeOf(error);
  if (isJson) world.stderr.write(`${JSON.stringify({ error: { code, message, violations } })}\n`);
  else {
    const lines = Object.entries(violations).map(([parameter, sentence]) => `  ${parameter}: ${sentence}`);
    world.stderr.write(`${[message, ...lines].join('\n')}\n`);
  }
  return exitCode;
}

function describe(error: unknown) {
  if (error instanceof ParaphError) {
    return { code: error.code, message: error.message, violations: error.violations };
  }
  return { code: 'COMMAND_FAILED', message: (error as Error).message, violations: {} };
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (!(error instanceof ParaphError)) return EXIT.failed;
  if ([401, 403].includes(error.status)) return EXIT.denied;
  if (error.status === 404) return EXIT.notFound;
  if (error.status === 400) return EXIT.usage;
  return [0, 429, 502, 503, 504].includes(error.status) ? EXIT.unreachable : EXIT.failed;
}

function printUsage(
  verb: string | undefined,
  { rest, world }: { rest: readonly string[]; world: CommandContext },
): number {
  const isAsked = verb === undefined || ['help', '--help', '-h'].includes(verb);
  if (!isAsked) world.stderr.write(`Unknown command "${verb}".\n`);
  if (isAsked && rest[0] === 'exit-codes') {
    const lines = Object.entries(EXIT).map(
      ([name, code]) => `  ${code}  ${EXIT_MESSAGES[name as keyof typeof EXIT]}`,
    );
    world.stdout.write(`${lines.join('\n')}\n`);
    return EXIT.ok;
  }
  const topic = isAsked ? COMMANDS.find(({ name }) => name === rest[0]) : undefined;
  const text = topic ? helpOf(topic) : overview();
  (isAsked ? world.stdout : world.stderr).write(text);
  return isAsked ? EXIT.ok : EXIT.usage;
}

function overview(): string {
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`);
  return `Paraph: send PDFs to be signed, follow them, verify signatures.

${lines.join('\n')}

paraph COMMAND --help shows the options; paraph help exit-codes lists the exit codes for scripts.
`;
}

function helpOf({ name, summary, usage, options, examples }: Command): string {
  const rows = [...options, ...COMMON_OPTIONS].map((spec) => {
    const value = spec.type === 'string' ? ` ${spec.value ?? 'TEXT'}` : '';
    const short = spec.short ? `-${spec.short}, ` : '';
    return `  ${`${short}--${spec.name}${value}`.padEnd(28)}${spec.description}`;
  });
  const shown = examples.map((each) => `  ${each}`);
  return `${summary}.

paraph ${`${name} ${usage}`.trimEnd()}

${rows.join('\n')}

${shown.join('\n')}
`;
}
