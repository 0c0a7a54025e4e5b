import { createHash } from 'node:crypto';
import { createSigningJob, type Signer, validate } from '../pades/src/index.ts';
import { prepareForTurns, signingOptionsOf } from '../pades/src/testing/signing-in-turn.ts';
import type { Row } from './report.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';

interface TurnSample {
  readonly title: string;
  readonly file: Buffer;
  readonly rounds: number;
}

/**
 * A file with 21 fields for three people, and the first of them: the preview of the update, and its signature. Each
 * begins with the file's bytes, as two requests do.
 */
export async function measureTurn(
  { title, file, rounds }: TurnSample,
  signer: Signer,
  root: Uint8Array,
): Promise<Row> {
  const names = ['Ana', 'Ben', 'Cleo'];
  const plan = prepareForTurns(names);
  const options = signingOptionsOf('Ana');
  const [certificate = new Uint8Array()] = signer.certificates;
  const prepared = Buffer.concat([file, createSigningJob(file).prepareDocument(plan)]);
  const signed = Buffer.concat([prepared, await createSigningJob(prepared).sign(options, signer)]);
  const [report] = validate(signed, { anchors: [root] }).signatures;
  if (report?.sinceSigning !== 'unchanged') throw new Error('What was signed does not verify.');
  const times = {
    preparing: () => timeOf(() => createSigningJob(file).prepareDocument(plan)),
    previewing: () => timeOf(() => createSigningJob(prepared).prepare(options, certificate)),
    signing: () => timeOf(() => createSigningJob(prepared).sign(options, signer)),
    hashing: () => timeOf(() => createHash('sha256').update(prepared).digest()),
  };
  await takeTurns(times, Math.ceil(rounds / 4));
  const taken = await takeTurns(times, rounds);
  return {
    file: title,
    'fields ms': median(taken.preparing),
    'preview ms': median(taken.previewing),
    'answers + signature ms': median(taken.signing),
    'hashing ms': median(taken.hashing),
    'signature ÷ hashing': medianRatio(taken.signing, taken.hashing),
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
