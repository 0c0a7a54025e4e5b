import { Fault } from '@paraph/domain';
import {
  augment,
  createSigningJob,
  harmedSignatures,
  PdfRefusal,
  type SigningJob,
  type ValidationReport,
  validate,
} from '@paraph/pades';
import type { StoredBlob } from '@paraph/storage';
import { linkCertificates } from '../authority/open-authority.ts';
import { openRevocation } from '../authority/publish-revocations.ts';
import { listOutsideChainsOf } from '../authority/read-certificates.ts';
import {
  alsoTrusting,
  type LastTimestamp,
  openTimestamping,
  readLastTimestamp,
  timestampDetail,
  trustedRoots,
} from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { savePrefixes } from '../files/check-stored-file.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { openStoredCopy } from '../files/read-stored-file.ts';
import { newFileRow, storeContinued } from '../files/store-file.ts';
import { enqueueAll } from '../jobs/enqueue.ts';
import { addSeconds } from '../platform/clock.ts';
import { outageOf } from '../platform/outage.ts';
import {
  anchorsOf,
  type OutsideChain,
  withProviderRevocation,
} from '../trust-services/provider-certificates.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { listOutsideChains } from './read-seals.ts';
import { FORMER_HASHES, findSeal, listDueRenewals, type Seal, saveRenewed } from './seal-store.ts';
import { SEAL_LEVEL } from './write-seal.ts';

const BATCH = 10_000;

/** Enqueues every document whose last timestamp is due for renewal; runs once a day. */
export async function renewDueSeals(deps: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<void> {
  const now = deps.clock.now();
  const due = await listDueRenewals(deps.database, { now, endingHashes: endingHashes(deps), limit: BATCH });
  // One at a time, so that renewing a large archive does not delay current work.
  const queue = 'renewals';
  await deps.database.transaction().execute((tx) =>
    enqueueAll(
      tx,
      due.map((id) => ({ name: 'renew-seal' as const, id, key: `renew:${id}`, queue })),
    ),
  );
}

/**
 * Appends a newer timestamp to a sealed document, with validation data for the previous one while it is available. The
 * extended file replaces the former one. A failed renewal is retried the next day.
 */
export async function renewSeal(deps: Deps, documentId: number): Promise<void> {
  const seal = await findSeal(deps.database, documentId);
  if (!isDue(seal, deps.clock.now(), endingHashes(deps))) return;
  const { file_id: fileId } = seal;
  const sealed = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!sealed) throw new Fault('The sealed file of a document is missing.');
  try {
    await renew(deps, { ...seal, file_id: fileId }, sealed);
  } catch (error) {
    const isExpected = error instanceof PdfRefusal || error instanceof Fault;
    // It waits for the end of an outage, and not for tomorrow.
    if (!isExpected || outageOf(error) !== null) throw error;
    deps.log.error({ err: error, documentId }, 'a seal could not be renewed; it is tried again tomorrow');
  }
}

type DueSeal = Seal & { file_id: number };

function isDue(seal: Seal | null, now: Date, ending: readonly string[]): seal is DueSeal {
  if (seal?.state !== 'sealed' || seal.file_id === null || seal.renew_at === null) return false;
  return seal.renew_at <= now || dependsOn(seal.timestamp_hashes ?? FORMER_HASHES, ending);
}

function dependsOn(hashes: readonly string[], ending: readonly string[]): boolean {
  return hashes.some((each) => ending.includes(each));
}

/** Leaves time for a whole archive, and for many retries. */
const HASH_AHEAD_DAYS = 365;

/** Hashes in which trust ends within a year. */
function endingHashes({ clock, config }: Pick<Deps, 'clock' | 'config'>): string[] {
  const soon = addSeconds(clock.now(), HASH_AHEAD_DAYS * 86_400);
  return Object.entries(config.hashes.trustedUntil).flatMap(([hash, until]) => (until <= soon ? [hash] : []));
}

async function renew(deps: Deps, seal: DueSeal, sealed: FileFacts): Promise<void> {
  const { copy, hash } = await openStoredCopy(deps, sealed);
  try {
    const job = createSigningJob(copy.source, undefined, hash);
    const chains = await listOutsideChains(deps.database, seal);
    const moved = await listOutsideChainsOf(deps.database, seal.workflow_id);
    const updates = await renewLevel(deps, job, { chains, formerRoots: anchorsOf(moved) });
    const timestamp = readLastTimestamp(deps.authority, job.signatures());
    // Not every night anew: the same again proves nothing more.
    if (dependsOn(timestamp.hashes, endingHashes(deps)))
      throw new Fault(`The timestamps of ${timestamp.authority} still depend on a hash in which trust ends.`);
    const appended = { updates, sha256: job.digest() };
    const blob = await storeContinued(deps, { file: sealed, copy }, appended);
    await commit(deps, seal, { blob, timestamp });
  } finally {
    await copy.close();
  }
}

/** Every signature that has the level must still have it after the renewal, and none may fare worse. */
async function renewLevel(
  deps: Deps,
  job: SigningJob,
  { chains, formerRoots }: { chains: readonly OutsideChain[]; formerRoots: readonly Uint8Array[] },
): Promise<Uint8Array[]> {
  const anchors = [...trustedRoots(deps), ...anchorsOf(chains)];
  const { trustedUntil: digestsTrustedUntil } = deps.config.hashes;
  const evaluate = () => validate(job.source, { anchors, at: deps.clock.now(), digestsTrustedUntil });
  const raisedIn = ({ signatures }: ValidationReport) =>
    signatures.filter(({ level }) => level === SEAL_LEVEL).map(({ fieldName }) => fieldName);
  const before = evaluate();
  const fieldNames = raisedIn(before);
  if (fieldNames.length === 0) throw new Fault('No signature of the file is valid any more.');
  const updates = await augment(job, SEAL_LEVEL, {
    timestamping: alsoTrusting(openTimestamping(deps), formerRoots),
    revocation: withProviderRevocation(deps, chains, openRevocation(deps, [])),
    anchors,
    links: linkCertificates(deps.authority),
    fieldNames,
  });
  const after = evaluate();
  const raised = raisedIn(after);
  const lost = [
    ...fieldNames.filter((name) => !raised.includes(name)),
    ...harmedSignatures(before, after).map(({ fieldName }) => fieldName),
  ];
  if (lost.length > 0) throw new Fault(`Our own check of the renewed file failed at ${lost.join(', ')}.`);
  return updates;
}

async function commit(
  deps: Deps,
  seal: DueSeal,
  { blob, timestamp }: { blob: StoredBlob; timestamp: LastTimestamp },
): Promise<void> {
  const { document_id: documentId, workflow_id: workflowId } = seal;
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const { documents } = await lockWorkflow(tx, workflowId);
    const before = await findSeal(tx, documentId);
    // Another process was faster: the sweeper removes our file.
    if (before?.file_id !== seal.file_id) return;
    const file = newFileRow(blob, { format: 'pdf', now });
    const wholeId = await saveRenewed(tx, documentId, { file, timestamp });
    await savePrefixes(tx, [{ prefixId: seal.file_id, wholeId }], now);
    const detail = {
      documentId,
      name: documents.find((document) => document.id === documentId)?.name ?? '',
      sha256: blob.sha256.toString('hex'),
      level: `PAdES ${SEAL_LEVEL}`,
      timestamp: timestampDetail(timestamp),
    };
    const events = [{ name: 'document.renewed' as const, actor: SERVICE, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
  });
}
