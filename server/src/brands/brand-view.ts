import { shadesOf } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import type { Brand, StoredBrand } from './brand-store.ts';
import { listDisclosures } from './check-brand.ts';
import type { Brands } from './manage-brand.ts';

export function viewBrands({ draft, published }: Brands) {
  return { draft: draft && viewBrand(draft), published: published && viewBrand(published) };
}

function viewBrand(row: StoredBrand) {
  return {
    accent: row.accent,
    colours: row.accent === null ? null : shadesOf(row.accent),
    hasLogo: row.logo_file_id !== null,
    senderName: row.sender_name,
    replyAddress: row.reply_address,
    footer: row.footer,
    disclosures: listDisclosures(row),
    changeDate: toSeconds(row.changed_at),
  };
}

/** What a page of those who are asked shows; `logoUrl` is where it has a logo. */
export function viewShownBrand(
  brand: Pick<Brand, 'accent' | 'logoFileId'> | null,
  { logoUrl }: { logoUrl: string },
) {
  if (brand === null || (brand.accent === null && brand.logoFileId === null)) return null;
  return {
    colours: brand.accent === null ? null : shadesOf(brand.accent),
    // Another address for another picture: what a browser has stored is not shown for it.
    logoUrl: brand.logoFileId === null ? null : `${logoUrl}?v=${brand.logoFileId}`,
  };
}
