import type { Hash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import {
  augment,
  type ByteSource,
  buildSignedAttributes,
  coveredDigest,
  createSigningJob,
  finishSignature,
  type SigningJob,
  signatureAlgorithms,
} from '@paraph/pades';
import type { CertifiedPerson, CertifyDeps } from '../authority/certify-key.ts';
import {
  type IssuedCertificate,
  issueCertificates,
  oneTimeAlgorithm,
  signatureRoom,
} from '../authority/issue-certificate.ts';
import { linkCertificates, rootCertificates } from '../authority/open-authority.ts';
import { openRevocation } from '../authority/publish-revocations.ts';
import { type LastTimestamp, openTimestamping, readLastTimestamp } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { newVerificationCode } from '../signing/answers/preview-documents.ts';
import { type SealedTrail, trailEntry } from '../signing/answers/sealed-trail.ts';
import { readLeavesMax } from '../transparency-log/api.ts';
import {
  anchorsOf,
  type OutsideChain,
  withProviderRevocation,
} from '../trust-services/provider-certificates.ts';

/** What a run made: the incremental updates to append to the document, and what they contain. */
export interface WrittenSeal {
  source: ByteSource;
  updates: Uint8Array[];
  /** Of the document with the updates. */
  sha256: Uint8Array;
  /** Of the organization, in a document that was only reviewed; null where people signed. */
  organizationSeal: { certificate: IssuedCertificate; code: string } | null;
  /** The document timestamp over all of it. */
  timestamp: LastTimestamp;
}

/** What a seal proves: who signed, since when, that no certificate was revoked, and all of it under one timestamp. */
export const SEAL_LEVEL = 'B-LTA';

/** In whose name a document is sealed that nobody signed. */
export interface SealingOrganization extends Omit<CertifiedPerson, 'organization'> {
  fieldName: string;
}

export interface SealWork {
  /** The original with its revisions. */
  document: ByteSource;
  /** The hash over it, where it was read already. */
  hashed?: Hash;
  /** The fields of the people's signatures; empty for a document that was only reviewed. */
  fieldNames: readonly string[];
  organization: SealingOrganization;
  /** Null where there is none yet. */
  trail: SealedTrail | null;
  /** Of signatures whose certificates another authority issued. */
  outsideChains: readonly OutsideChain[];
  /** What the organization states by its seal; default: that the document was reviewed. */
  reason?: string;
}

const REVIEWED = 'Reviewed and approved';
/** Regulation (EU) No 910/2014 Art. 3 (25): what a seal is for. */
export const SEAL_REASON = 'Origin and integrity of the document';

/**
 * Augments the signatures of a document to the level, in memory and by incremental updates only. A document that was
 * only reviewed gets one seal in the organization's name first, so that its integrity can be proven as well.
 *
 * @throws PdfRefusal `timestamp` or `revocation` when the level cannot be reached now: there is no lower one;
 *   UnavailableFault where the log cannot take the certificate
 */
export async function writeSeal(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'database' | 'ids' | 'sandbox' | 'vault'>,
  { document, hashed, fieldNames, organization, trail, outsideChains, reason = REVIEWED }: SealWork,
): Promise<WrittenSeal> {
  const { authority, ids } = deps;
  const timestamping = openTimestamping(deps);
  const job = createSigningJob(document, undefined, hashed);
  const updates: Uint8Array[] = [];
  let organizationSeal: WrittenSeal['organizationSeal'] = null;
  if (fieldNames.length === 0) {
    const { update, certificate } = await signForOrganization(deps, job, { organization, reason, trail });
    updates.push(update);
    organizationSeal = { certificate, code: newVerificationCode(ids) };
  }
  const ours = openRevocation(deps, organizationSeal ? [organizationSeal.certificate] : []);
  updates.push(
    ...(await augment(job, SEAL_LEVEL, {
      timestamping,
      revocation: withProviderRevocation(deps, outsideChains, ours),
      anchors: [...rootCertificates(authority), ...anchorsOf(outsideChains)],
      links: linkCertificates(authority),
      // Signatures that strangers brought along are theirs to prove.
      fieldNames: organizationSeal ? [organization.fieldName] : fieldNames,
    })),
  );
  const timestamp = readLastTimestamp(authority, job.signatures());
  return {
    source: job.source,
    updates: updates.filter((update) => update.length > 0),
    sha256: job.digest(),
    organizationSeal,
    timestamp,
  };
}

/** Of the signature of an organization, which names one document, and no person. */
const PARTS = { documents: 1, recordBytes: 0, hasContentHash: false };

/**
 * Signs in the name of an organization, and appends it. The certificate names what it signs, so the update is made
 * first, with room for whatever the certificate and its proof will be.
 *
 * @throws UnavailableFault where the log cannot take the certificate
 */
async function signForOrganization(
  deps: CertifyDeps,
  job: SigningJob,
  { organization, reason, trail }: Pick<SealWork, 'organization' | 'trail'> & { reason: string },
): Promise<{ update: Uint8Array; certificate: IssuedCertificate }> {
  const { fieldName, ...named } = organization;
  const { name } = named;
  const holder = { ...named, organization: name };
  const timestamping = openTimestamping(deps);
  const leavesMax = await readLeavesMax(deps.database);
  const options = {
    fieldName,
    appearance: null,
    reason,
    name,
    ...(trail ? { privateEntries: trailEntry(trail) } : {}),
    signingTime: deps.clock.now(),
    contentsBytes: signatureRoom(deps, holder, { ...PARTS, timestamping, leavesMax }),
  };
  const prepared = job.prepare(options, deps.authority.issuing.certificate);
  const { hash } = signatureAlgorithms[oneTimeAlgorithm(deps.authority)];
  const digest = hash === 'sha256' ? prepared.digest : coveredDigest(job.source, prepared, hash);
  const [issued] = await issueCertificates(deps, holder, [digest]);
  const certificate = assertPresent(issued, 'the certificate of a seal');
  const signedAttributes = buildSignedAttributes(digest, certificate.der, { hash });
  const update = await finishSignature({ ...prepared, signedAttributes }, certificate.signer, timestamping);
  job.append(update);
  return { update, certificate };
}
