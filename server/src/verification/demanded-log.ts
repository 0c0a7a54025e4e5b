import type { DemandedLog, EvaluatedFile, EvaluatedSignature } from '@paraph/intake';
import { keyText, parseKeyText } from '@paraph/pades';
import { listOrigins, type Origin } from '../authority/adopt-certificates.ts';
import { certificatesOf, rootCertificates } from '../authority/open-authority.ts';
import type { Deps } from '../deps.ts';
import { readCertificatesSince } from '../transparency-log/api.ts';
import { openLogKey, originOf } from '../transparency-log/log-key.ts';
import { findEntry, readSightings } from '../transparency-log/read-inclusion.ts';

export type LogDeps = Pick<Deps, 'authority' | 'clock' | 'config' | 'database' | 'vault'>;

/** Those of this instance and of the instances from which organizations came. */
export async function readDemandedLogs(deps: LogDeps): Promise<DemandedLog[]> {
  const origins = await listOrigins(deps.database);
  return [...(await readOwnLog(deps)), ...origins.flatMap(logOf)];
}

/** Whether it is the log of this instance, and not of one from which organizations came. */
export function isOwnLog(deps: Pick<Deps, 'config'>, { key }: DemandedLog): boolean {
  return parseKeyText(key).name === originOf(deps);
}

/** As that instance demanded its log when it was named; its witnesses are not known here. */
function logOf({ issuing, logKey: key, loggedSince, roots }: Origin): DemandedLog[] {
  if (loggedSince === null) return [];
  const log = { roots: [...roots, ...issuing], key, witnesses: [], laterProofs: [], entries: null };
  return [{ ...log, sinceMs: msSince(new Date(loggedSince)) }];
}

/** The epoch stands for everything, also for what claims to be older. */
function msSince(since: Date): number | null {
  return since.getTime() === 0 ? null : since.getTime();
}

/**
 * The log of this instance, without which signatures below its roots count for nothing; none where it does not demand
 * that yet. No witness is demanded: a signature has no cosignature, and the log itself is at hand.
 */
async function readOwnLog(deps: LogDeps): Promise<DemandedLog[]> {
  const { authority, database } = deps;
  const since = await readCertificatesSince(database);
  if (!since) return [];
  const { publicKey } = await openLogKey(deps);
  const roots = [...rootCertificates(authority), ...certificatesOf(authority.issuing)];
  return [
    {
      roots: roots.map((der) => der.toString('base64')),
      key: keyText(publicKey),
      sinceMs: msSince(since),
      witnesses: [],
      laterProofs: [],
      entries: null,
    },
  ];
}

/**
 * Compares the leaves that signatures state with those of the log itself. A proof alone would let through what was
 * proven in another log under a copy of the keys.
 *
 * @returns what the log has at these indexes; null where that is what the signatures state
 */
export async function findOtherEntries(
  { config, database }: LogDeps,
  { signatures }: EvaluatedFile,
): Promise<DemandedLog['entries']> {
  const leaves = signatures
    .filter((each) => isLogged({ config }, each))
    .flatMap(({ log }) => log?.leaf ?? []);
  const entries = await Promise.all(
    leaves.map(async ({ index }) => [index, await findEntry(database, index)] as const),
  );
  const isSame = entries.every(([, entry], order) => entry === leaves[order]?.entry);
  return isSame ? null : entries.map(([index, entry]) => [index, entry]);
}

/** Adds which witnesses have seen the leaves since. */
export async function addSightings(deps: LogDeps, evaluated: EvaluatedFile): Promise<EvaluatedFile> {
  const signatures = evaluated.signatures.map(async (signature) => {
    const { log } = signature;
    if (!log?.leaf || !isLogged(deps, signature)) return signature;
    const seen = await readSightings(deps, log.leaf.index);
    const seenBy = seen.map(({ name, seenAt }) => ({ name, seenAt: Math.floor(seenAt.getTime() / 1000) }));
    return { ...signature, log: { ...log, seenBy } };
  });
  return { ...evaluated, signatures: await Promise.all(signatures) };
}

/** In the log of this instance; that of another one is not at hand. */
function isLogged(deps: Pick<Deps, 'config'>, { log }: EvaluatedSignature): boolean {
  return log?.state === 'logged' && log.origin === originOf(deps);
}
