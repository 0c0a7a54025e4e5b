import { createHash } from 'node:crypto';
import { examine } from '../../intake/examine.ts';
import { inspect } from '../../intake/inspect.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { PdfRefusal } from '../../pdf-refusal.ts';
import { createSigningJob } from '../../sign/signing-job.ts';
import { describeReport } from '../../validate/describe-report.ts';
import { validate } from '../../validate/validate.ts';
import { anchors, authority, bytesOf, start } from '../level-fixture.ts';
import { generate, reviseByChance } from './generate.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

const MiB = 1024 * 1024;

/** Far below the default limits, so that exceeding them shows in memory use. */
export const fuzzLimits: Limits = {
  ...defaultLimits,
  fileBytes: 4 * MiB,
  objects: 100_000,
  objectBytes: MiB,
  arrayItems: 100_000,
  inflatedStreamBytes: 4 * MiB,
  inflatedTotalBytes: 16 * MiB,
  parsedPasses: 8,
  comparedObjects: 200_000,
};

const signer = authority.signer('Fuzz');

/** The input of one case: from the corpus, changed, or made by chance. */
export function inputOf(seed: number, corpus: readonly Buffer[]): Buffer {
  const random = new Random(seed);
  const base = random.pick(corpus);
  switch (random.below(8)) {
    case 0:
      return generate(random);
    case 1:
      return mutate(generate(random), random, corpus);
    case 2:
    case 3:
      return revised(base, random);
    case 4:
      return mutate(revised(base, random), random, corpus);
    default:
      return mutate(base, random, corpus);
  }
}

function revised(base: Buffer, random: Random): Buffer {
  return attempt(() => reviseByChance(base, random)) ?? base;
}

export interface CaseResult {
  /** Result of each step: `ok` or the code of its PdfRefusal. */
  readonly steps: Readonly<Record<string, string>>;
  /** Pages, where the examination found nothing damaged. */
  readonly pageCount: number | null;
}

/** Runs every function that reads untrusted files; throws unexpected errors and broken guarantees. */
export async function runCase(input: Buffer, seen: ReadonlySet<string>): Promise<CaseResult> {
  const steps: Record<string, string> = {};
  const step = <Result>(name: string, run: () => Result): Result | null => {
    let code = 'ok';
    const result = attempt(run, (refusal) => {
      code = refusal.code;
    });
    steps[name] = code;
    return result;
  };
  step('inspect', () => {
    const { pageCount, pages } = inspect(input, fuzzLimits);
    pages(pageCount - 1);
  });
  const examination = examine(input, fuzzLimits);
  if (!examination.refusals.every(({ message }) => message.endsWith('.')))
    throw new Error('A refusal is not a sentence.');
  const isSound = examination.refusals.every(
    ({ kind }) => !['damaged', 'not-a-pdf', 'too-large'].includes(kind),
  );
  steps.examine = isSound ? 'ok' : 'damaged';
  const report = step('validate', () => validate(input, { anchors, limits: fuzzLimits }));
  if (report) {
    describeReport(report);
    const isUnchanged = report.signatures.some(({ sinceSigning }) => sinceSigning === 'unchanged');
    if (isUnchanged && !seen.has(fingerprint(input)))
      throw new Error('An unsigned file is reported as unchanged.');
  }
  steps.sign = await sign(input, isSound);
  return { steps, pageCount: isSound ? examination.pageCount : null };
}

/** Checks guarantees of signing, for valid files only: a new signature could complete a damaged file. */
async function sign(input: Buffer, isSound: boolean): Promise<string> {
  try {
    const job = createSigningJob(input, fuzzLimits);
    job.prepareDocument({ signatureFields: [{ name: 'Fuzz', page: 0, rect: [1, 1, 9, 9] }] });
    const wanted = {
      fieldName: 'Fuzz',
      name: 'Fuzz',
      appearance: null,
      signingTime: start,
      contentsBytes: 2048,
    };
    await job.sign(wanted, signer);
    const file = bytesOf(job);
    const report = attempt(() => validate(file, { anchors, limits: fuzzLimits }));
    const signature = report?.signatures.find(({ fieldName }) => fieldName === 'Fuzz');
    if (isSound && signature?.sinceSigning !== 'unchanged') throw new Error('A new signature is not valid.');
    return 'ok';
  } catch (error) {
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
}

function attempt<Result>(run: () => Result, refused?: (refusal: PdfRefusal) => void): Result | null {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    refused?.(error);
    return null;
  }
}

/** Hash of the file without the last /Contents, whose encoding may differ. */
export function fingerprint(file: Buffer): string {
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) +(\d+) +(\d+)/g)];
  const [, holeStart = file.length, holeEnd = file.length] = ranges.at(-1)?.map(Number) ?? [];
  const hash = createHash('sha256').update(file.subarray(0, holeStart));
  return hash.update(file.subarray(holeEnd)).digest('hex');
}
