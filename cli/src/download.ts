import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Paraph, QuickEnvelope } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';

export const download: Command = {
  name: 'download',
  summary: 'Save the sealed document',
  usage: 'ID',
  argsMin: 1,
  argsMax: 1,
  options: [
    {
      name: 'output',
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'path to save to; default: the name of the document',
    },
    {
      name: 'unsigned',
      type: 'boolean',
      description: 'save the document in its present state, even if it is not signed',
    },
    {
      name: 'court-bundle',
      type: 'boolean',
      description: 'save the court bundle instead: all that proves it, as a ZIP file',
    },
    {
      name: 'archive',
      type: 'boolean',
      description: 'save all files instead: documents, certificate, record and attachments, as a ZIP file',
    },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
  ],
  examples: ['paraph download 20261121… -o signed.pdf'],
  run: saveDocument,
};

/** Files that the service makes of a whole workflow. */
const MADE_FILES = [
  { option: 'court-bundle', fileName: 'court-bundle.zip', operation: 'readCourtBundle' },
  { option: 'archive', fileName: 'archive.zip', operation: 'readArchive' },
] as const;

async function saveDocument(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const [envelopeId = ''] = invocation.args;
  const { paraph } = await connect(invocation);
  const envelope = await paraph.readQuickEnvelope({ envelopeId }, { signal });
  const made = MADE_FILES.find(({ option }) => hasOption(invocation, option));
  const needsSigned = made?.option !== 'archive' && !hasOption(invocation, 'unsigned');
  if (envelope.status !== 'signed' && needsSigned) {
    throw new CommandError(
      `The document is ${envelope.status}, not signed. Add --unsigned to save it in its present state.`,
      EXIT.notSigned,
    );
  }
  const path = textOf(invocation, 'output') ?? made?.fileName ?? fileNameOf(envelope);
  const save = { paraph, envelope, path, mayReplace: hasOption(invocation, 'force') };
  const files = made ? await saveMade(save, made) : await saveSealed(save);
  output.result({ id: envelopeId, status: envelope.status, files }, files);
  return EXIT.ok;
}

export interface SaveOptions {
  paraph: Paraph;
  envelope: QuickEnvelope;
  path: string;
  mayReplace?: boolean;
}

async function saveMade(
  { paraph, envelope, path, mayReplace = false }: SaveOptions,
  { operation }: (typeof MADE_FILES)[number],
): Promise<string[]> {
  await requireFree(path, mayReplace);
  const { workspaceId } = await paraph.readEnvelope({ envelopeId: envelope.id });
  await saveFile(await paraph[operation]({ workspaceId, workflowId: envelope.id }), path);
  return [path];
}

export async function requireFree(path: string, mayReplace: boolean): Promise<void> {
  if (mayReplace || !(await stat(path).catch(() => null))) return;
  throw new CommandError(`${path} already exists. Add --force to overwrite it.`, EXIT.usage);
}

/** Saves every document, the second as `name-2.pdf` and so on; returns the paths. */
export async function saveSealed({
  paraph,
  envelope,
  path,
  mayReplace = false,
}: SaveOptions): Promise<string[]> {
  const paths = envelope.documents.map((_, index) => numbered(path, index));
  for (const each of paths) await requireFree(each, mayReplace);
  for (const [index, document] of envelope.documents.entries()) {
    await saveFile(await paraph.download(document.file.file), paths[index] ?? path);
  }
  return paths;
}

/** Writes to a temporary file first, so that an interrupted download leaves no incomplete document. */
export async function saveFile(answer: Response, path: string): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function numbered(path: string, index: number): string {
  if (index === 0) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${index + 1}${extension}`;
}

/** The name is untrusted: removes everything that could lead to another folder. */
function fileNameOf({ documents, name }: QuickEnvelope): string {
  const fileName = documents[0]?.file.name || `${name}.pdf`;
  const safe = fileName.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
  return join('.', safe.toLowerCase().endsWith('.pdf') ? safe : `${safe}.pdf`);
}
