import type { Output } from './output.ts';

export interface OptionSpec {
  name: string;
  /** `boolean` options take no value. */
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** Placeholder for the value in the help. */
  value?: string;
  description: string;
}

/** One option as given. Its position matters for --sign, --then and --review. */
export interface ParsedOption {
  name: string;
  value: string | true;
}

export interface Invocation {
  args: readonly string[];
  options: ReadonlyMap<string, readonly (string | true)[]>;
  inOrder: readonly ParsedOption[];
  output: Output;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** One command; help, completion and dispatch are derived from it. */
export interface Command {
  name: string;
  summary: string;
  /** Positional arguments, for example `FILE…`. */
  usage: string;
  argsMin: number;
  argsMax: number;
  options: readonly OptionSpec[];
  examples: readonly string[];
  /** Completes file names as arguments. */
  takesFiles?: boolean;
  run(invocation: Invocation): Promise<number>;
}

export const COMMON_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'server',
    type: 'string',
    value: 'URL',
    description: 'URL of the instance; default: PARAPH_URL, otherwise the last sign-in',
  },
  { name: 'json', type: 'boolean', description: 'print JSON, for programs' },
  { name: 'quiet', type: 'boolean', short: 'q', description: 'print no progress' },
  { name: 'help', type: 'boolean', short: 'h', description: 'print this' },
];

/** The last value of an option; null when it is missing. */
export function textOf({ options }: Invocation, name: string): string | null {
  const value = options.get(name)?.at(-1);
  return typeof value === 'string' ? value : null;
}

export function hasOption({ options }: Invocation, name: string): boolean {
  return options.has(name);
}
