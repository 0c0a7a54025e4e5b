import {
  buildSignedAttributes,
  finishSignature,
  type SignatureOptions,
  type SigningJob,
} from '@paraph/pades';
import {
  type IssuedCertificate,
  issueCertificates,
  signatureRoom,
} from '../../server/src/authority/issue-certificate.ts';
import { openTimestamping } from '../../server/src/authority/timestamping.ts';
import type { Deps } from '../../server/src/deps.ts';
import { LEAVES_MAX } from '../../server/src/transparency-log/api.ts';

type Person = Parameters<typeof issueCertificates>[1];

/** A certificate for one document: without one named, for one that nobody has. */
export async function issueOne(deps: Deps, person: Person, digest: Uint8Array = new Uint8Array(32)) {
  const [issued] = await issueCertificates(deps, person, [digest]);
  if (!issued) throw new Error('no certificate was issued');
  return issued;
}

/** Signs as the service does: first what is signed, then the certificate for it. Appends it. */
export async function signIssued(
  deps: Deps,
  job: SigningJob,
  { person, options }: { person: Person; options: SignatureOptions },
): Promise<{ issued: IssuedCertificate; update: Uint8Array; contentsBytes: number }> {
  const timestamping = openTimestamping(deps);
  const parts = {
    timestamping,
    documents: 1,
    recordBytes: 0,
    hasContentHash: false,
    leavesMax: LEAVES_MAX[0],
  };
  const contentsBytes = signatureRoom(deps, person, parts);
  const prepared = job.prepare({ ...options, contentsBytes }, deps.authority.issuing.certificate);
  const issued = await issueOne(deps, person, prepared.digest);
  const signedAttributes = buildSignedAttributes(prepared.digest, issued.der);
  const update = await finishSignature({ ...prepared, signedAttributes }, issued.signer, timestamping);
  job.append(update);
  return { issued, update, contentsBytes };
}
