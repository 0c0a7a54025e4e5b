import { describeMissingCharacters, infectedSentence, invalid, LIMITS, listUnwritable } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { StoredBlob } from '@paraph/storage';
import { listOf } from '../../database/columns.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { deleteFiles, removeBlobs } from '../../files/delete-files.ts';
import { examinePicture } from '../../files/examine-picture.ts';
import { newFileRow, storeBytes } from '../../files/store-file.ts';
import type { Visitor } from '../../http/caller.ts';
import { newOrderedKey } from '../../platform/ids.ts';
import { setFieldValues } from '../../workflows/api.ts';
import { recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import {
  recipientActor,
  type ShownSession,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from '../session/signing-session.ts';
import {
  deleteSignatureImagesByIds,
  insertSignatureImage,
  listOwnedFileIds,
  listSignatureImagesOf,
} from './answer-store.ts';

export interface SignatureImageCommand {
  kind: 'signature' | 'initials';
  method: 'draw' | 'type' | 'upload';
  text: string | null;
  font: string | null;
  /** Base64 of a PNG with alpha. */
  png: string;
  requester: Requester;
  visitor: Visitor;
}

/**
 * Saves the signature or initials of a recipient, for use in any of their fields. Replaces the former image, also in
 * the fields that show it, and deletes it. Returns the session with it.
 */
export async function saveSignatureImage(
  deps: SigningDeps,
  linkId: string,
  command: SignatureImageCommand,
): Promise<ShownSession> {
  const unwritable = listUnwritable(command.text ?? '');
  if (unwritable.length > 0) throw invalid({ text: describeMissingCharacters(unwritable) });
  const { kind, method, text, font, visitor } = command;
  const onInfected = (finding: string) =>
    recordInfected(deps, linkId, { field: kind, fieldId: null, finding, visitor });
  const blob = await storeBytes(deps, await readSignaturePicture(deps, command, onInfected));
  const { saved, replaced } = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const about = { kind, method, text, font, kept_at: null };
    return replaceSignatureImage(tx, deps, { session, blob, about });
  });
  await removeBlobs(deps, replaced);
  return saved;
}

type ImageFacts = Omit<SignatureImageCommand, 'png' | 'requester' | 'visitor'> & { kept_at: Date | null };

/** Returns the session with the image, and the keys of blobs that no row names any more. */
export async function replaceSignatureImage(
  tx: Tx,
  deps: Pick<SigningDeps, 'clock' | 'ids'>,
  { session, blob, about }: { session: SigningSession; blob: StoredBlob; about: ImageFacts },
): Promise<{ saved: ShownSession; replaced: string[] }> {
  const now = deps.clock.now();
  const id = newOrderedKey(deps.ids, now);
  const { fields, dropped } = await dropReplaced(tx, session, { kind: about.kind, by: id });
  const made = { id, recipient_id: session.recipient.id, ...about, created_at: now };
  await insertSignatureImage(tx, made, newFileRow(blob, { format: 'png', now }));
  const others = session.signatureImages.filter((each) => each.kind !== about.kind);
  return { saved: { ...session, fields, signatureImages: [...others, made] }, replaced: dropped };
}

/** Keeps images that a signed field shows. Returns the fields, and the keys of blobs without a file row. */
async function dropReplaced(
  tx: Tx,
  session: SigningSession,
  { kind, by }: { kind: SignatureImageCommand['kind']; by: string },
): Promise<{ fields: SigningSession['fields']; dropped: string[] }> {
  if (!session.signatureImages.some((each) => each.kind === kind))
    return { fields: session.fields, dropped: [] };
  const former = (await listSignatureImagesOf(tx, [session.recipient.id])).filter(
    (each) => each.kind === kind,
  );
  const isFormer = (value: string | null) => former.some(({ id }) => id === value);
  const showing = session.fields.filter(({ value }) => isFormer(value));
  const shown = showing.map(({ id }) => ({ id, value: by }));
  await setFieldValues(tx, shown);
  const open = new Set(session.fields.map(({ id }) => id));
  const signed = new Set(session.facts.fields.filter(({ id }) => !open.has(id)).map(({ value }) => value));
  const dropped = former.filter(({ id }) => !signed.has(id));
  await deleteSignatureImagesByIds(tx, listOf(dropped, 'id'));
  const keys = await deleteFiles(tx, listOf(dropped, 'file_id'));
  const fields = session.fields.map((each) => (showing.includes(each) ? { ...each, value: by } : each));
  return { fields, dropped: keys };
}

/** Decoded with limits and re-encoded in a child process: only the pixels remain. */
export async function readSignaturePicture(
  deps: Pick<SigningDeps, 'intake'>,
  { png, requester }: Pick<SignatureImageCommand, 'png' | 'requester'>,
  onInfected: (finding: string) => Promise<void> = async () => {},
): Promise<Uint8Array> {
  const decode = () => Buffer.from(png.replace(/^data:image\/png;base64,/, ''), 'base64');
  const { length } = decode();
  if (length === 0 || length > LIMITS.signatureImageBytesMax) {
    throw invalid({ png: `Must be a PNG of at most ${LIMITS.signatureImageBytesMax / 1024} KiB.` });
  }
  const { width, height } = LIMITS.signatureImagePixelsMax;
  const limits = { use: 'signature', widthMax: width, heightMax: height, requester } as const;
  const picture = await examinePicture(deps, decode, limits);
  if (picture.kind === 'accepted') return picture.bytes;
  const { finding, reason } = picture;
  if (finding === null)
    throw invalid({ png: `Must be a PNG of at most ${width} × ${height} pixels: ${reason}` });
  await onInfected(finding);
  throw invalid({ png: infectedSentence(finding) });
}

/** The files of all signature images and attachments of a workflow. */
export async function listSignerFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await findWorkflowFacts(reads, workflowId);
  return listOwnedFileIds(reads, listOf(facts?.recipients ?? [], 'id'));
}

interface InfectedFile {
  /** Where the recipient sent it: the label of a field, or the kind of a signature image. */
  field: string;
  fieldId: number | null;
  /** What the scanner has recognized. */
  finding: string;
  visitor: Visitor;
}

/** Records that the scanner has recognized something in a file of a recipient; nothing of the file is stored. */
export async function recordInfected(
  deps: SigningDeps,
  linkId: string,
  { field, fieldId, finding, visitor }: InfectedFile,
): Promise<void> {
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const { recipient, action, link, facts } = session;
    const cause = `${recipient.name}, ${field}: ${finding}`;
    const detail = { actionId: action.id, recipientName: recipient.name, fieldId, field, finding, cause };
    await recordWorkflowEvents(tx, deps, {
      workflowId: link.workflow_id,
      record: facts,
      events: [{ name: 'file.refused', actor: recipientActor(session, visitor), detail }],
    });
  });
}
