import { augment } from '../levels/augment.ts';
import { createSigningJob, type SigningJob } from '../sign/signing-job.ts';
import type { BaselineLevel } from '../validate/evaluate-signature.ts';
import { validate } from '../validate/validate.ts';
import { sampleAuthority } from './sample-authority.ts';
import { type SampleOptions, samplePdf } from './sample-pdf.ts';
import { sampleRevocation } from './sample-revocation.ts';
import { sampleTimestamping } from './sample-timestamping.ts';

export const authority = sampleAuthority();
export const timestamper = authority.timestamper();
export const anchors = [authority.root];
export const start = new Date('2026-11-21T14:05:00Z');
export const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const YEAR = 365 * 86_400;

/** The file with all that a job appended to it. */
export const bytesOf = ({ source }: SigningJob): Buffer => Buffer.from(source.read(0, source.size));

export type LevelFixture = ReturnType<typeof levelFixture>;

/** A file with two empty signature fields, with timestamping, revocation data and a clock. */
export function levelFixture(options: SampleOptions = {}, kind: 'ocsp' | 'crl' = 'ocsp') {
  const original = samplePdf(options);
  const job = createSigningJob(original);
  const now = (): Date => later(made.clock);
  const made = {
    ...{ job, original },
    timestamping: sampleTimestamping(timestamper, { anchors, now }),
    revocation: sampleRevocation(authority, now, kind),
    /** Seconds since the start. */
    clock: 0,
    file: () => bytesOf(job),
  };
  const fields = ['One', 'Two'].map((name) => ({ name, page: 0, rect: [100, 100, 200, 150] as const }));
  job.prepareDocument({ signatureFields: fields });
  return made;
}

export async function sign(
  on: LevelFixture,
  fieldName: string,
  how: { timestamped: boolean; docMdp?: 1 },
): Promise<void> {
  const signer = authority.signer(fieldName === 'One' ? 'Ana' : 'Ben', { notAfter: later(7 * 86_400) });
  const options = { fieldName, name: 'Ana', appearance: null, signingTime: later(on.clock) };
  const certified = how.docMdp === undefined ? options : { ...options, docMdp: how.docMdp };
  await on.job.sign(certified, signer, how.timestamped ? on.timestamping : undefined);
}

export async function raise(on: LevelFixture, level: 'B-T' | 'B-LT' | 'B-LTA'): Promise<void> {
  await augment(on.job, level, { ...on, anchors });
}

/** The level of each signature. */
export const levels = (on: LevelFixture, at?: Date): (BaselineLevel | null)[] =>
  validate(on.file(), at ? { anchors, at } : { anchors }).signatures.map(({ level }) => level);
