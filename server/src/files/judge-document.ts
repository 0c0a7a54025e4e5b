import { invalid, Refusal } from '@paraph/domain';
import type { UploadedFile } from '../http/multipart.ts';
import { findPdfProblem } from './examine-document.ts';
import type { Intake } from './intake.ts';
import type { JudgedFile } from './intake-messages.ts';
import { openTimeBudget } from './time-budget.ts';

/** A stranger waits at most this long, whatever is in the file. */
const ANSWER_MS_MAX = 8_000;

/**
 * Judges the signatures of an uploaded PDF, in a limited child process. The file is neither changed nor kept.
 *
 * @throws Refusal `VALIDATION_ERROR` when it is no PDF, `DOCUMENT_NOT_ACCEPTED` when it cannot be read exactly,
 *   `SERVICE_UNAVAILABLE` when too many files are being read
 */
export async function judgeDocument(
  { intake }: { intake: Intake },
  upload: UploadedFile,
  { roots, at }: { roots: readonly Buffer[]; at: Date },
): Promise<JudgedFile> {
  const problem = await findPdfProblem(upload);
  if (problem !== null) throw invalid({ document: problem });
  const controller = new AbortController();
  const budget = openTimeBudget(ANSWER_MS_MAX, () => controller.abort());
  try {
    const answer = await intake.ask(
      {
        kind: 'judge',
        path: upload.path,
        roots: roots.map((root) => root.toString('base64')),
        atMs: at.getTime(),
      },
      { signal: controller.signal, extend: budget.extend },
    );
    if (answer.kind === 'judged') return answer.judged;
    const reason = answer.kind === 'refused' ? answer.reasons[0] : undefined;
    if (reason === undefined)
      throw new Error(`the intake answered ${answer.kind} where a file was to be judged`);
    throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be judged. ${reason}`, {
      violations: { document: reason },
    });
  } finally {
    budget.close();
  }
}
