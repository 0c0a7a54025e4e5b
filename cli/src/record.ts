import { setTimeout as sleep } from 'node:timers/promises';
import type { Paraph } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { requireFree, saveFile } from './download.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { explainMissing, ORGANIZATION_SCOPE } from './login.ts';
import { columns, timeText } from './output.ts';

const PAUSE_MS = 5_000;
const PAGE = 100;
const HEAD = ['NUMBER', 'DATE', 'WHAT', 'BY', 'FROM', 'ABOUT'];

export const ORGANIZATION_OPTION = {
  name: 'organization',
  type: 'string',
  value: 'ID',
  description: 'for those who run several; default: your first one',
} as const;

export const record: Command = {
  name: 'record',
  summary: 'Show, export or follow who did what in your organization',
  usage: '',
  argsMin: 0,
  argsMax: 0,
  options: [
    { name: 'kind', type: 'string', value: 'KIND', description: 'what: member.removed, or all of member' },
    { name: 'person', type: 'string', value: 'ID', description: 'account that acted, or is meant' },
    { name: 'from', type: 'string', value: 'DATE', description: 'since: 2026-11-01, or with a time' },
    { name: 'to', type: 'string', value: 'DATE', description: 'before then' },
    { name: 'after', type: 'string', value: 'NUMBER', description: 'what comes after this number' },
    { name: 'limit', type: 'string', value: 'N', description: 'number of lines to show; default 20' },
    { name: 'follow', type: 'boolean', description: 'print what comes, until it is stopped' },
    { name: 'csv', type: 'boolean', description: 'save all of it as a table' },
    { name: 'jsonl', type: 'boolean', description: 'save all of it as JSON lines, with hashes' },
    { name: 'output', type: 'string', short: 'o', value: 'FILE', description: 'path; default: record.csv' },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
    ORGANIZATION_OPTION,
  ],
  examples: ['paraph record --kind member --from 2026-11-01', 'paraph record --follow --after 231 --json'],
  async run(invocation) {
    const { paraph } = await connect(invocation);
    const filter = readFilter(invocation);
    const format = (['csv', 'jsonl'] as const).find((each) => hasOption(invocation, each));
    const done = format
      ? exportTo(invocation, { paraph, filter, format })
      : hasOption(invocation, 'follow')
        ? follow(invocation, { paraph, filter })
        : list(invocation, { paraph, filter });
    return done.catch(explainMissing(ORGANIZATION_SCOPE));
  },
};

interface Reading {
  paraph: Paraph;
  filter: ReturnType<typeof readFilter>;
}

function readFilter(invocation: Invocation) {
  const kind = textOf(invocation, 'kind');
  const personId = readNumber(invocation, 'person');
  const after = readNumber(invocation, 'after');
  const [from, to] = [readDate(invocation, 'from'), readDate(invocation, 'to')];
  return {
    ...organizationOf(invocation),
    ...(kind === null ? {} : { kind }),
    ...(personId === null ? {} : { personId }),
    ...(after === null ? {} : { after }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

export function organizationOf(invocation: Invocation): { organizationId?: number } {
  const organizationId = readNumber(invocation, 'organization');
  return organizationId === null ? {} : { organizationId };
}

function readNumber(invocation: Invocation, name: string): number | null {
  const text = textOf(invocation, name);
  if (text === null) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} takes a number, not "${text}".`, EXIT.usage);
}

/** A day begins at midnight here. */
function readDate(invocation: Invocation, name: string): number | null {
  const text = textOf(invocation, name);
  if (text === null) return null;
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (Number.isFinite(date.getTime())) return Math.floor(date.getTime() / 1000);
  throw new CommandError(`--${name} takes a date as 2026-11-01, not "${text}".`, EXIT.usage);
}

type Entry = Awaited<ReturnType<Paraph['listOrganizationEvents']>>['items'][number];

const cellsOf = ({ sequence, date, name, by, actor, about }: Entry) => [
  ...[String(sequence ?? ''), timeText(date), name, by ?? '', actor.ip ?? '', about ?? ''],
];

async function list(invocation: Invocation, { paraph, filter }: Reading): Promise<number> {
  const { output, signal } = invocation;
  const limit = readNumber(invocation, 'limit') ?? 20;
  const { items } = await paraph.listOrganizationEvents({ ...filter, limit }, { signal });
  output.result(items, items.length === 0 ? [] : columns([HEAD, ...items.map(cellsOf)]));
  if (items.length === 0) output.note('Nothing found.');
  return EXIT.ok;
}

/** In the order of the chain, each once: the number is the position to go on from. */
async function follow({ output, signal }: Invocation, { paraph, filter }: Reading): Promise<number> {
  let after = filter.after ?? (await lastNumber(paraph, filter, signal));
  for (;;) {
    const { items } = await paraph.listOrganizationEvents({ ...filter, after, limit: PAGE }, { signal });
    for (const entry of items) {
      output.result(entry, [cellsOf(entry).join('  ')]);
      after = entry.sequence ?? after;
    }
    if (items.length < PAGE) await sleep(PAUSE_MS, undefined, { signal });
  }
}

async function lastNumber(paraph: Paraph, filter: Reading['filter'], signal: AbortSignal): Promise<number> {
  const { items } = await paraph.listOrganizationEvents({ ...filter, limit: PAGE }, { signal });
  return Math.max(0, ...items.map(({ sequence }) => sequence ?? 0));
}

async function exportTo(
  invocation: Invocation,
  { paraph, filter, format }: Reading & { format: 'csv' | 'jsonl' },
): Promise<number> {
  const path = textOf(invocation, 'output') ?? `record.${format}`;
  await requireFree(path, hasOption(invocation, 'force'));
  const { output, signal } = invocation;
  await saveFile(await paraph.exportOrganizationEvents({ ...filter, format }, { signal }), path);
  output.result({ file: path }, [path]);
  return EXIT.ok;
}
