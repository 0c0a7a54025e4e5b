import type { Plan } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type ExaminedDocument, examineDocument, findPdfProblem } from '../files/examine-document.ts';
import { insertFile, storeBytes, storeUpload } from '../files/store-file.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { StoredBlob } from '../platform/blobs.ts';
import type { Tx } from '../platform/database.ts';
import { newOrderedKey } from '../platform/ids.ts';
import type { NewDocument } from './document-store.ts';

/** A document whose bytes are safe; no row names them yet. */
export interface StorableDocument {
  name: string;
  examined: Pick<ExaminedDocument, 'pages' | 'anchors' | 'formFields' | 'notes'>;
  original: StoredBlob;
  thumb: StoredBlob | null;
}

/** An upload that was looked into. */
export interface IngestedDocument extends StorableDocument {
  examined: ExaminedDocument;
}

/** Says what is wrong with an upload at first sight, for the answer that names every problem at once. */
export async function checkUpload(upload: UploadedFile | null): Promise<string | null> {
  if (upload === null) return 'Send the PDF as the file part "document".';
  if (upload.size === 0) return 'This file is empty; send a PDF.';
  return findPdfProblem(upload);
}

/**
 * Looks into an upload and stores it. The bytes are safe before a row names them; what is left over when the rest
 * fails, the sweeper removes.
 */
export async function ingestDocument(
  deps: Pick<Deps, 'intake' | 'blobs'>,
  upload: UploadedFile,
  { plan, workflowName }: { plan: Plan; workflowName: string },
): Promise<IngestedDocument> {
  const examined = await examineDocument(deps, upload, plan);
  return {
    name: documentName(upload.fileName, workflowName),
    examined,
    original: await storeUpload(deps, examined.replacement ?? upload),
    thumb: await storeBytes(deps, examined.thumb),
  };
}

/** Names the stored bytes; answers the row that is to be written of them. */
export async function nameDocument(
  tx: Tx,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { name, examined, original, thumb }: StorableDocument,
): Promise<Omit<NewDocument, 'position'>> {
  const now = clock.now();
  const { anchors, formFields } = examined;
  return {
    name,
    pages: examined.pages,
    found: { anchors, formFields },
    originalFileId: await insertFile(tx, original, { format: 'pdf', now }),
    thumbFileId: thumb && (await insertFile(tx, thumb, { format: 'png', now })),
    storageKey: newOrderedKey(ids, now),
  };
}

/** What the audit trail keeps of a document. */
export function documentFacts({ examined, original }: StorableDocument) {
  const { notes, pages } = examined;
  return {
    sha256: original.sha256.toString('hex'),
    pages: pages.length,
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** The upload's own file name, without folders or anything that could confuse a file system; `.pdf` at its end. */
function documentName(fileName: string, workflowName: string): string {
  const base = fileName.split(/[\\/]/).pop() ?? '';
  const clean = base
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .slice(0, 200);
  const name = clean === '' || clean === '.pdf' ? workflowName.replaceAll(/[\\/\p{Cc}\p{Cf}]/gu, ' ') : clean;
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
