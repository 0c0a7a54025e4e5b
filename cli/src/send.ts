import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Paraph, WorkflowType } from '../../sdk/src/index.ts';
import { openFile } from '../../sdk/src/node.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { countedFetch } from './counted-fetch.ts';
import { saveSealed } from './download.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { followToEnd } from './follow.ts';
import { planSteps, readPerson } from './people.ts';
import { chooseWorkspace } from './template-address.ts';

const SECONDS_A_DAY = 86_400;

export const send: Command = {
  name: 'send',
  summary: 'Send a PDF, or a document made of a template, to be signed',
  usage: '[FILE] --sign "NAME <address>" …',
  argsMin: 0,
  argsMax: 1,
  takesFiles: true,
  options: [
    {
      name: 'sign',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'signs; consecutive --sign act in parallel',
    },
    {
      name: 'then',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'signs after the previous steps',
    },
    {
      name: 'review',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'approves at this position in the order',
    },
    {
      name: 'or',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'may act in the place of the person before: who acts first takes it',
    },
    {
      name: 'witness',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'signs as witness of the signer before, after them; "asked": the signer names the witness',
    },
    {
      name: 'follower',
      type: 'string',
      multiple: true,
      value: 'PERSON',
      description: 'gets copies of the request and of how it ends, and acts in nothing',
    },
    {
      name: 'annex',
      type: 'string',
      multiple: true,
      value: 'FILE',
      description: 'a file for information: people can download it, and nobody signs it',
    },
    {
      name: 'remind',
      type: 'string',
      value: 'PLAN',
      description: 'automatic reminders in days, as in first=3,every=3,max=5,beforeExpiry=1; or off',
    },
    {
      name: 'template',
      type: 'string',
      value: 'ID',
      description: 'made of a template instead of a file; the people are those it expects, in its order',
    },
    {
      name: 'value',
      type: 'string',
      multiple: true,
      value: 'KEY=TEXT',
      description: 'what a field says, by its key; that of a text anchor is such as text_1',
    },
    {
      name: 'place-fields',
      type: 'boolean',
      description: 'tags in the text of the file, such as {{signature:1}}, become fields',
    },
    { name: 'lock', type: 'boolean', description: 'with --template: signers cannot change these values' },
    {
      name: 'name',
      type: 'string',
      value: 'TEXT',
      description: 'name of the document; default: the file name',
    },
    {
      name: 'type',
      type: 'string',
      value: 'TYPE',
      description: 'signature level: simple (default), advanced or qualified',
    },
    {
      name: 'days',
      type: 'string',
      value: 'N',
      description: 'days until it expires; default of the server: 7',
    },
    {
      name: 'workspace',
      type: 'string',
      value: 'ID',
      description: 'workspace of the document; default: your first one',
    },
    {
      name: 'metadata',
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      description: 'metadata of the document, up to ten',
    },
    {
      name: 'callback',
      type: 'string',
      value: 'URL',
      description: 'receives a notification of every change',
    },
    { name: 'no-attachment', type: 'boolean', description: 'mails carry a link instead of the document' },
    { name: 'wait', type: 'boolean', description: 'wait for a final status' },
    {
      name: 'output',
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'with --wait: path to save the sealed document to',
    },
  ],
  examples: [
    'paraph send contract.pdf --sign "Ada Lovelace <ada@example.com>" --then "Bob Miller <bob@example.com>"',
    'paraph send contract.pdf --review rex@example.com --sign ada@example.com --wait -o signed.pdf',
    'paraph send --template 12 --name "Lease of the mill" --sign "Ada <ada@example.com>" --value rent=1200 --lock',
  ],
  run: sendDocument,
};

async function sendDocument(invocation: Invocation): Promise<number> {
  const { output } = invocation;
  const [path] = invocation.args;
  const templateId = textOf(invocation, 'template');
  if ((path === undefined) === (templateId === null)) {
    throw new CommandError('Give one of the two: a FILE, or --template ID.', EXIT.usage);
  }
  const { paraph, id } = await (templateId === null
    ? sendFile(invocation, path ?? '')
    : sendTemplate(invocation, templateId));
  if (!hasOption(invocation, 'wait')) {
    output.result({ id }, [id]);
    output.note(`Sent. Follow it with: paraph status ${id}`);
    return EXIT.ok;
  }
  output.note(`Sent as ${id}.`);
  return waitForEnd(invocation, { paraph, id });
}

async function sendFile(invocation: Invocation, path: string): Promise<{ paraph: Paraph; id: string }> {
  const { output, signal } = invocation;
  if (hasOption(invocation, 'lock')) throw new CommandError('--lock needs --template.', EXIT.usage);
  const steps = planSteps(invocation.inOrder);
  const annexPaths = (invocation.options.get('annex') ?? []).map(String);
  const sizes = await Promise.all([path, ...annexPaths].map(sizeOf));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const { paraph } = await connect(invocation, {
    fetch: countedFetch((sent) => {
      const percent = Math.min(100, Math.floor((100 * sent) / Math.max(1, size)));
      output.progress(
        percent < 100 ? `Sending ${basename(path)}: ${percent} %` : 'Looking into the document …',
      );
    }),
  });
  const name = textOf(invocation, 'name') ?? basename(path, extname(path));
  const annexed =
    annexPaths.length > 0 ? { annex: await Promise.all(annexPaths.map((each) => openFile(each))) } : {};
  const placing = hasOption(invocation, 'place-fields') ? { placeFields: 'fromText' as const } : {};
  const { id } = await paraph.createQuickEnvelope(
    { ...readForm(invocation), ...annexed, ...placing, name, document: await openFile(path), steps },
    { signal },
  );
  return { paraph, id };
}

