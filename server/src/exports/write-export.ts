import { Fault, isExportOpen, LIMITS, ShownFault } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import type { StoredBlob } from '@paraph/storage';
import { findUserById } from '../accounts/api.ts';
import type { GatherDeps } from '../court-bundle/gather-bundle.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { removeBlobs } from '../files/delete-files.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { outageOf } from '../platform/outage.ts';
import { endZip, openDirectory, writeZipEntry, type ZipDirectory, type ZipEntry } from '../platform/zip.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { maySeeBy } from '../workflows/reading/read-workflow.ts';
import { findWorkspaceAccess, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { endExport } from './end-exports.ts';
import {
  appendParts,
  findExport,
  listDirectories,
  listMembers,
  lockExport,
  type Member,
  readLines,
  type StoredExport,
  saveExport,
  saveMembers,
  type WrittenMember,
} from './export-store.ts';
import { writeKey } from './make-export.ts';
import { gatherWorkflow, INDEX_FILE, INDEX_HEAD, lineWithout } from './workflow-files.ts';

// The protocol of an export. Each run of the job writes some workflows, and ends with one transaction.
//
//   read    which workflows come next, and the round of the export.
//   write   their files behind the archive so far, as blobs that no row names yet.
//   add     names the blobs as parts of the archive, says how far it is, and enqueues the next run: if the export is
//           where it was when it was read, and in the same round. The last run writes the index and the directory.
//
// - Killed before add: the sweeper removes the blobs, and the next run writes the same workflows.
// - Two jobs at once: the second one finds the export further than it was, and throws its blobs away.
// - A workflow is erased: its transaction begins a new round, so that what was read of it before is not added; where it
//   was written already, the archive begins anew without it (`releaseExports`).
// - Only `done` offers the archive, which is set with its last part: half an archive is never read.

type WriteDeps = GatherDeps & Pick<Deps, 'config'>;

/** A mail that is about no workflow; passed in by the composition root. */
export type QueueMail = (
  tx: Tx,
  mail: {
    kind: 'export_ready';
    toEmail: string;
    toName: string | null;
    detail: Record<string, unknown>;
    now: Date;
  },
) => Promise<unknown>;

/** What one run writes at most, so that others come between and progress is seen. */
const RUN = { workflows: 25, bytes: 64 * 1024 * 1024 };
/** What of an archive is in memory, and the size of the blobs that it lies in. */
const PART_BYTES = 8 * 1024 * 1024;

export async function writeExport(
  deps: WriteDeps,
  exportId: number,
  { queueMail, run = RUN }: { queueMail: QueueMail; run?: typeof RUN },
): Promise<void> {
  const job = await findExport(deps.database, exportId);
  if (!job || !isExportOpen(job.state)) return;
  const who = { userId: job.creator_id, organizationId: job.reach_organization_id };
  const access = await findWorkspaceAccess(deps.database, who, job.workspace_id);
  if (!access) return endExport(deps, exportId, { state: 'failed', problem: NO_MEMBER });
  const members = await listMembers(deps.database, exportId, { after: job.done, limit: run.workflows });
  const section = openSection(deps, job.size);
  const written: WrittenMember[] = [];
  try {
    for (const member of members) {
      if (section.bytes() >= run.bytes) break;
      written.push(await writeMember(deps, { job, member, access }, section));
    }
    const isLast = job.done + written.length >= job.workflows;
    if (isLast) await writeEnd(deps, { job, written }, section);
    if (job.size + section.bytes() > LIMITS.exportBytesMax) {
      await removeBlobs(deps, keysOf(await section.end()));
      return endExport(deps, exportId, { state: 'failed', problem: TOO_LARGE });
    }
    await addRun(deps, { job, written, isLast, queueMail }, section);
  } catch (error) {
    await removeBlobs(deps, section.keys());
    throw error;
  }
}

const NO_MEMBER = 'Who asked for it does not belong to this workspace any more.';
const TOO_LARGE = `The archive would be larger than ${LIMITS.exportBytesMax / 1024 ** 3} GiB. Narrow the filter, or leave something out.`;

const keysOf = (blobs: readonly StoredBlob[]) => blobs.map(({ key }) => key);

interface Writing {
  job: StoredExport;
  member: Member;
  access: WorkspaceAccess;
}

/** Writes one workflow wholly or not at all. */
async function writeMember(
  deps: WriteDeps,
  { job, member: { position, workflowId }, access }: Writing,
  section: Section,
): Promise<WrittenMember> {
  const skip = (reason: string) => ({ position, line: lineWithout(workflowId, reason), isSkipped: true });
  const facts = await findWorkflowFacts(deps.database, workflowId);
  if (!facts) return skip('It was deleted.');
  if (!maySeeBy([access], facts)) return skip('Who asked for the export may not see it any more.');
  const goBack = section.mark();
  try {
    const { entries, line } = await gatherWorkflow(deps, facts, job.contents);
    for await (const entry of entries) await section.write(entry);
    return { position, line: line(), isSkipped: false };
  } catch (error) {
    const isFault = error instanceof Fault || error instanceof PdfRefusal;
    // An outage of this instance is not the workflow's: the job waits for its end.
    if (!isFault || outageOf(error) !== null) throw error;
    deps.log.warn({ err: error, workflowId }, 'a workflow was left out of an export');
    await removeBlobs(deps, keysOf(goBack()));
    const reason = error instanceof ShownFault ? error.message : 'One of its files cannot be read.';
    return skip(reason);
  }
}

interface Run {
  job: StoredExport;
  written: readonly WrittenMember[];
}

async function writeEnd(deps: WriteDeps, { job, written }: Run, section: Section): Promise<void> {
  const lines = [...(await readLines(deps.database, job.id)), ...written.map(({ line }) => line)];
  const content = Buffer.from(`${INDEX_HEAD}${lines.join('')}`);
  await section.write({ name: INDEX_FILE, modifiedAt: deps.clock.now(), content });
  const whole = openDirectory();
  for (const { records, files } of await listDirectories(deps.database, job.id)) whole.add(records, files);
  await section.close(whole);
}

async function addRun(
  deps: WriteDeps,
  { job, written, isLast, queueMail }: Run & { isLast: boolean; queueMail: QueueMail },
  section: Section,
): Promise<void> {
  const stored = await section.end();
  const now = deps.clock.now();
  const isAdded = await deps.database.transaction().execute(async (tx) => {
    const current = await lockExport(tx, job.id);
    if (!current || !isExportOpen(current.state)) return false;
    if (current.round !== job.round || current.done !== job.done) {
      await enqueue(tx, { name: 'write-export', id: job.id, key: writeKey(job.id) });
      return false;
    }
    await saveMembers(tx, job.id, written);
    const { files, records } = section.directory();
    for (const [index, blob] of stored.entries()) {
      const isEnd = index === stored.length - 1;
      const about = isEnd ? { files, records } : { files: 0, records: Buffer.alloc(0) };
      const fileId = await insertFile(tx, blob, { format: 'zip', now });
      await appendParts(tx, job.id, [{ fileId, size: blob.size, ...about }]);
    }
    const progress = {
      done: job.done + written.length,
      skipped: job.skipped + written.filter(({ isSkipped }) => isSkipped).length,
      size: job.size + section.bytes(),
      started_at: job.started_at ?? now,
    };
    if (!isLast) {
      await saveExport(tx, job.id, { state: 'running', ...progress });
      await enqueue(tx, { name: 'write-export', id: job.id, key: writeKey(job.id) });
      return true;
    }
    const ended = { ended_at: now, expires_at: addSeconds(now, LIMITS.exportSeconds) };
    await saveExport(tx, job.id, { state: 'done', ...progress, ...ended });
    await tellCreator(tx, { job, skipped: progress.skipped, now }, queueMail);
    return true;
  });
  if (!isAdded) await removeBlobs(deps, keysOf(stored));
}

async function tellCreator(
  tx: Tx,
  { job, skipped, now }: { job: StoredExport; skipped: number; now: Date },
  queueMail: QueueMail,
): Promise<void> {
  const creator = await findUserById(tx, job.creator_id);
  if (!creator) return;
  const detail = { workspaceId: job.workspace_id, workflows: job.workflows - skipped, skipped };
  await queueMail(tx, {
    kind: 'export_ready',
    toEmail: creator.email,
    toName: creator.name,
    detail,
    now,
  });
}

type Section = ReturnType<typeof openSection>;

/** What a run writes behind the archive so far: blobs, and what is too short for one yet. */
function openSection(deps: Pick<Deps, 'blobs'>, begin: number) {
  let blobs: StoredBlob[] = [];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let bytes = 0;
  let records: { record: Buffer; files: number }[] = [];
  const directory: Pick<ZipDirectory, 'add'> = {
    add: (record, files = 1) => {
      records.push({ record: Buffer.from(record), files });
    },
  };
  const flush = async () => {
    if (pendingBytes === 0) return;
    blobs.push(await storeBytes(deps, Buffer.concat(pending)));
    pending = [];
    pendingBytes = 0;
  };
  const append = async (chunk: Buffer) => {
    // A chunk is valid until the next one is asked for.
    pending.push(Buffer.from(chunk));
    pendingBytes += chunk.length;
    bytes += chunk.length;
    if (pendingBytes >= PART_BYTES) await flush();
  };
  return {
    bytes: () => bytes,
    keys: () => keysOf(blobs),
    write: async (entry: ZipEntry) => {
      for await (const chunk of writeZipEntry(entry, { offset: begin + bytes, directory }))
        await append(chunk);
    },
    /** Where it is now; to go back there answers the blobs that were stored since. */
    mark: () => {
      const before = {
        pending: [...pending],
        pendingBytes,
        bytes,
        blobs: blobs.length,
        records: records.length,
      };
      return () => {
        const since = blobs.slice(before.blobs);
        blobs = blobs.slice(0, before.blobs);
        records = records.slice(0, before.records);
        ({ pending, pendingBytes, bytes } = before);
        return since;
      };
    },
    /** Ends the archive with the directory of all of its files. */
    close: async (whole: ZipDirectory) => {
      for (const { record, files } of records) whole.add(record, files);
      for (const block of endZip(whole, begin + bytes)) await append(block);
    },
    end: async () => {
      await flush();
      return blobs;
    },
    directory: () => ({
      files: records.reduce((sum, { files }) => sum + files, 0),
      records: Buffer.concat(records.map(({ record }) => record)),
    }),
  };
}
