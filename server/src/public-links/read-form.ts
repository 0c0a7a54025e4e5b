import { askedPlaceholders, type PublicLinkState, Refusal } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import { findPublishedBrand, viewShownBrand } from '../brands/api.ts';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { NamedFile } from '../files/serve-file.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import { readTemplatePages } from '../templates/read-template.ts';
import { readOrganizationName } from '../workspaces/api.ts';
import {
  type AccessDeps,
  makerOf,
  readStateOf,
  readUse,
  settingsOf,
  type UsedTemplate,
} from './link-access.ts';
import { findLinkByToken, type StoredLink } from './public-link-store.ts';

/** @throws Refusal `NOT_FOUND`; who looks for tokens is slowed down */
export async function getLinkOfForm(
  deps: AccessDeps,
  { formToken, ip }: { formToken: string; ip: string },
): Promise<StoredLink> {
  const link = await findLinkByToken(deps.database, sha256(formToken));
  if (link) return link;
  await countHit(deps, 'signingLinkUnknown', addressKey(ip));
  throw new Refusal('NOT_FOUND', 'There is no such page (any more); ask who gave you its address.');
}

/** What a link is for who comes. Why it is off is told to its owner alone. */
export async function readFormState(
  deps: AccessDeps,
  link: StoredLink,
): Promise<{ state: PublicLinkState; record: UsedTemplate | null }> {
  const state = await readStateOf(deps, deps.database, link);
  if (state === 'ended') return { state, record: null };
  const use = await readUse(deps, link);
  return use.reason === null ? { state, record: use.record } : { state: 'off', record: null };
}

const address = (link: StoredLink) => ({ workspaceId: null, templateId: link.template_id });

/** What the page shows to its visitors; documents and places only where people may come now. */
export async function readForm(deps: AccessDeps, link: StoredLink, formToken: string) {
  const { database } = deps;
  const { state, record } = await readFormState(deps, link);
  const { name, language, opensDate, closesDate, prefillKeys } = settingsOf(link);
  const base = `/api/v1/forms/${encodeURIComponent(formToken)}`;
  const template = state === 'open' ? record : null;
  const documents = template?.documents ?? [];
  const files = await readFileFacts(
    database,
    documents.map(({ original_file_id: id }) => id),
  );
  const brand = await findPublishedBrand(database, link.organization_id);
  return {
    ...{ state, name, language, opensDate, closesDate },
    senderName: (await readUserNames(database, [link.creator_id])).get(link.creator_id)?.name ?? '',
    organizationName: await readOrganizationName(database, link.organization_id),
    documents: documents.map(({ id, name: title, pages, original_file_id: fileId }) => ({
      ...{ id, name: title, url: `${base}/documents/${id}` },
      sha256: files.get(fileId)?.sha256.toString('hex') ?? '',
      pages: pages.map(({ width, height }) => ({ width, height })),
    })),
    asked: (template ? askedPlaceholders(settingsOf(link), template.template.plan) : []).map(
      ({ id, name: title }) => ({ placeholderId: id, name: title }),
    ),
    prefillKeys: [...prefillKeys],
    brand: viewShownBrand(brand, { logoUrl: `${base}/logo` }),
  };
}

/** A document of the template, as the first person will see it. */
export async function readFormDocument(
  deps: AccessDeps & FileDeps & Pick<Deps, 'config'>,
  link: StoredLink,
  documentId: number,
): Promise<NamedFile> {
  if ((await readFormState(deps, link)).state !== 'open')
    throw new Refusal('NOT_FOUND', 'There is no such document here.');
  return readTemplatePages(deps, makerOf(link), { ...address(link), documentId });
}
