import type { Output } from './output.ts';

export interface OptionSpec {
  name: string;
  /** `boolean` options take no value. */
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** How the value is called in the help. */
  value?: string;
  description: string;
}

/** One option as it was given; their order counts where people are named. */
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

/** One verb: help, completion and dispatch all follow from this. */
export interface Command {
  name: string;
  summary: string;
  /** What follows the verb: `FILE…`. */
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
    description: 'the instance; else PARAPH_URL, else the last one signed in to',
  },
  { name: 'json', type: 'boolean', description: 'print JSON, for programs' },
  { name: 'quiet', type: 'boolean', short: 'q', description: 'print no progress' },
  { name: 'help', type: 'boolean', short: 'h', description: 'print this' },
];

/** The last value of an option, null without any. */
export function textOf({ options }: Invocation, name: string): string | null {
  const value = options.get(name)?.at(-1);
  return typeof value === 'string' ? value : null;
}

export function isGiven({ options }: Invocation, name: string): boolean {
  return options.has(name);
}
