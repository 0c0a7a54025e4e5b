import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationSeal, Paraph } from '../../sdk/src/index.ts';
import { openFile } from '../../sdk/src/node.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { requireFree, saveFile } from './download.ts';
import { EXIT } from './exit-code.ts';
import { explainMissing, SEAL_SCOPE } from './login.ts';
import { readMetadata } from './send.ts';

const PAUSE_MS = 2_000;

export const seal: Command = {
  name: 'seal',
  summary: 'Seal a PDF in the name of your organization',
  usage: 'FILE',
  argsMin: 1,
  argsMax: 1,
  takesFiles: true,
  options: [
    { name: 'name', type: 'string', value: 'TEXT', description: 'name in lists; default: the file name' },
    {
      name: 'workspace',
      type: 'string',
      value: 'ID',
      description: 'workspace of the seal; default: your first one',
    },
    {
      name: 'metadata',
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      description: 'metadata of the seal, up to ten',
    },
    {
      name: 'output',
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'path to save to; default: FILE with “(sealed)” after its name',
    },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
  ],
  examples: ['paraph seal payslip.pdf -o sealed.pdf', 'paraph seal invoice.pdf --metadata customer=4711'],
  run: sealDocument,
};

async function sealDocument(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const [path = ''] = invocation.args;
  const extension = extname(path);
  const saved =
    textOf(invocation, 'output') ?? `${path.slice(0, path.length - extension.length)} (sealed).pdf`;
  await requireFree(saved, hasOption(invocation, 'force'));
  const { paraph } = await connect(invocation);
  const workspace = textOf(invocation, 'workspace');
  const metadata = readMetadata(invocation);
  const form = {
    document: await openFile(path),
    name: textOf(invocation, 'name') ?? basename(path, extension),
    ...(workspace === null ? {} : { workspaceId: Number(workspace) }),
    ...(metadata === null ? {} : { metadata }),
  };
  const asked = await paraph.createSeal(form, { signal }).catch(explainMissing(SEAL_SCOPE));
  const made = await waitForSeal(invocation, { paraph, seal: asked });
  const isMade = made.status === 'completed';
  if (isMade) await saveFile(await paraph.readSealedFile({ sealId: made.id }, { signal }), saved);
  const files = isMade ? [saved] : [];
  output.result({ id: made.id, status: made.status, cause: made.cause, files }, [made.id, ...files]);
  if (!isMade) output.note(`The seal failed: ${made.cause}`);
  return isMade ? EXIT.ok : EXIT.notSigned;
}

async function waitForSeal(
  { output, signal }: Invocation,
  { paraph, seal: asked }: { paraph: Paraph; seal: OrganizationSeal },
): Promise<OrganizationSeal> {
  let current = asked;
  if (current.status === 'pending') output.note(current.cause ?? 'The seal is being made …');
  while (current.status === 'pending') {
    await sleep(PAUSE_MS, undefined, { signal });
    current = await paraph.readSeal({ sealId: asked.id }, { signal });
  }
  return current;
}
