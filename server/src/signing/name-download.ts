import { nameFile, type SigningLanguage } from '@paraph/domain';
import { contentsOf } from '../workflows/reading/contents-of.ts';
import { loadSigningSession, type SigningDeps } from './session/signing-session.ts';

/** The name under which a recipient takes a document home: it says what the file is, in the language of their page. */
export async function nameSigningDownload(
  deps: SigningDeps,
  linkId: string,
  { name, language }: { name: string; language: SigningLanguage },
): Promise<string> {
  const { facts } = await loadSigningSession(deps, linkId);
  return nameFile(name, contentsOf(facts), language);
}
