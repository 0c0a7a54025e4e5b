import { readFile, writeFile } from 'node:fs/promises';
import {
  cosignedAt,
  type LogCheckpoint,
  type NoteKey,
  PdfRefusal,
  parseKeyText,
  parseNote,
  parseRetainedCheckpoint,
  readCheckpoint,
} from '@paraph/pades';
import { type Command, type Invocation, textOf } from './command.ts';
import { compareLog, type LogFinding } from './compare-log.ts';
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
    {
      name: 'witness',
      type: 'string',
      multiple: true,
      value: 'KEY',
      description:
        'the key of a witness, name+id+key, that must have seen the log; may be given several times',
    },
    { name: 'keep', type: 'string', value: 'FILE', description: 'write the newest checkpoint to this file' },
  ],
  examples: [
    'paraph verify-log https://sign.example.com --keep checkpoint-2026.txt',
    'paraph verify-log https://sign.example.com --checkpoint checkpoint-2026.txt',
    'paraph verify-log https://sign.example.com --witness witness.example/one+a1b2c3d4+BASE64',
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
  const witnesses = (invocation.options.get('witness') ?? []).map((text) => readWitnessKey(String(text)));
  const seen = await Promise.all(witnesses.map((witness) => findSeen(files, { note, key, witness })));
  const known = seen.flatMap((each) => (each.seenAt === null ? [] : [each.checkpoint]));
  const findings = [
    ...(await compareLog(files, newest, [...retained, ...known])),
    ...seen.flatMap(({ name, seenAt }): LogFinding[] =>
      seenAt === null
        ? [{ kind: 'unseen', message: `The witness ${name} has seen no checkpoint of it.` }]
        : [],
    ),
  ];
  const keep = textOf(invocation, 'keep');
  if (keep !== null && findings.length === 0) await writeFile(keep, note);
  const { origin, size, root } = newest;
  const rootHash = Buffer.from(root).toString('base64');
  const checked = `${origin}: ${size} leaves, root ${rootHash}, ${describeCompared(retained.length)}.`;
  const said = seen.flatMap(({ name, seenAt, checkpoint }) =>
    seenAt === null ? [] : [`Seen by ${name} at ${seenAt.toISOString()}, with ${checkpoint.size} leaves.`],
  );
  const hasOlder = retained.length + known.length > 0;
  const verdict = hasOlder
    ? 'The log only grew.'
    : 'It is consistent in itself; nothing kept to compare with.';
  const lines = findings.length === 0 ? [...said, verdict] : findings.map(({ message }) => message);
  const seenBy = seen.map(({ name, seenAt, checkpoint }) => ({
    ...{ name, seenAt: seenAt?.toISOString() ?? null },
    size: seenAt === null ? null : checkpoint.size,
  }));
  output.result(
    { origin, size, rootHash, compared: retained.map((each) => each.size), witnesses: seenBy, findings },
    [checked, ...lines],
  );
  return findings.length === 0 ? EXIT.ok : EXIT.notValid;
}

function describeCompared(count: number): string {
  if (count === 0) return 'compared with nothing';
  return `compared with ${count === 1 ? 'one kept checkpoint' : `${count} kept checkpoints`}`;
}

function readWitnessKey(text: string): NoteKey {
  const key = asCommand(parseKeyText, text);
  if (key.kind === 'cosignature') return key;
  throw new CommandError('This is the key of a log, not of a witness.', EXIT.usage);
}

/** A log publishes a checkpoint an hour, with the witnesses that had seen it by then. */
const SEARCHED_MAX = 24;

interface Seen {
  name: string;
  /** Null: the witness signed none of the checkpoints that were searched. */
  seenAt: Date | null;
  checkpoint: LogCheckpoint;
}

/** The newest checkpoint that a witness signed. What is newer than a minute it may not have seen yet. */
async function findSeen(
  files: LogFiles,
  { note, key, witness }: { note: string; key: NoteKey; witness: NoteKey },
): Promise<Seen> {
  const listed = Buffer.from((await files('checkpoints')) ?? []).toString();
  const sizes = (listed.match(/^\d+$/gm) ?? []).slice(0, SEARCHED_MAX);
  const { name } = witness;
  let text = note;
  for (;;) {
    const seenAt = asCommand((each) => cosignedAt(parseNote(each), witness), text);
    if (seenAt) return { name, seenAt, checkpoint: readSigned(text, key) };
    const next = sizes.shift();
    if (next === undefined) return { name, seenAt: null, checkpoint: readSigned(note, key) };
    text = await readText(files, `checkpoints/${next}`);
  }
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
