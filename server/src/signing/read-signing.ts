import { Refusal } from '@paraph/domain';
import { chooseConsentText, findConsentText } from './consent-texts.ts';
import {
  loadSigningSession,
  type SigningDeps,
  type SigningSession,
  showsDocuments,
  unknownLink,
} from './signing-session.ts';
import { listConsents } from './signing-store.ts';
import { viewSigning } from './signing-view.ts';

/** Everything the page shows; the consent text in the preferred language of the browser, or as it was given. */
export async function readSigning(deps: SigningDeps, linkId: string, acceptLanguage: string | undefined) {
  const session = await loadSigningSession(deps.database, linkId);
  const [consent] = await listConsents(deps.database, [session.action.id]);
  const given = consent ? findConsentText(consent.version) : null;
  return viewSigning(session, given ?? chooseConsentText(acceptLanguage));
}

/**
 * The file of one document: the sealed one once the workflow is complete, the original before.
 *
 * @throws Refusal `NOT_FOUND` also when the state does not allow showing it.
 */
export async function readSigningDocument(
  deps: SigningDeps,
  linkId: string,
  documentId: number,
): Promise<{ session: SigningSession; fileId: number; name: string }> {
  const session = await loadSigningSession(deps.database, linkId);
  const document = session.facts.documents.find((each) => each.id === documentId);
  if (!document || !showsDocuments(session))
    throw new Refusal('NOT_FOUND', 'There is no such document here.');
  const sealed = session.state === 'completed' ? document.sealed_file_id : null;
  return { session, fileId: sealed ?? document.original_file_id, name: document.name };
}

/** The recipient's own signature image; no other one is accessible. */
export async function readSignatureImage(
  deps: SigningDeps,
  linkId: string,
  kind: 'signature' | 'initials',
): Promise<{ fileId: number }> {
  const session = await loadSigningSession(deps.database, linkId);
  const image = session.signatureImages.find((each) => each.kind === kind);
  if (!image) throw unknownLink();
  return { fileId: image.file_id };
}
