import { Refusal } from '@paraph/domain';
import { chooseConsentText, findConsentText } from './consent-texts.ts';
import { type Desk, openDesk, type SigningDeps, showsDocuments, unknownLink } from './signing-desk.ts';
import { findConsents } from './signing-store.ts';
import { viewSigning } from './signing-view.ts';

/** All that the page shows, in the language the browser asks for or the one the consent was given in. */
export async function readSigning(deps: SigningDeps, linkId: string, acceptLanguage: string | undefined) {
  const desk = await openDesk(deps.database, linkId);
  const [consent] = await findConsents(deps.database, [desk.action.id]);
  const given = consent ? findConsentText(consent.version) : null;
  return viewSigning(desk, given ?? chooseConsentText(acceptLanguage));
}

/**
 * The file of one document: sealed once everybody has signed, the original before.
 *
 * @throws Refusal `NOT_FOUND` also when the state does not allow showing it.
 */
export async function readSigningDocument(
  deps: SigningDeps,
  linkId: string,
  documentId: number,
): Promise<{ desk: Desk; fileId: number; name: string }> {
  const desk = await openDesk(deps.database, linkId);
  const document = desk.facts.documents.find((each) => each.id === documentId);
  if (!document || !showsDocuments(desk)) throw new Refusal('NOT_FOUND', 'There is no such document here.');
  const sealed = desk.state === 'completed' ? document.sealed_file_id : null;
  return { desk, fileId: sealed ?? document.original_file_id, name: document.name };
}

/** The person's own mark; nobody else's can be asked for. */
export async function readSigningMark(
  deps: SigningDeps,
  linkId: string,
  kind: 'signature' | 'initials',
): Promise<{ fileId: number }> {
  const desk = await openDesk(deps.database, linkId);
  const mark = desk.marks.find((each) => each.kind === kind);
  if (!mark) throw unknownLink();
  return { fileId: mark.file_id };
}
