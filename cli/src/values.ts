import type { Command } from './command.ts';
import { connect } from './connect.ts';
import { EXIT } from './exit-code.ts';
import { columns, timeText } from './output.ts';

export const values: Command = {
  name: 'values',
  summary: 'Print what the fields of a document say, by their keys',
  usage: 'ID',
  argsMin: 1,
  argsMax: 1,
  options: [],
  examples: ['paraph values 20261121…', 'paraph values 20261121… --json'],
  async run(invocation) {
    const { output, signal } = invocation;
    const { paraph } = await connect(invocation);
    const [envelopeId = ''] = invocation.args;
    const { workspaceId, envelopeId: workflowId } = await paraph.readEnvelope({ envelopeId }, { signal });
    const read = await paraph.readValues({ workspaceId, workflowId }, { signal });
    const rows = Object.entries(read).map(([key, { value, by, atDate }]) => {
      return [key, value ?? '', by ?? '', atDate === null ? '' : timeText(atDate)];
    });
    output.result(read, rows.length === 0 ? [] : columns([['KEY', 'VALUE', 'BY', 'SINCE'], ...rows]));
    if (rows.length === 0) output.note('No field of this document has a key.');
    return EXIT.ok;
  },
};
