import {
  assertPresent,
  isFinal,
  nameFile,
  Refusal,
  type SigningLanguage,
  sayFileContents,
} from '@paraph/domain';
import { viewShownBrand } from '../brands/api.ts';
import type { Deps } from '../deps.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { NamedFile, ServedFile } from '../files/serve-file.ts';
import { toSeconds } from '../platform/clock.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import { findAnnex } from '../workflows/drafts/change-annexes.ts';
import { contentsOf } from '../workflows/reading/find-workflow-facts.ts';
import { type Following, languageOf, loadFollowing } from './follower-link.ts';

/** Everything that the page of a follower shows: no field, no answer, and of people no more than recipients see. */
export async function readFollowing(
  deps: Pick<Deps, 'clock' | 'database'>,
  linkId: string,
  language: SigningLanguage | null,
) {
  const following = await loadFollowing(deps, linkId);
  const { facts, follower, state } = following;
  const { workflow } = facts;
  const base = `/api/v1/following/${linkId}`;
  const shown = language ?? languageOf(following);
  return {
    link: linkId,
    state,
    workflow: {
      name: facts.title,
      status: workflow.status,
      expiryDate: toSeconds(workflow.expires_at),
      senderName: workflow.sender_name ?? facts.creator.name,
      senderEmail: facts.creator.email,
      organizationName: facts.organization.name,
      cancelReason: workflow.cancel_reason,
    },
    follower: {
      name: follower.name,
      email: follower.email,
      language: follower.language,
      stopped: follower.stopped_at !== null,
    },
    documents: viewDocuments(following, base, shown),
    annexes: annexesOf(following).map(({ id, name, size, sha256 }) => {
      return { id, name, size, sha256, url: `${base}/annexes/${id}` };
    }),
    people: state === 'waiting' ? [] : viewPeople(following),
    certificateUrl: isFinal(workflow.status) ? `${base}/completion-certificate?language=${shown}` : null,
    brand: viewShownBrand(facts.organization.brand, { logoUrl: `${base}/logo` }),
  };
}

function viewDocuments({ facts, state }: Following, base: string, language: SigningLanguage) {
  if (!showsDocuments(state)) return [];
  const contents = contentsOf(facts);
  return facts.documents.map(({ id, name, pages }) => {
    const file = facts.files.find((each) => each.documentId === id);
    const { size, sha256 } = assertPresent(file, `the file of document ${id}`).current;
    const url = `${base}/documents/${id}`;
    return {
      id,
      name,
      size,
      sha256: sha256.toString('hex'),
      pages: pages.map(({ width, height }) => ({ width, height })),
      url,
      contents: sayFileContents(contents, language),
      downloadUrl: `${url}?download=1&language=${language}`,
      downloadName: nameFile(name, contents, language),
      firstPageUrl: null,
    };
  });
}

/** While it is running, and once it is complete: of what ended otherwise nothing is handed out, as to recipients. */
function showsDocuments(state: Following['state']): boolean {
  return state === 'open' || state === 'completed';
}

function annexesOf({ facts, state }: Following) {
  return showsDocuments(state) ? facts.annexes : [];
}

/** A file for information. @throws Refusal `NOT_FOUND` also when the state does not allow showing it */
export async function readFollowedAnnex(
  deps: Pick<Deps, 'clock' | 'database'>,
  linkId: string,
  annexId: number,
): Promise<NamedFile> {
  const { file_id: fileId, name } = findAnnex(annexesOf(await loadFollowing(deps, linkId)), annexId);
  return { fileId, name };
}

function viewPeople({ facts: { recipients, steps, actions } }: Following) {
  const names = new Map(recipients.map(({ id, name }) => [id, name]));
  return steps.flatMap((step) =>
    actions
      .filter((action) => action.step_id === step.id)
      .map(({ recipient_id: id, type, status }) => {
        return { name: names.get(id) ?? '', type, stepOrder: step.step_order, status, place: null };
      }),
  );
}

/**
 * A document as it is now: the sealed file once the workflow is complete, the latest revision before.
 *
 * @throws Refusal `NOT_FOUND` also when the state does not allow showing it
 */
export async function readFollowedDocument(
  deps: Pick<Deps, 'clock' | 'database'>,
  linkId: string,
  { documentId, language }: { documentId: number; language: SigningLanguage | null },
): Promise<Omit<ServedFile, 'disposition'>> {
  const following = await loadFollowing(deps, linkId);
  const { facts, state } = following;
  const document = facts.documents.find(({ id }) => id === documentId);
  if (!document || !showsDocuments(state)) throw new Refusal('NOT_FOUND', 'There is no such document here.');
  const sealed = state === 'completed' ? document.sealed_file_id : null;
  const fileId = sealed ?? document.original_file_id;
  const file = assertPresent((await readFileFacts(deps.database, [fileId])).get(fileId), `file ${fileId}`);
  const appended = sealed === null ? await readAppended(deps.database, documentId) : null;
  return {
    file,
    appended,
    fileName: nameFile(document.name, contentsOf(facts), language ?? languageOf(following)),
  };
}
