import { assertPresent, nameFile, Refusal, readAcceptedLanguage, type SigningLanguage } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import { drawFirstPage } from '../files/first-page.ts';
import { type FileFacts, factsOfJson } from '../files/read-file-facts.ts';
import type { Appended, NamedFile } from '../files/serve-file.ts';
import { sha256 as hashText } from '../platform/ids.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import type { PicturedDocument } from '../workflows/api.ts';
import { findAnnex } from '../workflows/drafts/change-annexes.ts';
import { contentsOf, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { findThumb } from '../workflows/reading/read-stored-document.ts';
import { listSignatureImagesByIds } from './answers/answer-store.ts';
import { findPreviewUpdate } from './answers/preview-store.ts';
import { chooseConsentText, consentLevelOf, findConsentText } from './session/consent-texts.ts';
import { type Attachment, listConsents } from './session/session-store.ts';
import { loadDocumentAccess, loadPictureAccess, unknownLink } from './session/signing-access.ts';
import { loadSigningSession, type ShownSession, type SigningDeps } from './session/signing-session.ts';
import { signerOf, statementIn } from './session/witnessing.ts';
import { showsDocuments, viewSigning } from './signing-view.ts';

/** Everything the page shows; the consent text in the preferred language of the browser, or as they agreed to it. */
export async function readSigning(deps: SigningDeps, linkId: string, acceptLanguage: string | undefined) {
  return viewSession(deps, await loadSigningSession(deps, linkId), acceptLanguage);
}

/** The same of a session that is loaded, or as a change has left it. */
export function viewSession(
  deps: Pick<SigningDeps, 'config'>,
  session: ShownSession,
  acceptLanguage: string | undefined,
) {
  const { consentVersion } = session;
  const signer = signerOf(session)?.name ?? null;
  const agreed = consentVersion === null ? null : findConsentText(consentVersion, signer);
  const consent = agreed ?? chooseConsentText(consentLevelOf(session), acceptLanguage, signer);
  return viewSigning(session, {
    consent,
    base: `/api/v1/signing/${session.link.id}`,
    language: readAcceptedLanguage(acceptLanguage) ?? 'en',
    config: deps.config,
  });
}

/**
 * The file of one document as it is now: the sealed one once the workflow is complete, the latest revision before.
 *
 * @throws Refusal `NOT_FOUND` also when the state does not allow showing it.
 */
export async function readSigningDocument(
  deps: SigningDeps,
  linkId: string,
  { documentId, previewId }: { documentId: number; previewId: string | null },
): Promise<{ file: FileFacts; name: string; appended: Appended | null }> {
  const { state, document } = await loadDocumentAccess(deps, linkId, documentId);
  if (!document || !showsDocuments({ state }))
    throw new Refusal('NOT_FOUND', 'There is no such document here.');
  const { name, sealed, original } = document;
  if (state === 'completed' && sealed !== null) return { file: factsOfJson(sealed), name, appended: null };
  const file = factsOfJson(assertPresent(original, `the file of document ${documentId}`));
  const appended = await readAppended(deps.database, documentId);
  if (previewId === null || appended === null) return { file, name, appended };
  const update = await findPreviewUpdate(deps.database, { linkId, previewId, documentId });
  if (!update) throw new Refusal('NOT_FOUND', 'There is no such preview here.');
  // The file has no recorded hash: it is never signed as it is, and its name is the preview's.
  const sha256 = hashText(`${appended.sha256.toString('hex')} ${previewId}`);
  return { file, name, appended: { updates: [...appended.updates, update], sha256 } };
}

/** A file for information, for as long as the documents are shown. @throws Refusal `NOT_FOUND` */
export async function readSigningAnnex(
  deps: SigningDeps,
  linkId: string,
  annexId: number,
): Promise<NamedFile> {
  const session = await loadSigningSession(deps, linkId);
  const { file_id: fileId, name } = findAnnex(showsDocuments(session) ? session.facts.annexes : [], annexId);
  return { fileId, name };
}

/**
 * The picture of a first page as it is now: of the upload, and stored, until a person has signed; after that drawn for
 * each who opens the document, once a visit.
 *
 * @throws Refusal `NOT_FOUND` also where the person cannot act, or the page cannot be drawn
 */
export async function readFirstPage(
  deps: SigningDeps,
  linkId: string,
  documentId: number,
): Promise<{ fileId: number } | { bytes: Buffer }> {
  const { state, document } = await loadPictureAccess(deps, linkId, documentId);
  const picture = state === 'open' && document ? await pictureOf(deps, document) : null;
  if (picture === null) throw new Refusal('NOT_FOUND', 'There is no such picture here.');
  return picture;
}

async function pictureOf(deps: SigningDeps, document: PicturedDocument) {
  const appended = document.hasActed ? await readAppended(deps.database, document.id) : null;
  if (appended === null) {
    const fileId = await findThumb(deps, document);
    return fileId === null ? null : { fileId };
  }
  const bytes = await drawFirstPage(deps, document.original_file_id, appended.updates);
  return bytes === null ? null : { bytes };
}

/** The file that the recipient attached in a field; theirs until they finish. */
export async function readSigningAttachment(
  deps: SigningDeps,
  linkId: string,
  fieldId: number,
): Promise<Attachment> {
  const session = await loadSigningSession(deps, linkId);
  const attachment = session.attachments.find((each) => each.fieldId === fieldId);
  if (!attachment || session.state !== 'open') throw new Refusal('NOT_FOUND', 'There is no such file here.');
  return attachment;
}

/** The recipient's own signature image; no other one is accessible. */
export async function readSignatureImage(
  deps: SigningDeps,
  linkId: string,
  kind: 'signature' | 'initials',
): Promise<{ fileId: number }> {
  const session = await loadSigningSession(deps, linkId);
  const image = session.signatureImages.find((each) => each.kind === kind);
  if (!image) throw unknownLink();
  return { fileId: image.file_id };
}

/** The name under which a recipient takes a document home: it says what the file is, in the language of their page. */
export async function nameSigningDownload(
  deps: SigningDeps,
  linkId: string,
  { name, language }: { name: string; language: SigningLanguage },
): Promise<string> {
  const { facts } = await loadSigningSession(deps, linkId);
  return nameFile(name, contentsOf(facts), language);
}

/** Consents and signature images, for the evidence. The caller has authorized access. */
export async function readSigningFacts(
  reads: Reads,
  {
    facts,
    actionIds,
    signatureImageIds,
  }: { facts: WorkflowFacts; actionIds: readonly number[]; signatureImageIds: readonly string[] },
) {
  const signers = new Map(facts.actions.map((action) => [action.id, signerOf({ facts, action })?.name]));
  const consents = await listConsents(reads, actionIds);
  const signatureImages = await listSignatureImagesByIds(reads, signatureImageIds);
  return {
    consents: consents.map((row) => ({
      actionId: row.action_id,
      version: row.version,
      textSha256: row.text_sha256.toString('hex'),
      text: findConsentText(row.version, signers.get(row.action_id) ?? null)?.text ?? null,
      statement: statementIn(row),
      disclosure: row.disclosure,
    })),
    signatureImages: signatureImages.map(({ id, kind, method, file }) => ({ id, kind, method, file })),
  };
}
