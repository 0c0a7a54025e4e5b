import { type AttachmentFormat, assertPresent } from '@paraph/domain';
import { type Expression, type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { ledgerEntryOf } from '../../audit/api.ts';
import { disclosureOf } from '../../brands/api.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { type JsonRow, selectClause, timeOf } from '../../database/json-rows.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type {
  AttachmentRow,
  ConsentRow,
  HandoverRow,
  SignatureImageRow,
  SigningLinkRow,
  Tables,
} from '../../database/rows.generated.ts';
import { type FileFacts, type FileJson, factsOfJson, fileRowOf } from '../../files/read-file-facts.ts';
import { sha256 } from '../../platform/ids.ts';
import {
  actionIdsOf,
  factsOf,
  picturedDocumentOf,
  readableDocumentOf,
  recipientActionsOf,
  recipientFieldsOf,
  selectToLock,
} from '../../workflows/api.ts';

export type StoredAttachment = Selectable<AttachmentRow> & { file: FileJson | null };

export type Link = Selectable<SigningLinkRow>;
export type StoredSignatureImage = Selectable<SignatureImageRow> & { file: FileFacts | null };

/** The newest whose token this instance derives; of a moved one it knows the hash alone. */
export async function findCurrentLink(reads: Reads, recipientId: number): Promise<Link | null> {
  const { rows } = await sql<Link>`
    select * from signing_links where recipient_id = ${recipientId} and superseded_at is null and not is_moved
    order by created_at desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

export const insertLink = prepareStatement(
  'insert-signing-link',
  (statements, link: Insertable<SigningLinkRow>) => statements.insertInto('signing_links').values(link),
);

/** Ends the links of a recipient; the next mail contains a new one. */
export async function supersedeLinks(tx: Tx, recipientId: number, now: Date): Promise<void> {
  await sql`update signing_links set superseded_at = ${now}
    where recipient_id = ${recipientId} and superseded_at is null`.execute(tx);
}

export const selectLinkByToken = prepareStatement('link-by-token', (statements, tokenHash: Buffer) =>
  statements
    .selectFrom('signing_links')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('superseded_at', 'is', null),
);

/** What a link is about, by its token or its id; null for one that is unknown or superseded. */
export async function findWorkflowOfLink(
  reads: Reads,
  { by, value }: { by: 'token' | 'id'; value: string },
): Promise<number | null> {
  const named = by === 'id' ? sql`id = ${value}` : sql`token_hash = ${sha256(value)}`;
  const { rows } = await sql<{ workflow_id: number }>`
    select workflow_id from signing_links where ${named} and superseded_at is null`.execute(reads);
  return rows[0]?.workflow_id ?? null;
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSessionRow>>>;

/** A link with all that its recipient may see. */
export async function findSessionRow(reads: Reads, linkId: string) {
  const [row] = await selectSession(reads, linkId);
  if (!row) return null;
  const { facts, images, attachments, consents, ...link } = row;
  return {
    link,
    facts,
    /** Of all actions of the recipient. */
    consents,
    /** The newest of each kind. */
    signatureImages: images.map(toSignatureImage),
    attachments: attachments.map((each) => toAttachment({ ...each, added_at: timeOf(each.added_at) })),
  };
}

const selectSession = prepareStatement('signing-session', (statements, linkId: string) =>
  selectLink(statements, linkId)
    .select(['id', 'workflow_id', 'recipient_id'])
    .select(({ ref }) => {
      const workflowId = ref('signing_links.workflow_id');
      const recipientId = ref('signing_links.recipient_id');
      const images = selectCurrentImages(recipientId)
        .selectAll('signature_images')
        .select((image) => fileRowOf(image.ref('signature_images.file_id')).as('file'));
      const attachments = selectClause('attachments')
        .selectAll('attachments')
        .select((attachment) => fileRowOf(attachment.ref('attachments.file_id')).as('file'))
        .where('recipient_id', '=', recipientId)
        .orderBy('field_id');
      const consents = selectClause('consents')
        .select(['action_id', 'version', 'witness_address', 'witness_relation'])
        .select(({ ref: of }) => disclosureOf(of('consents.disclosure_id')).as('disclosure'))
        .where('action_id', 'in', actionIdsOf(recipientId));
      return [
        factsOf(workflowId).as('facts'),
        jsonArrayFrom(images).as('images'),
        jsonArrayFrom(attachments).as('attachments'),
        jsonArrayFrom(consents).as('consents'),
      ];
    }),
);

/** The link, unless another one has superseded it. */
function selectLink(statements: QueryCreator<Tables>, linkId: string) {
  return statements
    .selectFrom('signing_links')
    .where('signing_links.id', '=', linkId)
    .where('signing_links.superseded_at', 'is', null);
}

/** A link with the actions of its recipient, and where the trail of its workflow ends. */
export const selectAccess = prepareStatement('signing-access', (statements, linkId: string) =>
  selectAccessOf(statements, linkId).select(({ ref }) =>
    ledgerEntryOf(ref('signing_links.workflow_id')).as('ledger'),
  ),
);

/** With the document of its workflow that has this id. */
export const selectDocument = prepareStatement(
  'signing-document',
  (statements, linkId: string, documentId: number) =>
    selectAccessOf(statements, linkId).select(({ ref }) =>
      readableDocumentOf(ref('signing_links.workflow_id'), documentId).as('document'),
    ),
);

/** The same for the picture of its first page. */
export const selectPictured = prepareStatement(
  'signing-first-page',
  (statements, linkId: string, documentId: number) =>
    selectAccessOf(statements, linkId).select(({ ref }) =>
      picturedDocumentOf(ref('signing_links.workflow_id'), documentId).as('document'),
    ),
);

/** With what the recipient answers, of all their actions, and the newest image of each kind. */
export const selectAnswers = prepareStatement('signing-answers', (statements, linkId: string) =>
  selectAccessOf(statements, linkId).select(({ ref }) => [
    recipientFieldsOf(ref('signing_links.recipient_id')).as('fields'),
    jsonArrayFrom(selectCurrentImages(ref('signing_links.recipient_id')).select(['id', 'kind'])).as('images'),
  ]),
);

function selectAccessOf(statements: QueryCreator<Tables>, linkId: string) {
  return selectLink(statements, linkId).select(({ ref }) => [
    jsonBuildObject({
      id: ref('signing_links.id'),
      workflow_id: ref('signing_links.workflow_id'),
      recipient_id: ref('signing_links.recipient_id'),
    }).as('link'),
    recipientActionsOf(ref('signing_links.recipient_id')).as('actions'),
  ]);
}

/** Locks the workflow of a link, if there is one, until the end of the transaction. */
export const lockWorkflowOfLink = prepareStatement('lock-workflow-of-link', (statements, linkId: string) =>
  selectToLock(
    statements,
    selectClause('signing_links').select('workflow_id').where('id', '=', linkId).$asScalar(),
  ),
);

/** The newest of each kind. */
function selectCurrentImages(recipientId: Expression<number>) {
  return selectClause('signature_images')
    .distinctOn('kind')
    .where('recipient_id', '=', recipientId)
    .orderBy('kind')
    .orderBy('created_at', 'desc');
}

type ImageJson = JsonRow<Selectable<SignatureImageRow>> & { file: FileJson | null };

function toSignatureImage({ file, created_at: createdAt, kept_at: keptAt, ...image }: ImageJson) {
  const times = { created_at: timeOf(createdAt), kept_at: keptAt === null ? null : timeOf(keptAt) };
  return { ...image, ...times, file: file && factsOfJson(file) } satisfies StoredSignatureImage;
}

export async function listConsents(reads: Reads, actionIds: readonly number[]) {
  if (actionIds.length === 0) return [];
  return reads
    .selectFrom('consents')
    .selectAll()
    .select(({ ref }) => disclosureOf(ref('consents.disclosure_id')).as('disclosure'))
    .where('action_id', 'in', actionIds)
    .execute();
}

/** The first one to an action; the caller has locked the workflow's row. */
export const insertConsent = prepareStatement(
  'insert-consent',
  (statements, consent: Insertable<ConsentRow>) => statements.insertInto('consents').values(consent),
);

export async function deleteConsents(tx: Tx, actionIds: readonly number[]): Promise<void> {
  await sql`delete from consents where action_id = any(${actionIds})`.execute(tx);
}

/** A link has one at a time: the newest. */
export async function replaceHandover(tx: Tx, row: Insertable<HandoverRow>): Promise<void> {
  await tx
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

/** The link that a token leads to; null for one that is unknown, used, replaced or over. */
export async function findHandover(reads: Reads, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const { rows } = await sql<Selectable<HandoverRow>>`
    select * from handovers where token_hash = ${tokenHash} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** False where another device was faster. */
export async function consumeHandover(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from handovers where token_hash = ${tokenHash}`.execute(tx);
  return numAffectedRows === 1n;
}

/** The link whose visit to a provider a state was made for; each state is good for one return. */
export async function findLinkOfState(
  reads: Reads,
  visits: 'identity_visits' | 'provider_visits',
  { stateHash, now }: { stateHash: Buffer; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ link_id: string }>`select link_id from ${sql.table(visits)}
    where state_hash = ${stateHash} and expires_at > ${now}`.execute(reads);
  return rows[0]?.link_id ?? null;
}

/** What links have begun, and not ended in time. */
export async function deleteEndedOfLinks(tx: Tx, now: Date): Promise<void> {
  await sql`delete from handovers where expires_at <= ${now}`.execute(tx);
  await sql`delete from in_person_handovers where expires_at <= ${now}`.execute(tx);
  await sql`delete from previews where expires_at <= ${now}`.execute(tx);
  await sql`delete from identity_visits where expires_at <= ${now}`.execute(tx);
  await sql`delete from passkey_challenges where expires_at <= ${now}`.execute(tx);
  await sql`delete from provider_visits where expires_at <= ${now}`.execute(tx);
}

/** A file that a signer attached in a field, with its hash in lowercase hexadecimal. */
export type Attachment = ReturnType<typeof toAttachment>;

export function toAttachment({ field_id: fieldId, name, added_at: addedAt, file }: StoredAttachment) {
  const { id: fileId, size, ...stored } = factsOfJson(assertPresent(file, `the file of field ${fieldId}`));
  const [format, sha256] = [stored.format as AttachmentFormat, stored.sha256.toString('hex')];
  return { fieldId, name, format, size, sha256, addedAt, fileId };
}
