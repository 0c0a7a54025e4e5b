import { Fault } from '@paraph/domain';
import { hasIssued, keyText, parseCertificate } from '@paraph/pades';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import { readCertificatesSince } from '../transparency-log/api.ts';
import { openLogKey } from '../transparency-log/log-key.ts';
import { listCertificatesOf, saveOutsideIssuers } from './certificate-store.ts';
import { certificatesOf, rootCertificates } from './open-authority.ts';
import { listOrigins, type Origin } from './origin-store.ts';

export { listOrigins, type Origin, saveOrigins } from './origin-store.ts';

type OwnDeps = Pick<Deps, 'authority' | 'config' | 'database' | 'vault'>;

/** This instance, and those from which organizations came to it: to evaluate what was signed takes all of them. */
export async function describeOrigins(deps: OwnDeps): Promise<Origin[]> {
  const { authority, config, database } = deps;
  const base64 = (certificates: readonly Buffer[]) => certificates.map((der) => der.toString('base64'));
  const own = {
    baseUrl: config.baseUrl,
    logKey: keyText((await openLogKey(deps)).publicKey),
    roots: base64(rootCertificates(authority)),
    issuing: base64(certificatesOf(authority.issuing)),
    loggedSince: (await readCertificatesSince(database))?.toISOString() ?? null,
  };
  return [own, ...(await listOrigins(database))];
}

/** By which an operator names origins to another one: nothing of them can be changed without another fingerprint. */
export function fingerprintOf(origins: readonly Origin[]): string {
  return sha256(canonicalJson(origins)).toString('hex');
}

/**
 * Says of the certificates of these workflows, which came from other instances, who issued them.
 *
 * @throws Fault for one that none of these origins issued
 */
export async function adoptCertificates(
  tx: Tx,
  origins: readonly Origin[],
  workflowIds: readonly number[],
): Promise<void> {
  const issuers = origins.flatMap(readIssuers);
  for (const workflowId of workflowIds) {
    const { serials, unknown } = await sortByIssuer(tx, issuers, workflowId);
    if (unknown !== null)
      throw new Fault(
        `The certificate ${unknown} of workflow ${workflowId} is of no instance that is named.`,
      );
    for (const [index, of] of serials) await saveOutsideIssuers(tx, of, issuers[index]?.chain ?? []);
  }
}

async function sortByIssuer(reads: Reads, issuers: ReturnType<typeof readIssuers>, workflowId: number) {
  const serials = new Map<number, string[]>();
  for (const { serial, der } of await listCertificatesOf(reads, workflowId)) {
    const certificate = parseCertificate(der);
    const index = issuers.findIndex(({ issuing }) => hasIssued(issuing, certificate));
    if (index < 0 || Buffer.from(certificate.serial).toString('hex') !== serial)
      return { serials, unknown: serial };
    serials.set(index, [...(serials.get(index) ?? []), serial]);
  }
  return { serials, unknown: null };
}

/** Each issuing certificate with the root that issued it. */
function readIssuers({ issuing, roots }: Origin) {
  const parsed = roots.map((text) => parseCertificate(Buffer.from(text, 'base64')));
  return issuing.flatMap((text) => {
    const der = Buffer.from(text, 'base64');
    const certificate = parseCertificate(der);
    const index = parsed.findIndex((root) => hasIssued(root, certificate));
    const root = roots[index];
    return root ? [{ issuing: certificate, chain: [der, Buffer.from(root, 'base64')] }] : [];
  });
}
