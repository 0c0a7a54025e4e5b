import type { Paraph } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { EXIT } from './exit-code.ts';
import { type FollowedEnvelope, followToEnd, progressText } from './follow.ts';
import { columns, timeText } from './output.ts';

export const status: Command = {
  name: 'status',
  summary: 'Show the progress of a document, or list the newest documents',
  usage: '[ID]',
  argsMin: 0,
  argsMax: 1,
  options: [
    { name: 'wait', type: 'boolean', description: 'wait for a final status' },
    { name: 'limit', type: 'string', value: 'N', description: 'number of documents to list; default 20' },
  ],
  examples: ['paraph status', 'paraph status 20261121… --wait'],
  async run(invocation) {
    const { paraph } = await connect(invocation);
    const [envelopeId] = invocation.args;
    return envelopeId === undefined ? list(invocation, paraph) : show(invocation, { paraph, envelopeId });
  },
};

async function list(invocation: Invocation, paraph: Paraph): Promise<number> {
  const { output, signal } = invocation;
  const limit = Number(textOf(invocation, 'limit') ?? 20);
  const answer = await paraph.listEnvelopes({ limit }, { signal });
  const items = Array.isArray(answer) ? [] : answer.items;
  const rows = items.map((each) => [each.id ?? '', each.status, timeText(each.createDate), each.name]);
  output.result(items, rows.length === 0 ? [] : columns([['ID', 'STATUS', 'CREATED', 'NAME'], ...rows]));
  if (items.length === 0) output.note('No documents yet. Send one: paraph send contract.pdf --sign …');
  return EXIT.ok;
}

async function show(
  invocation: Invocation,
  { paraph, envelopeId }: { paraph: Paraph; envelopeId: string },
): Promise<number> {
  const { output, signal } = invocation;
  const envelope = hasOption(invocation, 'wait')
    ? await followToEnd({ paraph, envelopeId, output, signal })
    : await paraph.readEnvelope({ envelopeId }, { signal });
  output.result(envelope, describe(envelope));
  const isLost = ['declined', 'canceled', 'expired', 'blocked'].includes(envelope.status);
  return isLost ? EXIT.notSigned : EXIT.ok;
}

function describe(envelope: FollowedEnvelope): string[] {
  const names = new Map(envelope.recipients.map(({ id, name }) => [id, name]));
  // The action of who is not needed any more says that it has not begun.
  const members = envelope.choices.flatMap((choice) => choice.members);
  const released = new Set(members.filter((each) => each.status === 'released').map((each) => each.actionId));
  const rows = envelope.steps.flatMap((step) =>
    step.actions.map((action) => [
      `${step.order}.`,
      action.type,
      released.has(action.id) ? 'released' : action.status.replaceAll('_', ' '),
      `${names.get(action.recipientId) ?? ''} <${action.recipientEmail}>`,
      action.comment ? `“${action.comment}”` : '',
    ]),
  );
  return [
    envelope.name,
    progressText(envelope),
    `created ${timeText(envelope.createDate)}, expires ${timeText(envelope.expiryDate)}`,
    ...columns(rows),
  ];
}
