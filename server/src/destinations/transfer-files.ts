import { createHash } from 'node:crypto';
import { distinctNames, Fault, foldersOf, retryDelaySeconds, safeFileName } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import { type ArchivedFile, listArchivedFiles, openArchived } from '../court-bundle/archived-files.ts';
import type { GatherDeps } from '../court-bundle/gather-bundle.ts';
import { zipFiles } from '../court-bundle/read-archive.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { randomFraction } from '../platform/ids.ts';
import { outageOf } from '../platform/outage.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { type ByteSource, type Destination, DestinationFault } from './destination.ts';
import {
  findDestinationRow,
  findTransfer,
  finishTransfer,
  type StoredTransfer,
  saveFailedTry,
  saveTransferredFile,
} from './destination-store.ts';
import { enqueueTransfer } from './follow-signed.ts';
import { openDestination } from './open-destination.ts';

// The protocol of a transfer. Each file of a workflow goes through the same three steps, one after another:
//
//   begin   saves under which name it is sent, and the hash of its bytes.
//   put     sends it under the condition that no file of this name is there.
//   compare reads back what is there now. The same bytes: it is there, by whichever try. Other bytes: the name is
//           another's, and the next one is tried, with a number.
//
// - Killed before the end of put: the next try sends it again, or finds it whole.
// - Killed after put: the next try finds bytes of the hash that was saved. So a file that is made anew each time, as
//   the record with its timestamp, is not sent twice either.
// - A server without conditions may overwrite what arrives between looking and sending.
// - Two jobs at once: one has the name, the other compares and finds the same bytes.
// - No transaction and no lock is open while anything is sent.

type TransferDeps = GatherDeps & Pick<Deps, 'vault'>;

/** Names that are tried for one file: more of them are no accident. */
const NAMES_MAX = 50;

export async function transferFiles(deps: TransferDeps, workflowId: number): Promise<void> {
  const transfer = await findTransfer(deps.database, workflowId);
  if (transfer?.state !== 'pending') return;
  try {
    await transferAll(deps, transfer);
    await finishTransfer(deps.database, workflowId, deps.clock.now());
  } catch (error) {
    const isFault = error instanceof Fault || error instanceof PdfRefusal;
    // An outage of this instance is no failure of the destination: the job waits for its end.
    if (!isFault || outageOf(error) !== null) throw error;
    deps.log.warn({ err: error, workflowId }, 'files could not be written to a destination');
    await saveFailure(deps, transfer, error);
  }
}

async function saveFailure(deps: TransferDeps, transfer: StoredTransfer, error: Error): Promise<void> {
  const { workflow_id: workflowId, attempts } = transfer;
  const now = deps.clock.now();
  const isFinal = error instanceof Fault && !error.retryable;
  const delay = isFinal ? null : retryDelaySeconds('notification', attempts + 1, randomFraction(deps.ids));
  const nextAttemptAt = delay === null ? null : addSeconds(now, delay);
  const status = error instanceof DestinationFault ? error.status : null;
  await deps.database.transaction().execute(async (tx) => {
    const failed = { workflowId, attempts, status, cause: error.message, nextAttemptAt };
    const isCounted = await saveFailedTry(tx, failed);
    if (isCounted && nextAttemptAt !== null) await enqueueTransfer(tx, workflowId, nextAttemptAt);
  });
}

async function transferAll(deps: TransferDeps, transfer: StoredTransfer): Promise<void> {
  const row = await findDestinationRow(deps.database, transfer.workspace_id);
  if (!row) throw new Fault('The workspace has no destination any more. Set one up, then try again.');
  const facts = await findWorkflowFacts(deps.database, transfer.workflow_id);
  if (!facts) return;
  const destination = openDestination(deps, row);
  const folders = foldersOf(row.path_pattern, pathValuesOf(facts, transfer));
  await destination.makeFolders(folders);
  for (const file of await listFiles(deps, { facts, transfer, include: row.include }))
    await transferFile(deps, { file, folders, destination, transfer });
}

