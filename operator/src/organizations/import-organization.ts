import { Fault } from '@paraph/domain';
import { adoptTrails } from '@paraph/server/audit/adopt-trails.ts';
import {
  adoptCertificates,
  fingerprintOf,
  listOrigins,
  saveOrigins,
} from '@paraph/server/authority/adopt-certificates.ts';
import { type DatabaseOptions, openDatabase, type Tx } from '@paraph/server/database/database.ts';
import { listMigrations } from '@paraph/server/database/schema-version.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { withBlobLease } from '@paraph/server/files/sweep-files.ts';
import {
  beginStaging,
  checkNumbers,
  checkStaged,
  findPresent,
  insertStaged,
  leaveOut,
  type Staging,
  setArriving,
} from '@paraph/server/organization-moves/api.ts';
import { type Arrived, arrivalHash, arrivalText } from '@paraph/server/organization-moves/arrival.ts';
import { beginningOf, readCell } from '@paraph/server/organization-moves/number-range.ts';
import { adoptRecord } from '@paraph/server/organization-record/adopt-record.ts';
import { findNewestDetail, recordOrganizationEvent } from '@paraph/server/organization-record/api.ts';
import { leafInsertion } from '@paraph/server/transparency-log/api.ts';
import { readOrganizationName } from '@paraph/server/workspaces/api.ts';
import type { Progress } from '../backup/copy-blobs.ts';
import type { Destination } from '../backup/destination.ts';
import type { OrganizationManifest } from './archive.ts';
import { closeSecrets } from './close-secrets.ts';
import { listFiles, listWorkflows, type OwnedFile } from './read-organization.ts';
import { stageRows } from './stage-rows.ts';
import { storeFiles } from './store-files.ts';
import { checkParts, type Reading, withArchive } from './verify-organization.ts';

// An archive is a stranger's until all of it is checked: who wrote it by its signature, from which instances it comes by
// what the operator names, whose its rows are by the statements that take an organization out (`staged-rows-store.ts`),
// and what was signed by the log and the roots of that instance. What it says of people who have an account here is not
// believed. Files are stored before, named by nothing. Everything else is one transaction: before its end there is
// nothing of the organization here, and after a kill only files that a sweep removes.

/** After each, a kill must leave nothing that anyone sees. */
export type ImportStep = 'verified' | 'staged' | 'stored' | 'inserted' | 'adopted' | 'complete';

export interface ImportDeps extends Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'vault'> {
  databaseOptions: DatabaseOptions;
  onProgress?: Progress;
  onStep?: (step: ImportStep) => void | Promise<void>;
}

interface Choice {
  archive: string | undefined;
  /** The fingerprint that the export has printed. */
  origin: string;
}

export interface ImportReport {
  manifest: OrganizationManifest;
  workflows: number;
  /** How many of its people have an account here already, which stays as it is. */
  present: number;
  /** By which the instance that wrote the archive knows that it is here. */
  arrival: string;
}

/** @throws Fault where anything of it is not as it should be; then nothing was changed */
export async function importOrganization(
  deps: ImportDeps,
  destination: Destination,
  { archive, origin }: Choice,
): Promise<ImportReport> {
  return withArchive(deps, { destination, archive }, async (reading) => {
    const beginning = await requireReadable(deps, reading.manifest, origin);
    const proven = await checkParts(reading);
    await deps.onStep?.('verified');
    const holder = `import ${reading.manifest.archive}`;
    return withBlobLease(deps, holder, () => readIn(deps, reading, { beginning, proven }));
  });
}

/** The number after which those of this instance begin. @throws Fault */
async function requireReadable(
  { database }: ImportDeps,
  {
    brokenTrails,
    cell: theirs,
    isFrozen,
    migration,
    organization,
    origins,
    logKey,
    ...rest
  }: OrganizationManifest,
  origin: string,
): Promise<number> {
  const { unreadable, paraph } = rest;
  const cell = (await readCell(database)) ?? 0;
  // These become text of statements and limits of numbers, whatever their writer wrote.
  const isWritten = [organization.id, theirs].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (!isWritten)
    throw new Fault('The manifest of the archive has numbers that are none. Nothing of it was read in.');
  const problems: [boolean, string][] = [
    [
      fingerprintOf(origins) !== origin || origins[0]?.logKey !== logKey,
      `The archive is of the origin ${fingerprintOf(origins)}, and not of ${origin}. Compare with what the export printed.`,
    ],
    [
      !isFrozen,
      'The organization was not frozen: what has changed since would be lost. Export it with --freeze.',
    ],
    [
      unreadable.length > 0,
      `${unreadable.length} of its files were missing or damaged there. Restore them there first.`,
    ],
    [
      brokenTrails.length > 0,
      `${brokenTrails.length} of its trails do not verify there, and would not here.`,
    ],
    [
      migration !== (await listMigrations()).at(-1),
      `It is of Paraph ${paraph}, whose tables are others. Bring both instances to the same version, and export again.`,
    ],
    [
      theirs >= cell,
      `It is of cell ${theirs}, and this instance is cell ${cell}: an organization goes to a greater one (PARAPH_CELL).`,
    ],
    [
      (await readOrganizationName(database, organization.id)) !== '',
      `The organization ${organization.id} is on this instance already. ${await describeArrival(database, organization.id)}`,
    ],
  ];
  const problem = problems.find(([applies]) => applies);
  if (problem) throw new Fault(problem[1]);
  return beginningOf(cell);
}

