import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyText } from '@paraph/pades';
import { verifyChain } from '@paraph/server/audit/verify-chain.ts';
import { describeOrigins } from '@paraph/server/authority/adopt-certificates.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { StoredFileFault } from '@paraph/server/files/check-stored-file.ts';
import { openStoredFile } from '@paraph/server/files/read-stored-file.ts';
import { withBlobLease } from '@paraph/server/files/sweep-files.ts';
import { findStage, saveArchive } from '@paraph/server/organization-moves/api.ts';
import {
  type FreezeDeps,
  freezeOrganization,
  requireOrganization,
  thawOrganization,
} from '@paraph/server/organization-moves/freeze-organization.ts';
import { readCell } from '@paraph/server/organization-moves/number-range.ts';
import { newKey } from '@paraph/server/platform/ids.ts';
import { openLogKey } from '@paraph/server/transparency-log/log-key.ts';
import { readInclusion } from '@paraph/server/transparency-log/read-inclusion.ts';
import { CHUNK_BYTES } from '@paraph/storage';
import type { Progress } from '../backup/copy-blobs.ts';
import type { Destination } from '../backup/destination.ts';
import { type PartFacts, writePart } from '../backup/part.ts';
import { beginSnapshot, connectPatiently } from '../backup/snapshot-store.ts';
import type { DatabaseDeps } from '../with-database.ts';
import { keyIn, nameIn, type OrganizationManifest, type PartName, storeManifest } from './archive.ts';
import {
  listFiles,
  listLogged,
  listWorkflows,
  type OrganizationReader,
  type OwnedFile,
  openReader,
  readRows,
  readSecrets,
  requireNothingUnderWay,
} from './read-organization.ts';

/** After each, a kill must leave no half archive. */
type ExportStep = 'frozen' | 'read' | 'copied' | 'complete';

export interface ExportDeps
  extends DatabaseDeps,
    Pick<Deps, 'authority' | 'blobs' | 'log'>,
    Pick<FreezeDeps, 'patienceMs'> {
  onProgress?: Progress;
  onStep?: (step: ExportStep) => void | Promise<void>;
}

interface Choice {
  organizationId: number;
  /** Whether nothing of it may change any more, from before its rows are read. */
  freezes: boolean;
}

/**
 * Writes all that belongs to one organization to the destination while the service runs: its rows as of one moment, its
 * files in clear within what is encrypted, the secrets that only this instance opens, and for everything in the log the
 * proof. Where it does not succeed, an organization that it has frozen is thawed; a kill leaves it as it is.
 *
 * @throws Fault where there is no such organization, or a seal of it is under way
 */
