import { Refusal } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { examinePictureUpload } from '../files/examine-picture.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { lockOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  type Brand,
  deleteBrand,
  findBrand,
  insertDisclosures,
  listUnusedLogos,
  type Phase,
  type StoredBrand,
  saveBrand,
  toBrand,
} from './brand-store.ts';
import { type BrandChange, checkBrand, listDisclosures } from './check-brand.ts';

type BrandDeps = Pick<Deps, 'clock' | 'database'>;

export interface Brands {
  draft: StoredBrand | null;
  published: StoredBrand | null;
}

/** For administrators. */
export async function readBrand(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<Brands> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  return bothOf(database, organizationId);
}

/** Changes the draft, which nobody else sees; the first one begins with what is published. */
export async function updateBrand(
  deps: BrandDeps,
  caller: Caller,
  { organizationId: chosen, ...change }: OrganizationChoice & BrandChange,
): Promise<Brands> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const checked = checkBrand(change);
  return deps.database.transaction().execute(async (tx) => {
    await saveDraft(tx, deps, { organizationId, change: checked });
    return bothOf(tx, organizationId);
  });
}

/** Sets the logo of the draft, or removes it. */
export async function updateBrandLogo(
  deps: BrandDeps & Pick<Deps, 'blobs' | 'intake' | 'log'>,
  caller: Caller,
  { organizationId: chosen, upload }: OrganizationChoice & { upload: UploadedFile | null | 'none' },
): Promise<Brands> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  const insert = upload === 'none' ? async () => null : await storeLogo(deps, upload);
  return withLogosReleased(deps, organizationId, async (tx) => {
    const logoFileId = await insert(tx);
    await saveDraft(tx, deps, { organizationId, change: { logoFileId } });
  });
}

/** Decoded, and written anew as a PNG: nothing of the upload but its pixels stays. */
async function storeLogo(
  deps: Pick<Deps, 'blobs' | 'clock' | 'intake'>,
  upload: UploadedFile | null,
): Promise<(tx: Tx) => Promise<number>> {
  const { format, bytes } = await examinePictureUpload(deps, upload, 'stamp');
  const blob = await storeBytes(deps, bytes);
  return (tx) => insertFile(tx, blob, { format, now: deps.clock.now() });
}

/**
 * Shows the draft from now on: pages at once, mails and certificates that are made from now on. Its texts become
 * versions that consents name.
 *
 * @throws Refusal `NOT_FOUND` without a draft
 */
export async function publishBrand(
  deps: BrandDeps & Pick<Deps, 'blobs' | 'log'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<Brands> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  return withLogosReleased(deps, organizationId, async (tx) => {
    const draft = await findBrand(tx, organizationId, 'draft');
    if (!draft) throw new Refusal('NOT_FOUND', 'There is no draft to publish; save one first.');
    const now = deps.clock.now();
    await saveBrand(tx, { ...draft, phase: 'published', changed_at: now, disclosures: jsonOf(draft) });
    await insertDisclosures(tx, listDisclosures(draft), { organizationId, now });
    await recordAct(tx, { organizationId, caller, now, name: 'organization.brand_published' });
  });
}

/** Shows ours again; the draft stays. A no-op where nothing is published. */
export async function withdrawBrand(
  deps: BrandDeps & Pick<Deps, 'blobs' | 'log'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<Brands> {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  return withLogosReleased(deps, organizationId, async (tx) => {
    if (!(await findBrand(tx, organizationId, 'published'))) return;
    await deleteBrand(tx, organizationId, 'published');
    const now = deps.clock.now();
    await recordAct(tx, { organizationId, caller, now, name: 'organization.brand_withdrawn' });
  });
}

/** @throws Refusal `NOT_FOUND`, also where there is no logo */
export async function readBrandLogo(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen, phase }: OrganizationChoice & { phase: Phase },
): Promise<FileFacts> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  const brand = await findBrand(database, organizationId, phase);
  return getLogo(database, brand && toBrand(brand));
}

/** The file of a logo; the caller has checked the right to see it. @throws Refusal `NOT_FOUND` */
export async function getLogo(reads: Reads, brand: Pick<Brand, 'logoFileId'> | null): Promise<FileFacts> {
  const fileId = brand?.logoFileId ?? null;
  const file = fileId === null ? undefined : (await readFileFacts(reads, [fileId])).get(fileId);
  if (!file) throw new Refusal('NOT_FOUND', 'There is no logo here.');
  return file;
}

/** The draft of a caller’s organization, for a preview: what is published, or nothing, where there is none. */
export async function readDraftBrand(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<{ brand: Brand | null; organizationId: number; organizationName: string }> {
  const { organizationId, organizationName } = await requireAdministrator(database, caller, chosen);
  const { draft, published } = await bothOf(database, organizationId);
  const row = draft ?? published;
  return { brand: row && toBrand(row), organizationId, organizationName };
}

async function bothOf(reads: Reads, organizationId: number): Promise<Brands> {
  return {
    draft: await findBrand(reads, organizationId, 'draft'),
    published: await findBrand(reads, organizationId, 'published'),
  };
}

async function saveDraft(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { organizationId, change }: { organizationId: number; change: Partial<Brand> },
): Promise<void> {
  await lockOrganization(tx, organizationId);
  const { draft, published } = await bothOf(tx, organizationId);
  const row = draft ?? published;
  const brand: Brand = { ...(row ? toBrand(row) : EMPTY), ...change };
  await saveBrand(tx, {
    organization_id: organizationId,
    phase: 'draft',
    accent: brand.accent,
    logo_file_id: brand.logoFileId,
    sender_name: brand.senderName,
    reply_address: brand.replyAddress,
    footer: brand.footer,
    disclosures: jsonOf(brand),
    changed_at: clock.now(),
  });
}

const EMPTY: Brand = {
  accent: null,
  logoFileId: null,
  senderName: null,
  replyAddress: null,
  footer: null,
  disclosures: {},
};

function jsonOf({ disclosures }: Pick<Brand, 'disclosures'>): string {
  return JSON.stringify(disclosures);
}

/** Deletes the files of logos that neither the draft nor what is published shows after a change. */
async function withLogosReleased(
  deps: Pick<Deps, 'blobs' | 'database' | 'log'>,
  organizationId: number,
  change: (tx: Tx) => Promise<void>,
): Promise<Brands> {
  const { brands, unnamed } = await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await bothOf(tx, organizationId);
    await change(tx);
    const logos = [before.draft, before.published].map((row) => row?.logo_file_id ?? null);
    const unused = await listUnusedLogos(tx, logos);
    return { brands: await bothOf(tx, organizationId), unnamed: await deleteFiles(tx, unused) };
  });
  await removeBlobs(deps, unnamed);
  return brands;
}

async function recordAct(
  tx: Tx,
  act: {
    organizationId: number;
    caller: Caller;
    now: Date;
    name: 'organization.brand_published' | 'organization.brand_withdrawn';
  },
): Promise<void> {
  const { organizationId, caller, now, name } = act;
  await recordOrganizationEvent(tx, { organizationId, actorId: caller.userId, name, detail: {}, now });
}
