import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Paraph } from '../../sdk/src/index.ts';
import { openFile } from '../../sdk/src/node.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { chooseWorkspace, readTemplateId, TEMPLATE_OPTION, WORKSPACE_OPTION } from './template-address.ts';

const PAUSE_MS = 1_000;
/** Problems that are printed; the instance has all of them. */
const SHOWN_MAX = 20;

export const bulk: Command = {
  name: 'bulk',
  summary: 'Send a document made of a template for each row of a table (CSV)',
  usage: 'TABLE --template ID',
  argsMin: 1,
  argsMax: 1,
  takesFiles: true,
  options: [
    TEMPLATE_OPTION,
    WORKSPACE_OPTION,
    {
      name: 'name',
      type: 'string',
      value: 'PATTERN',
      description: 'names of the documents, such as "Offer for {{Employee.name}}"',
    },
    {
      name: 'map',
      type: 'string',
      multiple: true,
      value: 'HEADING=MEANING',
      description: 'what a column says, such as "Mail=Employee email", "Pay=field:pay" or "Note=ignore"',
    },
    { name: 'rate', type: 'string', value: 'ROWS', description: 'rows sent in a minute at most' },
    { name: 'check', type: 'boolean', description: 'print the problems of the table and send nothing' },
    { name: 'skip-invalid', type: 'boolean', description: 'leave rows with problems out' },
  ],
  examples: [
    'paraph bulk people.csv --template 12 --check',
    'paraph bulk people.csv --template 12 --name "Offer for {{Employee.name}}"',
  ],
  run: sendTable,
};

type Job = Awaited<ReturnType<Paraph['readBulkJob']>>;
type Address = { workspaceId: number; templateId: number; bulkId: number };

async function sendTable(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const [path = ''] = invocation.args;
  const template = readTemplateId(invocation);
  const mapping = readMapping(invocation);
  const { paraph } = await connect(invocation);
  const workspaceId = await chooseWorkspace(invocation, paraph);
  const name = textOf(invocation, 'name');
  const rate = textOf(invocation, 'rate');
  const { id } = await paraph.createBulkJob(
    {
      ...{ workspaceId, templateId: template, file: await openFile(path) },
      ...(name === null ? {} : { name }),
      ...(Object.keys(mapping).length === 0 ? {} : { mapping }),
      ...(rate === null ? {} : { ratePerMinute: Number(rate) }),
    },
    { signal },
  );
  const address = { workspaceId, templateId: template, bulkId: id };
  const checked = await follow(invocation, { paraph, address, until: ({ state }) => state !== 'checking' });
  await printProblems(invocation, { paraph, address, job: checked });
  const sends = !hasOption(invocation, 'check');
  const isWhole = checked.invalid === 0 || hasOption(invocation, 'skip-invalid');
  if (!sends || !isWhole || checked.valid === 0) {
    await paraph.cancelBulkJob(address, { signal });
    output.result(checked, [`${checked.valid} of ${checked.rows} rows can be sent.`]);
    if (sends) output.note('Nothing was sent. Mend the table, or leave these rows out with --skip-invalid.');
    return checked.invalid === 0 && checked.valid > 0 ? EXIT.ok : EXIT.failed;
  }
  await paraph.startBulkJob({ ...address, skipInvalid: true }, { signal });
  const sent = await follow(invocation, { paraph, address, until: ({ state }) => state !== 'sending' });
  if (sent.failed > 0) await printProblems(invocation, { paraph, address, job: sent });
  output.result(sent, [`${sent.sent} of ${sent.rows} rows of ${basename(path)} were sent.`]);
  if (sent.pausedFor !== null) output.note(`It is paused: ${sent.pausedFor}`);
  return sent.state === 'done' && sent.failed === 0 ? EXIT.ok : EXIT.failed;
}

function readMapping({ options }: Invocation): Record<string, string> {
  const entries = (options.get('map') ?? []).map((text) => {
    const [, heading = '', meaning = ''] = /^(.+?)=(.+)$/su.exec(String(text)) ?? [];
    if (meaning === '')
      throw new CommandError(
        `"${text}" is no mapping; write HEADING=MEANING, as in --map "Mail=Tenant email".`,
        EXIT.usage,
      );
    return [heading, meaning] as const;
  });
  return Object.fromEntries(entries);
}

async function follow(
  { output, signal }: Invocation,
  { paraph, address, until }: { paraph: Paraph; address: Address; until: (job: Job) => boolean },
): Promise<Job> {
  for (;;) {
    const job = await paraph.readBulkJob(address, { signal });
    if (until(job)) return job;
    output.progress(`${job.state}: ${job.sent + job.failed} of ${job.rows} rows sent`);
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

async function printProblems(
  { output, signal }: Invocation,
  { paraph, address, job }: { paraph: Paraph; address: Address; job: Job },
): Promise<void> {
  const state = job.state === 'ready' ? ('invalid' as const) : ('failed' as const);
  const query = { ...address, state, limit: SHOWN_MAX };
  const { items, total } = await paraph.listBulkRows(query, { signal });
  for (const { row, problems } of items)
    for (const { column, problem } of problems)
      output.note(`Row ${row}${column === null ? '' : `, ${column}`}: ${problem}`);
  if (total > items.length) output.note(`… and ${total - items.length} more rows.`);
  const unread = job.columns.filter(({ meaning }) => meaning === null).map(({ heading }) => heading);
  if (state === 'invalid' && unread.length > 0)
    output.note(
      `Columns that say nothing of the template, left out: ${unread.join(', ')}. Map them with --map.`,
    );
}