function pathValuesOf({ workflow, creator }: WorkflowFacts, { created_at: date }: StoredTransfer) {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  return { year, month, day, workflow: workflow.name, sender: creator.name, id: String(workflow.id) };
}

interface FileToSend {
  /** The same at each try. */
  key: string;
  name: string;
  open(): Promise<ByteSource>;
}

interface Wanted {
  facts: WorkflowFacts;
  transfer: StoredTransfer;
  include: readonly string[];
}

async function listFiles(deps: TransferDeps, { facts, transfer, include }: Wanted): Promise<FileToSend[]> {
  const archived = await listArchivedFiles(deps, facts);
  const distinct = distinctNames();
  const wanted: ReadonlySet<string> = new Set(['documents', 'certificate', 'annexes', ...include]);
  const files: FileToSend[] = archived.flatMap((file, index) => {
    if (!wanted.has(file.section)) return [];
    const name = distinct(safeFileName(file.name));
    return [{ key: `${file.section}/${index}`, name, open: () => sourceOf(deps, file) }];
  });
  if (wanted.has('archive')) {
    const open = () => archiveSource(deps, archived, transfer.created_at);
    files.push({ key: 'archive', name: distinct(safeFileName(`${facts.workflow.name}.zip`)), open });
  }
  return files;
}

async function sourceOf(deps: TransferDeps, file: ArchivedFile): Promise<ByteSource> {
  if ('content' in file) return readFrom(async () => file.content);
  const { size, sha256, read } = await openArchived(deps, file);
  return { size, sha256, open: () => piecesOf(read) };
}

/** It is made twice: its size is needed before its first byte is sent, and it may be too large to wait in memory. */
function archiveSource(deps: TransferDeps, files: readonly ArchivedFile[], date: Date): Promise<ByteSource> {
  return readFrom(async () => zipFiles(deps, files, date));
}

type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

async function readFrom(read: () => Promise<Bytes>): Promise<ByteSource> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of piecesOf(read)) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest(), open: () => piecesOf(read) };
}

async function* piecesOf(read: () => Promise<Bytes>): AsyncGenerator<Uint8Array> {
  const bytes = await read();
  if (bytes instanceof Uint8Array) yield bytes;
  else yield* bytes;
}

interface Sending {
  file: FileToSend;
  folders: readonly string[];
  destination: Destination;
  transfer: StoredTransfer;
}

async function transferFile(
  deps: TransferDeps,
  { file, folders, destination, transfer }: Sending,
): Promise<void> {
  const { key } = file;
  const begun = transfer.files[key];
  if (begun?.done) return;
  const source = await file.open();
  const save = (path: string, sha256: Buffer, done: boolean) =>
    saveTransferredFile(deps.database, {
      workflowId: transfer.workflow_id,
      key,
      file: { path, sha256: sha256.toString('hex'), done },
    });
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const steps = [...folders, numbered(file.name, number)];
    const path = steps.join('/');
    // What an earlier try may have sent: other bytes, where the file is made anew each time.
    const earlier = begun?.path === path ? await destination.hash(steps) : null;
    if (earlier !== null && earlier.toString('hex') === begun?.sha256) return save(path, earlier, true);
    await save(path, source.sha256, false);
    const outcome = await destination.put(steps, source);
    if ((await destination.hash(steps))?.equals(source.sha256)) return save(path, source.sha256, true);
    if (outcome === 'stored')
      throw new DestinationFault('The server has not stored the bytes that it was sent.', null);
  }
  throw new Fault(`There are ${NAMES_MAX} other files named ${file.name}; move them away, then try again.`);
}

/** “Lease (sealed) (2).pdf” */
function numbered(name: string, number: number): string {
  return number === 1
    ? name
    : name.replace(/(\.[a-z0-9]{1,8})?$/i, (extension) => ` (${number})${extension}`);
}
