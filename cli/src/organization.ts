import { readFile } from 'node:fs/promises';
import type { Paraph } from '../../sdk/src/index.ts';
import { openFile } from '../../sdk/src/node.ts';
import { type Command, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { requireFree, saveFile } from './download.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { explainMissing, ORGANIZATION_SCOPE } from './login.ts';
import { columns, timeText } from './output.ts';
import { ORGANIZATION_OPTION, organizationOf } from './record.ts';

interface Act {
  paraph: Paraph;
  /** What follows the words of the act. */
  args: readonly string[];
  of: { organizationId?: number };
  invocation: Invocation;
}

interface Shown {
  value: unknown;
  lines: readonly string[];
}

const whenOf = (seconds: number | null) => (seconds === null ? 'never' : timeText(seconds));
const done = (line: string): Shown => ({ value: {}, lines: [line] });

/** By its words, with the names of what follows them. */
const ACTS: Readonly<Record<string, { args: readonly string[]; run(act: Act): Promise<Shown> }>> = {
  connections: { args: [], run: listConnections },
  'connections try': {
    args: ['CONNECTION'],
    run: async ({ paraph, args: [connectionId = ''], of }) =>
      findings(await paraph.tryConnection({ connectionId, ...of })),
  },
  'connections check': {
    args: ['CONNECTION', 'DOMAIN'],
    run: async ({ paraph, args: [connectionId = '', domain = ''], of }) => {
      return connectionOf(await paraph.checkConnectionDomain({ connectionId, domain, ...of }));
    },
  },
  'connections make': {
    args: ['FILE'],
    run: async ({ paraph, args: [path = ''], of }) =>
      connectionOf(await paraph.createConnection({ ...(await readJson(path)), ...of })),
  },
  'connections change': {
    args: ['CONNECTION', 'FILE'],
    run: async ({ paraph, args: [connectionId = '', path = ''], of }) =>
      connectionOf(await paraph.updateConnection({ ...(await readJson(path)), connectionId, ...of })),
  },
  'connections remove': {
    args: ['CONNECTION'],
    run: async ({ paraph, args: [connectionId = ''], of }) => {
      await paraph.deleteConnection({ connectionId, ...of });
      return done('Removed.');
    },
  },
  provisioning: { args: ['CONNECTION'], run: showProvisioning },
  'provisioning make': {
    args: ['CONNECTION'],
    run: async ({ paraph, args: [connectionId = ''], of, invocation }) => {
      const value = await paraph.makeProvisioningToken({ connectionId, ...of });
      invocation.output.note('It is never shown again. Former tokens end a day from now.');
      return { value, lines: [value.token] };
    },
  },
  'provisioning end': {
    args: ['CONNECTION', 'TOKEN'],
    run: async ({ paraph, args: [connectionId = '', scimTokenId = ''], of }) => {
      await paraph.endProvisioningToken({ connectionId, scimTokenId, ...of });
      return done('Ended.');
    },
  },
  brand: { args: [], run: async ({ paraph, of }) => brandOf(await paraph.readBrand(of)) },
  'brand set': {
    args: ['FILE'],
    run: async ({ paraph, args: [path = ''], of }) =>
      brandOf(await paraph.updateBrand({ ...(await readJson(path)), ...of })),
  },
  'brand logo': {
    args: ['FILE'],
    run: async ({ paraph, args: [path = ''], of }) =>
      brandOf(await paraph.updateBrandLogo({ picture: await openFile(path), ...of })),
  },
  'brand publish': { args: [], run: async ({ paraph, of }) => brandOf(await paraph.publishBrand(of)) },
  'brand withdraw': { args: [], run: async ({ paraph, of }) => brandOf(await paraph.withdrawBrand(of)) },
  collector: { args: [], run: async ({ paraph, of }) => collectorOf(await paraph.readCollector(of)) },
  'collector set': { args: ['URL'], run: setCollector },
  'collector retry': {
    args: [],
    run: async ({ paraph, of }) => collectorOf(await paraph.retryCollector(of)),
  },
  'collector remove': {
    args: [],
    run: async ({ paraph, of }) => {
      await paraph.deleteCollector(of);
      return done('Removed.');
    },
  },
  usage: { args: [], run: showUsage },
  'usage save': { args: ['FILE'], run: saveUsage },
};

const USAGES = Object.entries(ACTS).map(([words, { args }]) => [words, ...args].join(' '));

export const organization: Command = {
  name: 'organization',
  summary: 'Sign-in connections, provisioning, appearance, collector and usage of your organization',
  usage: `ACT …\n\n  ${USAGES.join('\n  ')}`,
  argsMin: 1,
  argsMax: 4,
  options: [
    ORGANIZATION_OPTION,
    { name: 'format', type: 'string', value: 'FORMAT', description: 'of a collector: json or otlp' },
    {
      name: 'authorization',
      type: 'string',
      value: 'TEXT',
      description: 'header that a collector asks for; without it: PARAPH_COLLECTOR_AUTHORIZATION',
    },
    { name: 'after', type: 'string', value: 'NUMBER', description: 'sends the record after this number' },
    { name: 'from', type: 'string', value: 'MONTH', description: 'of the usage: 2026-01; default: a year' },
    { name: 'to', type: 'string', value: 'MONTH', description: 'of the usage; default: this month' },
  ],
  examples: ['paraph organization connections', 'paraph organization provisioning make 4f0c…'],
  async run(invocation) {
    const { act, args } = readAct(invocation.args);
    const { paraph } = await connect(invocation);
    const of = organizationOf(invocation);
    const { value, lines } = await act
      .run({ paraph, args, of, invocation })
      .catch(explainMissing(ORGANIZATION_SCOPE));
    invocation.output.result(value, lines);
    return EXIT.ok;
  },
};

function readAct(words: readonly string[]) {
  for (const count of [2, 1]) {
    const act = ACTS[words.slice(0, count).join(' ')];
    const args = words.slice(count);
    if (act && words.length >= count && args.length === act.args.length) return { act, args };
  }
  throw new CommandError(`There is no such act. One of:\n  ${USAGES.join('\n  ')}`, EXIT.usage);
}

type Connection = Awaited<ReturnType<Paraph['listConnections']>>['connections'][number];

async function listConnections({ paraph, of }: Act): Promise<Shown> {
  const { connections } = await paraph.listConnections(of);
  return { value: connections, lines: tableOf(connections) };
}

function tableOf(connections: readonly Connection[]): string[] {
  const rows = connections.map(({ id, kind, name, isEnforced, domains }) => {
    const shown = domains.map(({ domain, provenDate }) =>
      provenDate === null ? `${domain} (not proven)` : domain,
    );
    return [id, kind, isEnforced ? 'required' : 'offered', name, shown.join(', ')];
  });
  return rows.length === 0 ? [] : columns([['ID', 'KIND', 'USE', 'NAME', 'DOMAINS'], ...rows]);
}

function connectionOf(value: Connection): Shown {
  return { value, lines: tableOf([value]) };
}

/** The body of the call, as the reference describes it: secrets stay out of the list of processes. */
async function readJson(path: string) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`${path} cannot be read as JSON: ${(error as Error).message}`, EXIT.usage);
  }
}

