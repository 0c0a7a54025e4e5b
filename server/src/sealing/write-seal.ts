import type { Hash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import {
  augment,
  type ByteSource,
  buildSignedAttributes,
  coveredDigest,
  createSigningJob,
  finishSignature,
  parseCertificate,
  type SigningJob,
  signatureAlgorithms,
  type Timestamping,
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
import {
  alsoTrusting,
  type LastTimestamp,
  openTimestamping,
  readLastTimestamp,
} from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { newVerificationCode } from '../signing/answers/preview-documents.ts';
import { type SealedTrail, trailEntry } from '../signing/answers/sealed-trail.ts';
import { readLeavesMax } from '../transparency-log/api.ts';
import {
  anchorsOf,
  type OutsideChain,
  withProviderRevocation,
} from '../trust-services/provider-certificates.ts';
import type { SealKey } from '../trust-services/seal-key.ts';

/** The signature in the name of an organization, by a certificate of this instance or by one at its provider. */
export interface OrganizationSeal {
  certificate: Pick<IssuedCertificate, 'der' | 'serial' | 'subject'>;
  code: string;
  /** Null for one that this instance has not issued. */
  issued: IssuedCertificate | null;
  provided: SealKey['provided'] | null;
}

/** What a run made: the incremental updates to append to the document, and what they contain. */
export interface WrittenSeal {
  source: ByteSource;
  updates: Uint8Array[];
  /** Of the document with the updates. */
  sha256: Uint8Array;
  /** Of the organization, in a document that nobody signed; null where people signed. */
  organizationSeal: OrganizationSeal | null;
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
  /** Of the instances on which people signed before their organization came here. */
  formerRoots?: readonly Uint8Array[];
  /** What the organization states by its seal; default: that the document was reviewed. */
  reason?: string;
  /** With what the organization seals; default: a certificate of this instance. */
  key?: SealKey | null;
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
  { document, hashed, fieldNames, organization, trail, reason = REVIEWED, ...work }: SealWork,
): Promise<WrittenSeal> {
  const { authority, ids } = deps;
  const timestamping = openTimestamping(deps);
  const job = createSigningJob(document, undefined, hashed);
  const updates: Uint8Array[] = [];
  let organizationSeal: WrittenSeal['organizationSeal'] = null;
  if (fieldNames.length === 0) {
    const signing = { organization, reason, trail, timestamping };
    const { update, ...made } = work.key
      ? await signAtProvider(deps, job, { ...signing, key: work.key })
      : await signForOrganization(deps, job, signing);
    updates.push(update);
    organizationSeal = { ...made, code: newVerificationCode(ids) };
  }
  const { issued, provided } = organizationSeal ?? {};
  const outsideChains = [...work.outsideChains, ...(provided ? [provided.chain] : [])];
  const ours = openRevocation(deps, issued ? [issued] : []);
  updates.push(
    ...(await augment(job, SEAL_LEVEL, {
      timestamping: alsoTrusting(timestamping, work.formerRoots ?? []),
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
  signing: OrganizationSigning,
): Promise<SignedForOrganization> {
  const { organization, timestamping } = signing;
  const { fieldName: _, ...named } = organization;
  const holder = { ...named, organization: named.name };
  const leavesMax = await readLeavesMax(deps.database);
  const options = {
    ...signatureOptions(deps, signing),
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
  return { update, certificate, issued: certificate, provided: null };
}

interface OrganizationSigning extends Pick<SealWork, 'organization' | 'trail'> {
  reason: string;
  timestamping: Timestamping;
}

type SignedForOrganization = Omit<OrganizationSeal, 'code'> & { update: Uint8Array };

function signatureOptions(
  { clock }: Pick<Deps, 'clock'>,
  { organization: { fieldName, name }, reason, trail }: OrganizationSigning,
) {
  const privateEntries = trail ? { privateEntries: trailEntry(trail) } : {};
  return { fieldName, appearance: null, reason, name, ...privateEntries, signingTime: clock.now() };
}

/** The same with the organization's certificate at a provider, which keeps account of its certificates. */
async function signAtProvider(
  deps: Pick<Deps, 'clock'>,
  job: SigningJob,
  { key: { signer, provided }, ...signing }: OrganizationSigning & { key: SealKey },
): Promise<SignedForOrganization> {
  const update = await job.sign(signatureOptions(deps, signing), signer, signing.timestamping);
  const { der, serial, commonName } = parseCertificate(signer.certificates[0] ?? new Uint8Array());
  const subject = commonName ?? signing.organization.name;
  const certificate = { der: Buffer.from(der), serial: Buffer.from(serial).toString('hex'), subject };
  return { update, certificate, issued: null, provided };
}
