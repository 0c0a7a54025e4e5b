import { LIMITS } from './limits.ts';

/** Why a workflow cannot contain these documents together (interface.md §8); null if it can. */
export function findDocumentsProblem(
  documents: readonly { bytes: number; pages: number }[],
): { code: 'VALIDATION_ERROR' | 'DOCUMENT_TOO_LARGE'; sentence: string } | null {
  const { workflowDocumentsMax, workflowBytesMax, workflowPagesMax } = LIMITS;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  if (documents.length > workflowDocumentsMax) {
    const sentence = `A workflow holds at most ${workflowDocumentsMax} documents; put some into one file.`;
    return { code: 'VALIDATION_ERROR', sentence };
  }
  if (sum(documents.map(({ bytes }) => bytes)) > workflowBytesMax) {
    const mib = workflowBytesMax / 1024 / 1024;
    const sentence = `The documents of a workflow have at most ${mib} MiB together; make this one smaller.`;
    return { code: 'DOCUMENT_TOO_LARGE', sentence };
  }
  if (sum(documents.map(({ pages }) => pages)) > workflowPagesMax) {
    const sentence = `The documents of a workflow have at most ${workflowPagesMax} pages together.`;
    return { code: 'VALIDATION_ERROR', sentence };
  }
  return null;
}
