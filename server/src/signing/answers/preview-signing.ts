import {
  computeFields,
  conflict,
  isAnswered,
  isFilledByService,
  LIMITS,
  listShownFields,
  type Refusal,
  type RefusalReason,
} from '@paraph/domain';
import { signatureRoom } from '../../authority/issue-certificate.ts';
import { openTimestamping } from '../../authority/timestamping.ts';
import type { Deps } from '../../deps.ts';
import { proofRecordRoom } from '../../identification/proof-record.ts';
import { addSeconds, toSeconds } from '../../platform/clock.ts';
import { newOrderedKey, sha256 } from '../../platform/ids.ts';
import { LEAVES_MAX, readLeavesMax } from '../../transparency-log/api.ts';
import {
  answeredFieldsOf,
  inputsOf,
  loadSigningSession,
  requireFinishable,
  requireOpen,
  requireShown,
  type SigningDeps,
  type SigningSession,
} from '../session/signing-session.ts';
import { asRefusal, documentChanged, type PreviewedDocument, previewDocuments } from './preview-documents.ts';
import { findPreview, findPreviewRow, insertPreview, type StoredPreview } from './preview-store.ts';
import { trailHeadOf } from './sealed-trail.ts';
import { dayOf, requireTimeZone } from './zoned-time.ts';

/**
 * What a person signs at a time, whose day in the zone the date fields show: all their fields, with the values that the
 * service adds or clears at the end, are to be stored; those that no condition hides (`shown`) are to be signed.
 */
export function contentAt(
  session: Pick<SigningSession, 'facts' | 'fields'>,
  { at, timeZone }: { at: Date; timeZone: string },
) {
  const value = dayOf(at, timeZone);
  const shown = new Set(listShownFields(answeredFieldsOf(session)).map(({ id }) => id));
  const dated = session.fields.map((field) => {
    if (shown.has(field.id)) return isFilledByService(field) ? { ...field, value } : field;
    // What the sender filled in stays theirs.
    const isOwn = isAnswered({ type: field.type, readOnly: field.read_only });
    return isOwn ? { ...field, value: null } : field;
  });
  const computed = computeFields(answeredFieldsOf({ fields: dated }), inputsOf(session));
  const fields = dated.map((field) => {
    const result = computed.get(field.id);
    return result === undefined ? field : { ...field, value: result };
  });
  return { fields, shown: fields.filter(({ id }) => shown.has(id)) };
}

/** Stays the same from preview to preview as long as file, answers and person do: proofs are bound to it. */
export function contentHashOf(session: SigningSession, { fields }: Pick<SigningSession, 'fields'>): Buffer {
  const { recipient, action, shownHash, statement } = session;
  const { id, name, email } = recipient;
  const answers = fields.map((field) => [field.id, field.value]);
  const stated = statement ? [statement.address, statement.relation] : [];
  return sha256(JSON.stringify([shownHash, action.id, id, name, email, answers, ...stated]));
}

/** Whether the signer's own page holds the key. */
export function isOwnKeyLevel({ facts }: Pick<SigningSession, 'facts'>): boolean {
  return facts.workflow.type === 'advanced';
}

/** What the holder of a key signs together with it, so that the key is certified for this preview and no other. */
export function keyNonce({ vault }: Pick<Deps, 'vault'>, previewId: string): Buffer {
  return vault.derive('own-key-nonce', previewId);
}

/** Chains of providers have long keys, and exist only once the person has chosen. */
const QUALIFIED_BYTES = 24_640;

/** Room for the CMS of a signature with a certificate that does not exist yet, or is not chosen. */
export function contentsBytesFor(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'ids'>,
  { facts, recipient }: Pick<SigningSession, 'facts' | 'recipient'>,
  leavesMax: number,
): number {
  if (facts.workflow.type === 'qualified') return QUALIFIED_BYTES;
  const { name, email, identification } = recipient;
  const isOwn = isOwnKeyLevel({ facts });
  return signatureRoom(
    deps,
    { name, email },
    {
      timestamping: openTimestamping(deps),
      documents: isOwn ? facts.files.length : 1,
      recordBytes: isOwn && identification ? proofRecordRoom(identification, email) : 0,
      hasContentHash: true,
      leavesMax,
    },
  );
}

/**
 * Makes the updates that would be appended now, but for their CMS (EN 319 102-1, data to be signed): what the check
 * before the last press shows, and what `finishSigning` signs byte for byte.
 *
 * @throws Refusal as `finishSigning` does
 */
