import { type Command, hasOption, textOf } from './command.ts';
import { connect } from './connect.ts';
import { requireFree, saveFile } from './download.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { chooseWorkspace, WORKSPACE_OPTION } from './template-address.ts';

export const answers: Command = {
  name: 'answers',
  summary: 'Save what was filled in in all documents made of a template, as a table',
  usage: 'TEMPLATE',
  argsMin: 1,
  argsMax: 1,
  options: [
    {
      name: 'jsonl',
      type: 'boolean',
      description: 'JSON lines, with by whom and when, instead of a table (CSV)',
    },
    { name: 'status', type: 'string', value: 'STATUS', description: 'only these, such as signed,declined' },
    WORKSPACE_OPTION,
    { name: 'output', type: 'string', short: 'o', value: 'FILE', description: 'path; default: answers.csv' },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
  ],
  examples: ['paraph answers 12 --status signed', 'paraph answers 12 --jsonl -o leases.jsonl'],
  async run(invocation) {
    const { output, signal, args } = invocation;
    const templateId = Number(args[0]);
    if (!Number.isInteger(templateId)) throw new CommandError('Name the template by its number.', EXIT.usage);
    const format = hasOption(invocation, 'jsonl') ? 'jsonl' : 'csv';
    const path = textOf(invocation, 'output') ?? `answers.${format}`;
    await requireFree(path, hasOption(invocation, 'force'));
    const { paraph } = await connect(invocation);
    const workspaceId = await chooseWorkspace(invocation, paraph);
    const status = textOf(invocation, 'status');
    const query = { workspaceId, templateId, format, ...(status === null ? {} : { status }) } as const;
    await saveFile(await paraph.exportAnswers(query, { signal }), path);
    output.result({ file: path }, [path]);
    return EXIT.ok;
  },
};