async function sendTemplate(
  invocation: Invocation,
  templateId: string,
): Promise<{ paraph: Paraph; id: string }> {
  const { signal } = invocation;
  const name = textOf(invocation, 'name');
  if (name === null) throw new CommandError('Name the document: --name TEXT.', EXIT.usage);
  if (hasOption(invocation, 'type'))
    throw new CommandError('The template says the type; leave --type out.', EXIT.usage);
  if (hasOption(invocation, 'annex'))
    throw new CommandError('The template has its own annexes; leave --annex out.', EXIT.usage);
  if (hasOption(invocation, 'place-fields'))
    throw new CommandError('A template has its fields; leave --place-fields out.', EXIT.usage);
  if (hasOption(invocation, 'or'))
    throw new CommandError('The template says who may stand in for whom; leave --or out.', EXIT.usage);
  if (hasOption(invocation, 'witness'))
    throw new CommandError('The template says who is whose witness; name them by --sign.', EXIT.usage);
  const recipients = planSteps(invocation.inOrder).flatMap((step) => step.recipients);
  const { paraph } = await connect(invocation);
  const workspaceId = await chooseWorkspace(invocation, paraph);
  const form = readForm(invocation);
  const lock = hasOption(invocation, 'lock');
  const { envelopeId } = await paraph.cloneTemplate(
    { ...form, workspaceId, templateId: Number(templateId), name, recipients, lock, hasToBeStarted: true },
    { signal },
  );
  return { paraph, id: envelopeId };
}

async function waitForEnd(
  invocation: Invocation,
  { paraph, id }: { paraph: Paraph; id: string },
): Promise<number> {
  const { output, signal } = invocation;
  const envelope = await followToEnd({ paraph, envelopeId: id, output, signal });
  const wanted = textOf(invocation, 'output');
  const isSigned = envelope.status === 'signed';
  const saved = isSigned && wanted !== null ? await saveSealed({ paraph, envelope, path: wanted }) : [];
  output.result({ id, status: envelope.status, files: saved }, [id, ...saved]);
  output.note(isSigned ? 'Signed by everyone.' : `The document is ${envelope.status}.`);
  return isSigned ? EXIT.ok : EXIT.notSigned;
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) throw new CommandError(`${path} is not a file.`, EXIT.usage);
  return stats.size;
}

/** Validates only syntax; the server enforces the rules. */
function readForm(invocation: Invocation) {
  const type = textOf(invocation, 'type');
  const days = textOf(invocation, 'days');
  const workspace = textOf(invocation, 'workspace');
  const metadata = readMetadata(invocation);
  const values = readPairs(invocation, 'value');
  const preferences = readPreferences(invocation);
  const followers = (invocation.options.get('follower') ?? []).map((each) => {
    return { ...readPerson(String(each)), when: 'both' as const };
  });
  return {
    ...(type === null ? {} : { type: type as WorkflowType }),
    ...(days === null ? {} : { expiryDate: expiryIn(days) }),
    ...(workspace === null ? {} : { workspaceId: Number(workspace) }),
    ...(metadata === null ? {} : { metadata }),
    ...(values === null ? {} : { values }),
    ...(preferences.length === 0 ? {} : { preferences }),
    ...(followers.length === 0 ? {} : { followers }),
  };
}

function expiryIn(days: string): number {
  if (!/^\d{1,3}$/.test(days))
    throw new CommandError(`--days takes a number of days, not "${days}".`, EXIT.usage);
  return Math.floor(Date.now() / 1000) + Number(days) * SECONDS_A_DAY;
}

export function readMetadata(invocation: Invocation): Record<string, string> | null {
  return readPairs(invocation, 'metadata');
}

function readPairs({ options }: Invocation, option: string): Record<string, string> | null {
  const pairs = (options.get(option) ?? []).map((each) => {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(String(each)) ?? [];
    if (key === '') throw new CommandError(`--${option} takes key=value, not "${each}".`, EXIT.usage);
    return [key, value] as const;
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

function readPreferences(invocation: Invocation) {
  const callback = textOf(invocation, 'callback');
  const remind = textOf(invocation, 'remind');
  return [
    ...(remind === null
      ? []
      : // A semicolon would end the command in a shell.
        [{ name: 'WorkflowReminderPreference' as const, value: remind.replaceAll(',', ';') }]),
    ...(hasOption(invocation, 'no-attachment')
      ? [{ name: 'WorkflowMailAttachDocumentPreference' as const, value: '0' }]
      : []),
    ...(callback === null
      ? []
      : [{ name: 'WorkflowNotificationCallbackUrlPreference' as const, value: callback }]),
  ];
}