/** An import that was killed after its end did not say it. */
async function describeArrival(database: ImportDeps['database'], organizationId: number): Promise<string> {
  const detail = await findNewestDetail(database, { organizationId, name: 'organization.moved' });
  return detail ? `It arrived as ${detail.arrival}.` : '';
}

interface Arrival {
  beginning: number;
  proven: ReadonlySet<string>;
}

async function readIn(
  deps: ImportDeps,
  reading: Reading,
  { beginning, proven }: Arrival,
): Promise<ImportReport> {
  const { manifest } = reading;
  // The staged rows are those of one connection, which the transaction has to be on.
  const { database, pool, close } = openDatabase(deps.databaseOptions, {
    connectionsMax: 1,
    statementTimeoutMs: 0,
  });
  try {
    const client = await pool.connect();
    let staged: Awaited<ReturnType<typeof stage>>;
    try {
      staged = await stage(deps, reading, { client, beginning, proven });
    } finally {
      client.release();
    }
    const cell = (await readCell(deps.database)) ?? 0;
    const { archive, logKey, organization } = manifest;
    const arrived = { organizationId: organization.id, archive, logKey, cell };
    await database.transaction().execute(async (tx) => {
      await insertStaged(tx, staged.staging);
      await deps.onStep?.('inserted');
      await adopt(tx, deps, { ...staged, manifest, arrived });
      await deps.onStep?.('adopted');
    });
    await deps.onStep?.('complete');
    const { workflowIds, present } = staged;
    return {
      manifest,
      workflows: workflowIds.length,
      present: present.length,
      arrival: arrivalText(arrived),
    };
  } finally {
    await close();
  }
}

async function stage(
  deps: ImportDeps,
  reading: Reading,
  { client, beginning, proven }: Arrival & { client: Staging['client'] },
) {
  const { organization } = reading.manifest;
  const staging = await beginStaging(client, organization.id);
  await stageRows(staging, reading);
  await checkStaged(staging, organization.id);
  await checkNumbers(staging, beginning);
  const sealed = await requireProven(staging, proven);
  const present = await findPresent(staging);
  await leaveOut(staging, present);
  await closeSecrets(staging, deps.vault, reading);
  await setArriving(staging);
  await deps.onStep?.('staged');
  await storeFiles(deps, staging, reading);
  await deps.onStep?.('stored');
  return { staging, present, sealed, workflowIds: await listWorkflows(staging) };
}

/** The sealed files. @throws Fault where one is not in the log of the instance from which it comes */
async function requireProven(staging: Staging, proven: ReadonlySet<string>): Promise<OwnedFile[]> {
  const { client, rows } = staging;
  const { rows: seals } = await client.query(rows.select('seals', ['file_id'], 'r.file_id is not null'));
  const ids = new Set(seals.map(({ file_id: id }) => Number(id)));
  const sealed = (await listFiles(staging)).filter(({ id }) => ids.has(id));
  const missing = sealed.find(({ sha256 }) => !proven.has(sha256.toString('hex')));
  if (!missing) return sealed;
  throw new Fault(
    `The sealed file ${missing.id} is not proven to be in the log of the instance it comes from.`,
  );
}

interface Adopted extends Awaited<ReturnType<typeof stage>> {
  manifest: OrganizationManifest;
  arrived: Arrived;
}

/** What is proven by keys of the other instance is proven by those of this one from now on. */
async function adopt(
  tx: Tx,
  { vault, clock }: ImportDeps,
  { manifest, arrived, present, sealed, workflowIds }: Adopted,
): Promise<void> {
  const now = clock.now();
  const { organization, baseUrl: from, archive } = manifest;
  // Before all else that the log says of it.
  await leafInsertion(tx, [{ kind: 'events', hash: arrivalHash(arrived) }]).execute();
  await saveOrigins(tx, manifest.origins, now);
  await adoptCertificates(tx, await listOrigins(tx), workflowIds);
  await adoptTrails(tx, { vault, now, detail: { from } }, workflowIds);
  const leaves = sealed.map(({ sha256 }) => ({ kind: 'seal' as const, hash: sha256 }));
  if (leaves.length > 0) await leafInsertion(tx, leaves).execute();
  const formerIds = new Map(present.map(({ there, here }) => [here, there]));
  const formerHead = await adoptRecord(tx, { vault }, { organizationId: organization.id, formerIds });
  const arrival = arrivalText(arrived);
  const detail = { from, archive, arrival, ...(formerHead === null ? {} : { formerHead }) };
  const about = { organizationId: organization.id, actorId: null, now };
  await recordOrganizationEvent(tx, { ...about, name: 'organization.moved', detail });
}