function findings(value: Awaited<ReturnType<Paraph['tryConnection']>>): Shown {
  return { value, lines: value.findings.map(({ ok, text }) => `${ok ? 'ok ' : 'not'}  ${text}`) };
}

async function showProvisioning({ paraph, args: [connectionId = ''], of }: Act): Promise<Shown> {
  const value = await paraph.readProvisioning({ connectionId, ...of });
  const rows = value.tokens.map(({ id, hint, createDate, endDate, lastUseDate }) => [
    ...[id, `…${hint}`, timeText(createDate), whenOf(endDate), whenOf(lastUseDate)],
  ]);
  return {
    value,
    lines: [
      `${value.baseUrl}: ${value.users} people, ${value.groups} groups, last contact ${whenOf(value.lastContactDate)}`,
      ...(value.lastError ? [`Refused ${timeText(value.lastError.date)}: ${value.lastError.message}`] : []),
      ...(rows.length === 0 ? [] : columns([['TOKEN', 'HINT', 'MADE', 'ENDS', 'LAST USE'], ...rows])),
    ],
  };
}

function brandOf(value: Awaited<ReturnType<Paraph['readBrand']>>): Shown {
  return {
    value,
    lines: [`published: ${value.published ? 'yes' : 'no'}, draft: ${value.draft ? 'yes' : 'no'}`],
  };
}

async function setCollector({ paraph, args: [url = ''], of, invocation }: Act): Promise<Shown> {
  const format = textOf(invocation, 'format');
  if (format !== null && format !== 'json' && format !== 'otlp')
    throw new CommandError('--format is json or otlp.', EXIT.usage);
  const authorization =
    textOf(invocation, 'authorization') ?? invocation.env.PARAPH_COLLECTOR_AUTHORIZATION ?? null;
  const after = textOf(invocation, 'after');
  const value = await paraph.saveCollector({
    ...{ url, ...of },
    ...(format === null ? {} : { format }),
    ...(authorization === null ? {} : { authorization }),
    ...(after === null ? {} : { position: Number(after) }),
  });
  const { secret } = value;
  if (secret !== null) invocation.output.note('The secret of its signatures. It is never shown again.');
  return { value, lines: secret === null ? collectorOf(value).lines : [secret] };
}

function collectorOf(value: Awaited<ReturnType<Paraph['readCollector']>>): Shown {
  const { collector } = value;
  if (collector === null) return { value, lines: ['No collector is set up.'] };
  const { url, position, behind, cause, deliveryDate } = collector;
  const lines = [`${url}: up to ${position}, ${behind} waiting, last delivery ${whenOf(deliveryDate)}`];
  return { value, lines: cause === null ? lines : [...lines, cause] };
}

function monthsOf(invocation: Invocation) {
  const [from, to] = [textOf(invocation, 'from'), textOf(invocation, 'to')];
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

async function showUsage({ paraph, of, invocation }: Act): Promise<Shown> {
  const value = await paraph.readUsage({ ...monthsOf(invocation), ...of });
  const rows = value.items.map(({ month, workspaceId, workspaceName, ...counts }) => [
    ...[month, workspaceName ?? `closed (${workspaceId})`],
    ...[counts.started, counts.completed, counts.signatures].map(String),
    ...[counts.sealedFiles, counts.storedBytes, counts.mails].map(String),
  ]);
  const head = ['MONTH', 'WORKSPACE', 'STARTED', 'COMPLETED', 'SIGNATURES', 'SEALED', 'BYTES', 'MAILS'];
  const counted = `Counted until ${whenOf(value.countedDate)}.`;
  return { value, lines: [...(rows.length === 0 ? [] : columns([head, ...rows])), counted] };
}

async function saveUsage({ paraph, args: [path = ''], of, invocation }: Act): Promise<Shown> {
  await requireFree(path, false);
  await saveFile(await paraph.exportUsage({ ...monthsOf(invocation), ...of }), path);
  return { value: { file: path }, lines: [path] };
}
