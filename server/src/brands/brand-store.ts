import type { SigningLanguage } from '@paraph/domain';
import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import type { BrandRow, DisclosureRow } from '../database/rows.generated.ts';
import { sha256 } from '../platform/ids.ts';

export type StoredBrand = Selectable<BrandRow>;
export type Phase = StoredBrand['phase'];

export async function findBrand(
  reads: Reads,
  organizationId: number,
  phase: Phase,
): Promise<StoredBrand | null> {
  const row = await reads
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('phase', '=', phase)
    .executeTakeFirst();
  return row ?? null;
}

/** What an organization shows of itself; null where it has published nothing. */
export async function findPublishedBrand(reads: Reads, organizationId: number): Promise<Brand | null> {
  const row = await findBrand(reads, organizationId, 'published');
  return row && toBrand(row);
}

export async function saveBrand(tx: Tx, row: Insertable<BrandRow>): Promise<StoredBrand> {
  const { organization_id: _organization, phase: _phase, ...rest } = row;
  return tx
    .insertInto('brands')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'phase']).doUpdateSet(rest))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteBrand(tx: Tx, organizationId: number, phase: Phase): Promise<void> {
  await tx
    .deleteFrom('brands')
    .where('organization_id', '=', organizationId)
    .where('phase', '=', phase)
    .execute();
}

/** Among these files, those that no brand shows any more. */
export async function listUnusedLogos(tx: Tx, fileIds: readonly (number | null)[]): Promise<number[]> {
  const ids = fileIds.filter((id) => id !== null);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`select id from unnest(${ids}::bigint[]) as listed (id)
    where not exists (select from brands where logo_file_id = listed.id)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Texts that are published; one that was published before stays the version that it is. */
export async function insertDisclosures(
  tx: Tx,
  texts: readonly Pick<Selectable<DisclosureRow>, 'language' | 'text'>[],
  { organizationId, now }: { organizationId: number; now: Date },
): Promise<void> {
  if (texts.length === 0) return;
  const about = { organization_id: organizationId, published_at: now };
  const rows = texts.map((each) => ({ ...each, ...about, text_sha256: sha256(each.text) }));
  await tx
    .insertInto('disclosures')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'language', 'text_sha256']).doNothing())
    .execute();
}

/** One that the organization has published at any time. */
export async function findDisclosure(
  reads: Reads,
  { organizationId, textSha256 }: { organizationId: number; textSha256: Buffer },
) {
  return reads
    .selectFrom('disclosures')
    .select(['id', 'language', 'text'])
    .where('organization_id', '=', organizationId)
    .where('text_sha256', '=', textSha256)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** What is published, for the statement of a room that shows it; null without. */
export function publishedBrandOf(organizationId: Expression<number>) {
  return jsonObjectFrom(
    selectClause('brands')
      .select([
        'accent',
        'logo_file_id as logoFileId',
        'sender_name as senderName',
        'reply_address as replyAddress',
        'footer',
        'disclosures',
      ])
      .where('organization_id', '=', organizationId)
      .where('phase', '=', 'published'),
  );
}

/** The text that a consent names; null where it names none. */
export function disclosureOf(id: Expression<number | null>) {
  return jsonObjectFrom(
    selectClause('disclosures')
      .select(['language', 'text'])
      .select(sql<string>`encode(text_sha256, 'hex')`.as('sha256'))
      .where('disclosures.id', '=', id as Expression<number>),
  );
}

/** What the organization shows of itself. */
export interface Brand {
  accent: string | null;
  logoFileId: number | null;
  senderName: string | null;
  replyAddress: string | null;
  footer: string | null;
  disclosures: Readonly<Partial<Record<SigningLanguage, string>>>;
}

export function toBrand(row: StoredBrand): Brand {
  return {
    accent: row.accent,
    logoFileId: row.logo_file_id,
    senderName: row.sender_name,
    replyAddress: row.reply_address,
    footer: row.footer,
    disclosures: row.disclosures,
  };
}
