import { invalid } from '@paraph/domain';
import { trustedRoots } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import { evaluateDocument } from '../files/evaluate-document.ts';
import type { EvaluatedFile } from '../files/intake-messages.ts';
import type { UploadedFile } from '../http/multipart.ts';

export interface VerifiedDocument {
  evaluated: EvaluatedFile;
  upload: UploadedFile;
  checkedAt: Date;
}

/** Evaluates the signatures of any PDF; public. The first trusted root is this instance's own. */
export async function verifyDocument(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'intake'>,
  upload: UploadedFile | null,
): Promise<VerifiedDocument> {
  if (upload === null) throw invalid({ document: 'Send the PDF as the file part "document".' });
  if (upload.size === 0) throw invalid({ document: 'This file is empty; send a PDF.' });
  const checkedAt = deps.clock.now();
  const evaluated = await evaluateDocument(deps, upload, { roots: trustedRoots(deps), at: checkedAt });
  return { evaluated, upload, checkedAt };
}