export async function previewSigning(
  deps: SigningDeps,
  linkId: string,
  { shownHash, timeZone }: { shownHash: string; timeZone: string },
) {
  requireTimeZone(timeZone);
  const session = await loadSigningSession(deps, linkId);
  requireOpen(session);
  requireShown(session, shownHash);
  requireFinishable(session);
  const madeAt = deps.clock.now();
  const content = contentAt(session, { at: madeAt, timeZone });
  const contentHash = contentHashOf(session, content);
  const trail = trailHeadOf(session.facts);
  const { facts, action, signatureImages: images } = session;
  const contentsBytes = contentsBytesFor(deps, session, await readLeavesMax(deps.database));
  const about = { facts, action, images, trail, contentsBytes, timeZone };
  const work = { ...about, answers: content.shown, actedAt: madeAt };
  const documents = await previewDocuments(deps, work).catch(asRefusal);
  const id = newOrderedKey(deps.ids, madeAt);
  await insertPreview(
    deps.database,
    {
      id,
      link_id: linkId,
      action_id: action.id,
      made_at: madeAt,
      expires_at: addSeconds(madeAt, LIMITS.previewSeconds),
      time_zone: timeZone,
      shown_hash: shownHash,
      content_hash: contentHash,
      trail_events: trail.events,
      trail_head: trail.head,
      contents_bytes: contentsBytes,
    },
    documents.map((document) => ({ ...document, preview_id: id })),
  );
  return {
    previewId: id,
    madeAt: toSeconds(madeAt),
    contentHash: contentHash.toString('hex'),
    documents: documents.map(({ document_id: documentId, bytes }) => ({
      id: documentId,
      size: (facts.files.find((file) => file.documentId === documentId)?.current.size ?? 0) + bytes.length,
      url: `/api/v1/signing/${linkId}/documents/${documentId}?preview=${id}`,
    })),
    keyNonce: isOwnKeyLevel(session) ? keyNonce(deps, id).toString('base64') : null,
  };
}

/**
 * The preview that a Finish names, if it still is what would be signed.
 *
 * @throws Refusal `DOCUMENT_CHANGED` after a newer revision, `WORKFLOW_STATUS_CONFLICT` after ten minutes, another
 *   answer, or at another day
 */
export async function requirePreview(
  deps: Pick<SigningDeps, 'authority' | 'clock' | 'config' | 'database' | 'ids'>,
  session: SigningSession,
  previewId: string,
): Promise<{ preview: StoredPreview; documents: PreviewedDocument[] }> {
  const stored = await findPreview(deps.database, { id: previewId, linkId: session.link.id });
  if (stored?.preview.action_id !== session.action.id) throw voidPreview('check_too_old');
  requireSameContent(session, stored.preview, deps.clock.now());
  // As by a version before, or when the person was to show otherwise who they are: the signature would not fit.
  const isRoom = (leavesMax: number) =>
    stored.preview.contents_bytes === contentsBytesFor(deps, session, leavesMax);
  if (!LEAVES_MAX.some(isRoom)) throw voidPreview('check_too_old');
  return stored;
}

/**
 * The content hash of a preview that still is what would be signed.
 *
 * @throws Refusal as `requirePreview` does
 */
export async function requirePreviewedContent(
  deps: Pick<SigningDeps, 'clock' | 'database'>,
  session: SigningSession,
  previewId: string,
): Promise<Buffer> {
  const preview = await findPreviewRow(deps.database, { id: previewId, linkId: session.link.id });
  if (preview?.action_id !== session.action.id) throw voidPreview('check_too_old');
  requireSameContent(session, preview, deps.clock.now());
  return preview.content_hash;
}

export function requireSameContent(session: SigningSession, preview: StoredPreview, now: Date) {
  const { made_at: at, time_zone: timeZone } = preview;
  if (session.shownHash !== preview.shown_hash) throw documentChanged();
  const content = contentAt(session, { at, timeZone });
  if (!contentHashOf(session, content).equals(preview.content_hash)) throw voidPreview('answers_changed');
  if (dayOf(at, timeZone) !== dayOf(now, timeZone)) throw voidPreview('day_changed');
  if (preview.expires_at <= now) throw voidPreview('check_too_old');
  return content;
}

const WHY_VOID = {
  answers_changed: 'An answer, or your name or address, was changed since you checked it',
  day_changed: 'A new day has begun since you checked it, which a signature shows',
  check_too_old: 'You checked it more than ten minutes ago, or on another page',
  check_used: 'A key was certified for this check before',
} as const satisfies Partial<Record<RefusalReason, string>>;

export function voidPreview(reason: keyof typeof WHY_VOID): Refusal {
  const sentence = `${WHY_VOID[reason]}; check again what would be signed. Your answers are saved.`;
  return conflict(sentence, reason);
}
