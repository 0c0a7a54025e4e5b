import type { Hash } from 'node:crypto';
import { Fault } from '@paraph/domain';
import type { ByteSource } from '@paraph/pades';
import type { AppendedBytes, StoredBlob } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import type { SealedTrail } from '../signing/answers/sealed-trail.ts';
import type { SealKey } from '../trust-services/seal-key.ts';
import { checkSeal, type ExpectedSignature, outsideChainsOf } from './check-seal.ts';
import {
  type OrganizationSeal,
  type SealingOrganization,
  type WrittenSeal,
  writeSeal,
} from './write-seal.ts';

/** Where a run may be cut off; the fault tests kill the process at each step. */
export type SealStep = 'loaded' | 'raised' | 'checked' | 'written' | 'stored' | 'committed';

export interface SealDeps extends Deps {
  /** Called after each step of a run. */
  onSealStep?: (step: SealStep) => void;
}

/** A document that is to be sealed, and how its sealed file is stored. */
export interface SealableDocument {
  /** The original with its revisions. */
  source: ByteSource;
  /** The hash over it, and the one that was stored for its latest revision. */
  hashed: Hash;
  latest: { sha256: Buffer };
  /** The length of the upload. */
  originalSize: number;
  /** What follows the copy of the original already. */
  updates: readonly Uint8Array[];
  store(appended: AppendedBytes): Promise<StoredBlob>;
}

export interface SealSubject {
  people: readonly ExpectedSignature[];
  organization: SealingOrganization;
  trail: SealedTrail | null;
  /** What the organization states by its seal; default: that the document was reviewed. */
  reason?: string | undefined;
  /** Of the instances on which people signed before their organization came here. */
  formerRoots?: readonly Uint8Array[];
  /** With what the organization seals; default: a certificate of this instance. */
  key?: SealKey | null;
}

export interface MadeSeal {
  seal: WrittenSeal;
  blob: StoredBlob;
}

/**
 * Makes the seal of one document, checks it as a validator does, and stores the sealed file, which has no row yet.
 * Slow: without a transaction.
 *
 * @throws PdfRefusal, Fault: what `explainFailure` has words for
 */
export async function makeSeal(
  deps: SealDeps,
  document: SealableDocument,
  { people, organization, trail, reason, formerRoots = [], key = null }: SealSubject,
): Promise<MadeSeal> {
  const { source: before, hashed, latest, originalSize } = document;
  const fieldNames = people.map(({ fieldName }) => fieldName);
  const outsideChains = outsideChainsOf(people);
  const told = reason === undefined ? {} : { reason };
  const subject = { fieldNames, organization, trail, outsideChains, formerRoots, key };
  const work = { document: before, hashed, ...subject, ...told };
  const seal = await writeSeal(deps, work);
  deps.onSealStep?.('raised');
  const { source, sha256, organizationSeal } = seal;
  const signatures = organizationSeal ? [expectedSeal(organization, organizationSeal)] : people;
  const continued = hashed.copy().digest();
  const problem = checkSeal(deps, { source, continued, originalSize, signatures }, latest);
  if (problem !== null)
    throw new Fault(`Our own check of the sealed file failed: ${problem}.`, { retryable: true });
  deps.onSealStep?.('checked');
  const updates = [...document.updates, ...seal.updates];
  const blob = await document.store({ updates, sha256, onWritten: () => deps.onSealStep?.('written') });
  deps.onSealStep?.('stored');
  return { seal, blob };
}

function expectedSeal(
  { fieldName, name }: SealingOrganization,
  { certificate, provided }: OrganizationSeal,
): ExpectedSignature {
  const expected = { fieldName, name, certificate: certificate.der };
  return provided ? { ...expected, outsideChain: provided.chain } : expected;
}
