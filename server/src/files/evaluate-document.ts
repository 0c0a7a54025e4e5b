import { invalid, Refusal } from '@paraph/domain';
import { type EvaluatedFile, type Intake, openIntakeBudget } from '@paraph/intake';
import type { UploadedFile } from '../http/multipart.ts';
import { findPdfProblem } from './examine-document.ts';

/**
 * Evaluates the signatures of an uploaded PDF in a limited child process. The file is neither changed nor stored.
 *
 * @throws Refusal `VALIDATION_ERROR` when it is no PDF, `DOCUMENT_NOT_ACCEPTED` when it cannot be read exactly,
 *   `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function evaluateDocument(
  { intake }: { intake: Pick<Intake, 'run'> },
  upload: UploadedFile,
  { roots, at, withXml }: { roots: readonly Buffer[]; at: Date; withXml: boolean },
): Promise<EvaluatedFile> {
  const problem = findPdfProblem(upload);
  if (problem !== null) throw invalid({ document: problem });
  const run = (withPictures: boolean) =>
    intake.run(
      {
        kind: 'evaluate',
        path: upload.path,
        roots: roots.map((root) => root.toString('base64')),
        atMs: at.getTime(),
        withXml,
        withPictures,
      },
      { requester: upload.requester, budget: openIntakeBudget() },
    );
  const first = await run(true);
  // Drawing its pages may cost more than is allowed, or fail; the report then says that pictures were not compared.
  const answer = first.kind === 'refused' && first.isCutOff ? await run(false) : first;
  if (answer.kind === 'evaluated') return answer.evaluated;
  const reason = answer.kind === 'refused' ? answer.reasons[0] : undefined;
  if (reason === undefined) throw new Error(`the intake answered ${answer.kind} instead of an evaluation`);
  throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be checked. ${reason}`, {
    violations: { document: reason },
  });
}
