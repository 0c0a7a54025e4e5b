import { readFile } from 'node:fs/promises';
import {
  findLogProofs,
  type LogProof,
  PdfRefusal,
  parseKeyText,
  readCheckpoint,
  type TrustedLog,
  type ValidationReport,
} from '@paraph/pades';
import { type Invocation, textOf } from './command.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { openLogFiles } from './log-files.ts';

export const LOG_OPTIONS = [
  {
    name: 'log-key',
    type: 'string',
    value: 'KEY',
    description: 'the key of the log in which signatures by --ca must be; default: that of the server',
  },
  {
    name: 'log-since',
    type: 'string',
    value: 'TIME',
    description:
      'signatures that are proven to be older need not be in the log; default: as the server says, or none',
  },
  {
    name: 'witness',
    type: 'string',
    multiple: true,
    value: 'KEY',
    description: 'the key of a witness; one of those given must have seen the log with each signature',
  },
  {
    name: 'record',
    type: 'string',
    value: 'FILE',
    description: 'a record of evidence (JSON), which says what witnesses have seen',
  },
] as const;

/** The log that the options name, or that the server publishes; null where none is demanded. */
export async function readDemandedLog(
  invocation: Invocation,
  { roots, server }: { roots: readonly Uint8Array[]; server: string | null },
): Promise<TrustedLog | null> {
  const files = server === null ? null : openLogFiles(server);
  const readText = async (path: string) => {
    const bytes = await files?.(path);
    return bytes ? Buffer.from(bytes).toString().trim() : null;
  };
  const published = await readText('since');
  const keyFile = textOf(invocation, 'log-key') ?? (published === null ? null : await readText('key'));
  if (keyFile === null) return null;
  const { name: origin, publicKey } = readKey(keyFile, 'log-key');
  const since = new Date(textOf(invocation, 'log-since') ?? published ?? 0);
  if (Number.isNaN(since.getTime()))
    throw new CommandError('--log-since takes a time such as 2026-11-24T12:00:00Z.', EXIT.usage);
  const witnesses = (invocation.options.get('witness') ?? []).map((text) => readKey(String(text), 'witness'));
  const laterProofs = await readRecord(textOf(invocation, 'record'));
  // The epoch stands for everything, also for what claims to be older.
  return { roots, origin, publicKey, since: since.getTime() === 0 ? null : since, witnesses, laterProofs };
}

/**
 * The same with what the server has of the leaves that a report states; null where there are none. A proof alone would
 * let through what was proven in another log under a copy of the keys.
 */
export async function lookIntoLog(
  log: TrustedLog,
  { signatures }: ValidationReport,
  server: string,
): Promise<TrustedLog | null> {
  const leaves = signatures.flatMap(({ log: stated }) => stated?.leaf ?? []);
  const files = openLogFiles(server);
  const newest = Buffer.from((await files('checkpoint')) ?? []).toString();
  if (leaves.length === 0) return null;
  const { name, publicKey } = { name: log.origin, publicKey: log.publicKey };
  const { size } = refusedAs(EXIT.notValid, () =>
    readCheckpoint(newest, { name, publicKey, kind: 'signature' }),
  );
  const proofs = await Promise.all(
    leaves.map(async ({ entry }) => {
      const [, hash] = /([0-9a-f]{64})\n$/.exec(entry) ?? [];
      const answer = hash === undefined ? null : await files(`proof/${hash}/${size}`);
      return answer ? findLogProofs(JSON.parse(Buffer.from(answer).toString())) : [];
    }),
  );
  const found = new Map(proofs.flat().map(({ index, entry }) => [index, entry]));
  const laterProofs = [...(log.laterProofs ?? []), ...proofs.flat()];
  return { ...log, laterProofs, findEntry: (index) => found.get(index) ?? null };
}

async function readRecord(path: string | null): Promise<LogProof[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`, EXIT.usage);
  });
  try {
    return findLogProofs(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} is no record of evidence: it is no JSON.`, EXIT.usage);
  }
}

function readKey(text: string, option: 'log-key' | 'witness') {
  const key = refusedAs(EXIT.usage, () => parseKeyText(text));
  if ((key.kind === 'cosignature') === (option === 'witness')) return key;
  throw new CommandError(
    `--${option} was given the key of a ${option === 'witness' ? 'log' : 'witness'}.`,
    EXIT.usage,
  );
}

function refusedAs<T>(code: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    throw new CommandError(error.message, code);
  }
}
