import { invalid } from '@paraph/domain';
import type { DemandedLog, EvaluatedFile } from '@paraph/intake';
import { findErasedFile } from '../audit/record-deletion.ts';
import type { Deps } from '../deps.ts';
import { evaluateDocument } from '../files/examine-document.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { addSightings, findOtherEntries, isOwnLog, type LogDeps, readDemandedLogs } from './demanded-log.ts';
import { type AnchorDeps, hashesUntilMs, listTrustAnchors } from './trust-anchors.ts';
import type { TrustAnchor, VerifiedDocument } from './verified-document.ts';

export type VerifyDeps = AnchorDeps & LogDeps & Pick<Deps, 'intake'>;

/** A file, and who brings it; null: any visitor. */
interface BroughtFile {
  upload: UploadedFile | null;
  caller: Caller | null;
}

/** Evaluates the signatures of any PDF; public. A caller has the anchors of their organizations besides. */
export function verifyDocument(deps: VerifyDeps, file: BroughtFile): Promise<VerifiedDocument> {
  return evaluate(deps, file, false);
}

/** The same as XML (ETSI TS 119 102-2). @throws Refusal `VALIDATION_ERROR` for a file without a signature */
export async function verifyDocumentAsXml(deps: VerifyDeps, file: BroughtFile): Promise<string> {
  const { evaluated } = await evaluate(deps, file, true);
  if (evaluated.xml === null)
    throw invalid({ document: 'This PDF has no signature, so there is nothing to report.' });
  return evaluated.xml;
}

async function evaluate(
  deps: VerifyDeps,
  { upload, caller }: BroughtFile,
  withXml: boolean,
): Promise<VerifiedDocument> {
  if (upload === null) throw invalid({ document: 'Send the PDF as the file part "document".' });
  if (upload.size === 0) throw invalid({ document: 'This file is empty; send a PDF.' });
  const checkedAt = deps.clock.now();
  const anchors = await listTrustAnchors(deps, caller);
  const evaluated = await evaluateUpload(deps, upload, { anchors, at: checkedAt, withXml });
  const erased = await findErasedFile(deps.database, upload.sha256);
  return { evaluated, upload, checkedAt, anchors, erased };
}

/**
 * What the signatures of a file prove, by what is trusted, the log of this instance, and the hashes in which trust has
 * ended.
 *
 * @throws as `evaluateDocument` does
 */
export async function evaluateUpload(
  deps: VerifyDeps,
  upload: UploadedFile,
  { anchors, at, withXml }: { anchors: readonly TrustAnchor[]; at: Date; withXml: boolean },
): Promise<EvaluatedFile> {
  const logs = await readDemandedLogs(deps);
  const roots = anchors.map(({ der }) => der);
  const about = { roots, at, hashesUntilMs: hashesUntilMs(deps), withXml };
  const stated = await evaluateDocument(deps, upload, { ...about, logs });
  const entries = await findOtherEntries(deps, stated);
  const withEntries = (log: DemandedLog) => (isOwnLog(deps, log) ? { ...log, entries } : log);
  const evaluated = entries
    ? await evaluateDocument(deps, upload, { ...about, logs: logs.map(withEntries) })
    : stated;
  return addSightings(deps, evaluated);
}