export async function exportOrganization(
  deps: ExportDeps,
  destination: Destination,
  { organizationId, freezes }: Choice,
): Promise<OrganizationManifest> {
  const name = await requireOrganization(deps.database, organizationId);
  const before = await findStage(deps.database, organizationId);
  // A freeze that was killed is made whole.
  const isFrozen = freezes || before === 'frozen';
  const archive = `${organizationId}/${nameOf(deps)}`;
  const folder = join(deps.config.dataDir, 'organization-export', newKey(deps.ids));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    if (isFrozen) await freezeOrganization({ ...deps, ...showSettling(deps) }, organizationId);
    await deps.onStep?.('frozen');
    return await withBlobLease(deps, archive, () =>
      writeArchive(deps, destination, {
        ...{ archive, folder, isFrozen },
        organization: { id: organizationId, name },
      }),
    );
  } catch (error) {
    if (freezes && before === null) await thawOrganization(deps, organizationId);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function showSettling({ onProgress }: Pick<ExportDeps, 'onProgress'>): Pick<FreezeDeps, 'onSettling'> {
  let most = 0;
  return {
    onSettling: (left) => {
      most = Math.max(most, left);
      if (most > 0) onProgress?.('settling', most - left, most);
    },
  };
}

/** Sorts by time. */
function nameOf({ clock, ids }: Pick<ExportDeps, 'clock' | 'ids'>): string {
  const time = clock
    .now()
    .toISOString()
    .replace(/[:-]|\.\d{3}/g, '');
  return `${time}-${newKey(ids).slice(0, 8)}`;
}

type Work = Pick<OrganizationManifest, 'archive' | 'isFrozen' | 'organization'> & { folder: string };

async function writeArchive(
  deps: ExportDeps,
  destination: Destination,
  { folder, ...about }: Work,
): Promise<OrganizationManifest> {
  const { archive, organization } = about;
  const takenAt = deps.clock.now().toISOString();
  const parts: Partial<Record<PartName, PartFacts>> = {};
  const put = (name: string, pieces: AsyncIterable<Uint8Array>) =>
    putPart(destination, { archive, folder, name, pieces, ids: deps.ids });
  const write = async (part: PartName, pieces: AsyncIterable<Uint8Array>) => {
    parts[part] = await put(`${part}.part`, pieces);
  };
  const counts: Record<string, number> = {};
  const total = { secrets: 0, proofs: 0 };
  const client = await connectPatiently(deps.databaseOptions);
  let migration: string;
  let read: Awaited<ReturnType<typeof listAll>>;
  try {
    ({ migration } = await beginSnapshot(client));
    const reader = await openReader(client, organization.id);
    await requireNothingUnderWay(reader);
    const onTable = (table: string, rows: number) => {
      counts[table] = rows;
      deps.onProgress?.('tables', Object.keys(counts).length, reader.tables.length);
    };
    await write('rows', readRows(reader, onTable));
    await write(
      'secrets',
      readSecrets(reader, deps.vault, () => (total.secrets += 1)),
    );
    read = await listAll(reader);
  } finally {
    await client.end().catch(() => {});
  }
  await deps.onStep?.('read');
  await write(
    'proofs',
    prove(deps, read.logged, () => (total.proofs += 1)),
  );
  const copied: CopiedFiles = { files: 0, bytes: 0, unreadable: [] };
  await write('files', copyFiles(deps, { files: read.files, put, copied }));
  await deps.onStep?.('copied');
  const brokenTrails = await findBrokenTrails(deps, read.workflows);
  await destination.store.flush?.();
  const manifest: OrganizationManifest = {
    ...{ version: 2, place: destination.id, ...about, takenAt, paraph: deps.config.version, migration },
    ...{
      baseUrl: deps.config.baseUrl,
      logKey: keyText((await openLogKey(deps)).publicKey),
      origins: await describeOrigins(deps),
      cell: (await readCell(deps.database)) ?? 0,
      rows: counts,
      ...total,
      ...copied,
      brokenTrails,
    },
    parts: parts as OrganizationManifest['parts'],
  };
  if (about.isFrozen) await saveArchive(deps.database, organization.id, archive);
  await storeManifest(destination, manifest, { ...deps, folder });
  await deps.onStep?.('complete');
  return manifest;
}

async function listAll(reader: OrganizationReader) {
  const files = await listFiles(reader);
  return { files, workflows: await listWorkflows(reader), logged: await listLogged(reader, files) };
}

interface NewPart extends Pick<ExportDeps, 'ids'> {
  archive: string;
  folder: string;
  name: string;
  pieces: AsyncIterable<Uint8Array>;
}

async function putPart(
  destination: Destination,
  { archive, folder, name, pieces, ids }: NewPart,
): Promise<PartFacts> {
  const path = join(folder, newKey(ids));
  try {
    const facts = await writePart(path, pieces, keyIn(destination, archive, name));
    await destination.store.put(nameIn(archive, name), path, Buffer.from(facts.sha256, 'hex'));
    return facts;
  } finally {
    await rm(path, { force: true });
  }
}

/** What of these is in the log, with the proof for it: a line each. */
async function* prove(
  deps: ExportDeps,
  hashes: readonly Buffer[],
  onProof: () => void,
): AsyncIterable<Buffer> {
  for (const hash of hashes) {
    const inclusion = await readInclusion(deps, hash);
    if (!inclusion) continue;
    yield Buffer.from(`${JSON.stringify({ hash: hash.toString('hex'), ...inclusion })}\n`);
    onProof();
  }
}

type CopiedFiles = Pick<OrganizationManifest, 'files' | 'bytes' | 'unreadable'>;

interface Copying {
  files: readonly OwnedFile[];
  copied: CopiedFiles;
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<PartFacts>;
}

/** Copies each file whose bytes are those of its row, and lists them: hash and size, then those of what is stored. */
async function* copyFiles(deps: ExportDeps, { files, copied, put }: Copying): AsyncIterable<Buffer> {
  const different = new Map(files.map((file) => [file.sha256.toString('hex'), file]));
  for (const [hash, file] of different) {
    const stored = await copyFile(deps, file, (pieces) => put(`files/${hash}.part`, pieces));
    if (stored) {
      copied.files += 1;
      copied.bytes += file.size;
      yield Buffer.from(`${hash}\t${file.size}\t${stored.size}\t${stored.sha256}\n`);
    } else copied.unreadable.push(hash);
    deps.onProgress?.('files', copied.files, different.size);
  }
}

/** Null where it is missing or damaged. */
async function copyFile(
  deps: ExportDeps,
  file: OwnedFile,
  store: (pieces: AsyncIterable<Uint8Array>) => Promise<PartFacts>,
): Promise<PartFacts | null> {
  try {
    const source = await openStoredFile(deps, file);
    try {
      return await store(piecesOf(source));
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof StoredFileFault) return null;
    throw error;
  }
}

async function* piecesOf(source: { size: number; read(offset: number, length: number): Uint8Array }) {
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES)
    yield source.read(offset, Math.min(CHUNK_BYTES, source.size - offset));
}

/** By the keys of this instance, which nobody else can ask later; each trail and its ledger at one moment. */
async function findBrokenTrails(
  { database, vault }: ExportDeps,
  workflows: readonly number[],
): Promise<OrganizationManifest['brokenTrails']> {
  const broken: OrganizationManifest['brokenTrails'] = [];
  for (const workflowId of workflows) {
    const report = await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => verifyChain(tx, { vault }, workflowId));
    if (!report.intact) broken.push({ workflowId, problem: report.problem });
  }
  return broken;
}
