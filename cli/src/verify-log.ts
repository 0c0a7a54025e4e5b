import { readFile, writeFile } from 'node:fs/promises';
import {
  type LogCheckpoint,
  type NoteKey,
  PdfRefusal,
  parseKeyText,
  parseRetainedCheckpoint,
  readCheckpoint,
} from '@paraph/pades';
import { type Command, type Invocation, textOf } from './command.ts';
import { compareLog } from './compare-log.ts';
import { chooseServer } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { type LogFiles, openLogFiles } from './log-files.ts';

export const verifyLog: Command = {
  name: 'verify-log',
  summary: 'Compare the log of seals with checkpoints that were kept',
  usage: '[URL or FOLDER]',
  argsMin: 0,
  argsMax: 1,
  takesFiles: true,
  options: [
    {
      name: 'checkpoint',
      type: 'string',
      multiple: true,
      value: 'FILE',
      description: 'a checkpoint that was kept; may be given several times',
    },
    {
      name: 'key',
      type: 'string',
      value: 'KEY',
      description: 'the key of the log; default: as it is published',
    },
    { name: 'keep', type: 'string', value: 'FILE', description: 'write the newest checkpoint to this file' },
  ],
  examples: [
    'paraph verify-log https://sign.example.com --keep checkpoint-2026.txt',
    'paraph verify-log https://sign.example.com --checkpoint checkpoint-2026.txt',
  ],
  run: verifyPublishedLog,
};

async function verifyPublishedLog(invocation: Invocation): Promise<number> {
  const { output, args } = invocation;
  const files = openLogFiles(args[0] ?? (await chooseServer(invocation)));
  const key = await readKey(files, textOf(invocation, 'key'));
  const note = await readText(files, 'checkpoint');
  const newest = readSigned(note, key);
  const paths = (invocation.options.get('checkpoint') ?? []).map(String);
  const retained = await Promise.all(paths.map(async (path) => readRetained(await readFileText(path), key)));
  const findings = await compareLog(files, newest, retained);
  const keep = textOf(invocation, 'keep');
  if (keep !== null && findings.length === 0) await writeFile(keep, note);
  const { origin, size, root } = newest;
  const rootHash = Buffer.from(root).toString('base64');
  const checkpoints = retained.length === 1 ? 'one kept checkpoint' : `${retained.length} kept checkpoints`;
  const checked = `${origin}: ${size} leaves, root ${rootHash}, compared with ${checkpoints}.`;
  output.result(
    { origin, size, rootHash, compared: retained.map((each) => each.size), findings },
    findings.length === 0
      ? [checked, 'The log only grew.']
      : [checked, ...findings.map(({ message }) => message)],
  );
  return findings.length === 0 ? EXIT.ok : EXIT.notValid;
}

async function readKey(files: LogFiles, keyFile: string | null): Promise<NoteKey> {
  return asCommand(parseKeyText, keyFile ?? (await readText(files, 'key')));
}

function readSigned(note: string, key: NoteKey): LogCheckpoint {
  return asCommand((text) => readCheckpoint(text, key), note);
}

/** The line of a mail has no signature: who kept it knows what the log stated. */
function readRetained(text: string, key: NoteKey): LogCheckpoint {
  if (text.includes('\n\n')) return readSigned(text, key);
  const checkpoint = asCommand(parseRetainedCheckpoint, text);
  if (checkpoint.origin === key.name) return checkpoint;
  throw new CommandError(
    `The checkpoint is of the log ${checkpoint.origin}, not of ${key.name}.`,
    EXIT.notValid,
  );
}

function asCommand<T>(read: (text: string) => T, text: string): T {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new CommandError(error.message, EXIT.notValid);
  }
}

async function readText(files: LogFiles, path: string): Promise<string> {
  const bytes = await files(path);
  if (!bytes) throw new CommandError(`There is no log here: ${path} is missing.`, EXIT.notFound);
  return Buffer.from(bytes).toString();
}

async function readFileText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`, EXIT.usage);
  });
}
