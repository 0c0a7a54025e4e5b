import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { ConsentRow, SignatureImageRow, SigningLinkRow } from '../platform/tables.ts';

export type Link = Selectable<SigningLinkRow>;
export type StoredSignatureImage = Selectable<SignatureImageRow>;

export async function findCurrentLink(reads: Reads, recipientId: number): Promise<Link | null> {
  const row = await reads
    .selectFrom('signing_links')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .where('superseded_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

export async function insertLink(tx: Tx, link: Insertable<SigningLinkRow>): Promise<void> {
  await tx.insertInto('signing_links').values(link).execute();
}

export async function supersedeLinks(tx: Tx, recipientId: number, now: Date): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ superseded_at: now })
    .where('recipient_id', '=', recipientId)
    .where('superseded_at', 'is', null)
    .execute();
}

export async function findLinkByTokenHash(reads: Reads, tokenHash: Buffer): Promise<Link | null> {
  const row = await reads
    .selectFrom('signing_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findLinkById(reads: Reads, id: string): Promise<Link | null> {
  const row = await reads
    .selectFrom('signing_links')
    .selectAll()
    .where('id', '=', id)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function listConsents(
  reads: Reads,
  actionIds: readonly number[],
): Promise<Selectable<ConsentRow>[]> {
  if (actionIds.length === 0) return [];
  return reads
    .selectFrom('consents')
    .selectAll()
    .where('action_id', 'in', [...actionIds])
    .execute();
}

/** Keeps the first consent to an action. */
export async function insertConsent(tx: Tx, consent: Insertable<ConsentRow>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('consents')
    .values(consent)
    .onConflict((conflict) => conflict.column('action_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The newest signature image of each kind. */
export async function listCurrentSignatureImages(
  reads: Reads,
  recipientId: number,
): Promise<StoredSignatureImage[]> {
  return reads
    .selectFrom('signature_images')
    .selectAll()
    .distinctOn('kind')
    .where('recipient_id', '=', recipientId)
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .execute();
}

export async function listSignatureImagesByIds(
  reads: Reads,
  ids: readonly string[],
): Promise<StoredSignatureImage[]> {
  if (ids.length === 0) return [];
  return reads
    .selectFrom('signature_images')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** All signature images of a kind that a recipient made, replaced ones included. */
export async function listSignatureImagesOfKind(
  tx: Tx,
  recipientId: number,
  kind: 'signature' | 'initials',
): Promise<StoredSignatureImage[]> {
  return tx
    .selectFrom('signature_images')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', kind)
    .execute();
}

export async function deleteSignatureImagesByIds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('signature_images')
    .where('id', 'in', [...ids])
    .execute();
}

export async function insertSignatureImage(tx: Tx, image: Insertable<SignatureImageRow>): Promise<void> {
  await tx.insertInto('signature_images').values(image).execute();
}

/** The files of the signature images of these recipients. */
export async function listSignatureImageFileIds(
  reads: Reads,
  recipientIds: readonly number[],
): Promise<number[]> {
  if (recipientIds.length === 0) return [];
  const rows = await reads
    .selectFrom('signature_images')
    .select('file_id')
    .where('recipient_id', 'in', [...recipientIds])
    .execute();
  return rows.map((row) => row.file_id);
}

export async function deleteConsents(tx: Tx, actionIds: readonly number[]): Promise<void> {
  if (actionIds.length === 0) return;
  await tx
    .deleteFrom('consents')
    .where('action_id', 'in', [...actionIds])
    .execute();
}

/** Returns the ids of their files. */
export async function deleteSignatureImages(tx: Tx, recipientId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('signature_images')
    .where('recipient_id', '=', recipientId)
    .returning('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

export async function findSignatureImageByFile(
  reads: Reads,
  fileId: number,
): Promise<Pick<StoredSignatureImage, 'recipient_id'> | null> {
  const row = await reads
    .selectFrom('signature_images')
    .select('recipient_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row ?? null;
}
