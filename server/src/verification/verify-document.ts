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

type VerifyDeps = Pick<Deps, 'authority' | 'clock' | 'config' | 'intake'>;

/** Evaluates the signatures of any PDF; public. The first trusted root is this instance's own. */
export function verifyDocument(deps: VerifyDeps, upload: UploadedFile | null): Promise<VerifiedDocument> {
  return evaluate(deps, upload, false);
}

/** The same as XML (ETSI TS 119 102-2). @throws Refusal `VALIDATION_ERROR` for a file without a signature */
export async function verifyDocumentAsXml(deps: VerifyDeps, upload: UploadedFile | null): Promise<string> {
  const { evaluated } = await evaluate(deps, upload, true);
  if (evaluated.xml === null)
    throw invalid({ document: 'This PDF has no signature, so there is nothing to report.' });
  return evaluated.xml;
}

async function evaluate(
  deps: VerifyDeps,
  upload: UploadedFile | null,
  withXml: boolean,
): Promise<VerifiedDocument> {
  if (upload === null) throw invalid({ document: 'Send the PDF as the file part "document".' });
  if (upload.size === 0) throw invalid({ document: 'This file is empty; send a PDF.' });
  const checkedAt = deps.clock.now();
  const evaluated = await evaluateDocument(deps, upload, {
    roots: trustedRoots(deps),
    at: checkedAt,
    withXml,
  });
  return { evaluated, upload, checkedAt };
}
