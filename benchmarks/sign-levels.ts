import { augment, createSigningJob, validate } from '../pades/src/index.ts';
import { sampleAuthority } from '../pades/src/testing/sample-authority.ts';
import { sampleRevocation } from '../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../pades/src/testing/sample-timestamping.ts';
import { buildDocument } from './documents.ts';
import { fieldsNamed, openOutput, SIGNING_TIME, type SignFile, signatureOptions } from './sign-contenders.ts';

const LIFE_MS = 7 * 86_400_000;

/**
 * Three signers and everything up to B-LTA: a timestamp for each, the proof that nothing was revoked, a document
 * timestamp over all. The authorities answer in this process, so that no network is measured; the answers are made anew
 * for every file, as they are for real.
 */
export async function longTermSigning(names: readonly string[]): Promise<SignFile> {
  const authority = sampleAuthority();
  const anchors = [authority.root];
  const now = () => SIGNING_TIME;
  const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
  const notAfter = new Date(SIGNING_TIME.getTime() + LIFE_MS);
  const signers = names.map((name) => authority.signer(name, { notAfter }));
  const join = openOutput();
  const signFile: SignFile = async (file) => {
    const job = createSigningJob(file);
    const updates = [job.prepareDocument({ signatureFields: fieldsNamed(names) })];
    for (const [index, signer] of signers.entries()) {
      updates.push(await job.sign(signatureOptions(names[index] ?? ''), signer, timestamping));
    }
    const revocation = sampleRevocation(authority, now, 'crl');
    updates.push(...(await augment(job, 'B-LTA', { timestamping, revocation, anchors })));
    return join([file, ...updates]);
  };
  // A figure for a level that is not reached would be none.
  const signed = await signFile(buildDocument({ pages: 1, bytes: 10_000 }));
  const levels = validate(signed, { anchors, at: SIGNING_TIME }).signatures.map(({ level }) => level);
  if (levels.length !== names.length || levels.some((level) => level !== 'B-LTA')) {
    throw new Error(`B-LTA was not reached: ${levels.join(', ')}.`);
  }
  return signFile;
}
