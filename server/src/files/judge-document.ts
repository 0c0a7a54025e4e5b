import { invalid, Refusal } from '@paraph/domain';
import type { UploadedFile } from '../http/multipart.ts';
import { findPdfProblem } from './examine-document.ts';
import type { Intake } from './intake.ts';
import { openIntakeBudget } from './intake-budget.ts';
import type { JudgedFile } from './intake-messages.ts';

/**
 * Judges the signatures of an uploaded PDF, in a limited child process. The file is neither changed nor kept.
 *
 * @throws Refusal `VALIDATION_ERROR` when it is no PDF, `DOCUMENT_NOT_ACCEPTED` when it cannot be read exactly,
 *   `SERVICE_UNAVAILABLE` when it was not read because the machine is busy
 */
export async function judgeDocument(
  { intake }: { intake: Intake },
  upload: UploadedFile,
  { roots, at }: { roots: readonly Buffer[]; at: Date },
): Promise<JudgedFile> {
  const problem = await findPdfProblem(upload);
  if (problem !== null) throw invalid({ document: problem });
  const answer = await intake.ask(
    {
      kind: 'judge',
      path: upload.path,
      roots: roots.map((root) => root.toString('base64')),
      atMs: at.getTime(),
    },
    { turn: upload.turn, budget: openIntakeBudget() },
  );
  if (answer.kind === 'judged') return answer.judged;
  const reason = answer.kind === 'refused' ? answer.reasons[0] : undefined;
  if (reason === undefined)
    throw new Error(`the intake answered ${answer.kind} where a file was to be judged`);
  throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be judged. ${reason}`, {
    violations: { document: reason },
  });
}
