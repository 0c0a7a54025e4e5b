import { type Command, hasOption } from './command.ts';
import { connect } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { timeText } from './output.ts';

export const inPerson: Command = {
  name: 'in-person',
  summary: 'Let a recipient sign on this device, or copy a link for them, once',
  usage: 'ID EMAIL',
  argsMin: 2,
  argsMax: 2,
  options: [{ name: 'link', type: 'boolean', description: 'a link to pass on, for 15 minutes' }],
  examples: [
    'paraph in-person 20261121… ada@example.com',
    'paraph in-person 20261121… ada@example.com --link',
  ],
  async run(invocation) {
    const { output, signal } = invocation;
    const { paraph } = await connect(invocation);
    const [envelopeId = '', email = ''] = invocation.args;
    const envelope = await paraph.readEnvelope({ envelopeId }, { signal });
    const { workspaceId, envelopeId: workflowId, recipients } = envelope;
    const recipient = recipients.find((each) => each.email.toLowerCase() === email.toLowerCase());
    if (!recipient) {
      const named = recipients.map((each) => each.email).join(', ');
      throw new CommandError(`Nobody with this address is asked; the recipients are ${named}.`, EXIT.usage);
    }
    const way = hasOption(invocation, 'link') ? 'link' : 'device';
    const ids = { workspaceId, workflowId, recipientId: recipient.id };
    const made = await paraph.createInPersonSession({ ...ids, way }, { signal });
    output.result(made, [made.url]);
    output.note(
      `It opens the document in the name of ${recipient.name}, once, until ${timeText(made.expiresDate)}.`,
    );
    return EXIT.ok;
  },
};
