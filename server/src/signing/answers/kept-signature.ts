import { describeMissingCharacters, invalid, listUnwritable, Refusal, type Violations } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { StoredBlob } from '@paraph/storage';
import { findUserIdByEmail } from '../../accounts/api.ts';
import type { Reads, Tx } from '../../database/database.ts';
import type { FileDeps } from '../../files/check-stored-file.ts';
import { deleteFiles, removeBlobs } from '../../files/delete-files.ts';
import { readFileBytes } from '../../files/read-stored-file.ts';
import { insertFile, storeBytes } from '../../files/store-file.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import {
  loadSigningSession,
  type ShownSession,
  type SigningDeps,
  withOpenSigningSession,
} from '../session/signing-session.ts';
import { deleteKept, insertKept, listKeptOf, lockKept, type StoredKept } from './kept-store.ts';
import { readSignaturePicture, replaceSignatureImage, type SignatureImageCommand } from './signer-files.ts';

const KINDS = ['signature', 'initials'] as const;
type Kind = (typeof KINDS)[number];
type NewMark = Pick<SignatureImageCommand, 'method' | 'png'> & {
  text?: string | null | undefined;
  font?: string | null | undefined;
};

/** What is kept with an account, with the pictures. */
export async function readKeptSignature(deps: FileDeps, userId: number) {
  const kept = new Map((await listKeptOf(deps.database, userId)).map((each) => [each.kind, each]));
  return {
    signature: await viewKept(deps, kept.get('signature')),
    initials: await viewKept(deps, kept.get('initials')),
  };
}

async function viewKept(deps: FileDeps, kept: StoredKept | undefined) {
  if (!kept) return null;
  const { method, text, font, created_at: createdAt } = kept;
  const png = (await readFileBytes(deps, kept.file_id)).toString('base64');
  return { method, text, font, png, createDate: toSeconds(createdAt) };
}

/** Keeps what is given, instead of what was kept before; null removes it. The pictures are examined as marks are. */
export async function updateKeptSignature(
  deps: SigningDeps & FileDeps,
  { caller, marks, requester }: { caller: Caller; marks: MarksToKeep; requester: Requester },
) {
  const changed = KINDS.filter((kind) => marks[kind] !== undefined);
  const stored: { kind: Kind; mark: NewMark; blob: StoredBlob }[] = [];
  for (const kind of changed) {
    const mark = marks[kind];
    const bytes = mark && (await readMark(deps, { kind, mark, requester }));
    if (bytes) stored.push({ kind, mark, blob: await storeBytes(deps, bytes) });
  }
  const now = deps.clock.now();
  const unnamed = await deps.database.transaction().execute(async (tx) => {
    await lockKept(tx, caller.userId);
    const former = await deleteKept(tx, caller.userId, changed);
    for (const { kind, mark, blob } of stored) {
      const { method, text = null, font = null } = mark;
      const file_id = await insertFile(tx, blob, { format: 'png', now });
      await insertKept(tx, { user_id: caller.userId, kind, method, text, font, file_id, created_at: now });
    }
    return deleteFiles(tx, former);
  });
  await removeBlobs(deps, unnamed);
  return readKeptSignature(deps, caller.userId);
}

export type MarksToKeep = { [Each in Kind]?: NewMark | null | undefined };

/** Names the problem at the mark that has it. */
async function readMark(
  deps: SigningDeps,
  { kind, mark, requester }: { kind: Kind; mark: NewMark; requester: Requester },
): Promise<Uint8Array> {
  const unwritable = listUnwritable(mark.text ?? '');
  if (unwritable.length > 0) throw invalid({ [`${kind}[text]`]: describeMissingCharacters(unwritable) });
  try {
    return await readSignaturePicture(deps, { png: mark.png, requester });
  } catch (error) {
    if (!(error instanceof Refusal) || error.violations?.png === undefined) throw error;
    const violations: Violations = { [`${kind}[png]`]: error.violations.png };
    throw invalid(violations);
  }
}

export async function deleteKeptSignature(deps: SigningDeps, caller: Caller): Promise<void> {
  const unnamed = await deps.database
    .transaction()
    .execute(async (tx) => deleteFiles(tx, await deleteKept(tx, caller.userId, KINDS)));
  await removeBlobs(deps, unnamed);
}

/** For the erasure of an account; returns the ids of the files. */
export async function releaseKept(tx: Tx, userId: number): Promise<number[]> {
  return deleteKept(tx, userId, KINDS);
}

/** The account that is signed in, if it has proved the recipient's address: only then are its marks offered. */
async function findKeeper(reads: Reads, caller: Caller | null, email: string): Promise<number | null> {
  if (caller?.kind !== 'session') return null;
  return (await findUserIdByEmail(reads, email)) === caller.userId ? caller.userId : null;
}

/** What the signer of a link can take; nothing without a session of the account of their address. */
export async function readKeptMarks(deps: SigningDeps & FileDeps, linkId: string, caller: Caller | null) {
  const { recipient } = await loadSigningSession(deps, linkId);
  const keeper = await findKeeper(deps.database, caller, recipient.email);
  if (keeper === null) return { signature: null, initials: null, hasAccount: false };
  return { ...(await readKeptSignature(deps, keeper)), hasAccount: true };
}

/**
 * Copies a kept mark to a link, as if it were drawn there; the evidence says that it was kept, and since when.
 *
 * @throws Refusal `NOT_FOUND` where none is kept, or the account has not proved the recipient's address
 */
export async function takeKeptMark(
  deps: SigningDeps & FileDeps,
  linkId: string,
  { caller, kind }: { caller: Caller; kind: Kind },
): Promise<ShownSession> {
  const { recipient } = await loadSigningSession(deps, linkId);
  const keeper = await findKeeper(deps.database, caller, recipient.email);
  const marks = keeper === null ? [] : await listKeptOf(deps.database, keeper);
  const kept = marks.find((each) => each.kind === kind);
  if (!kept) throw new Refusal('NOT_FOUND', `No ${kind} is kept for this address; draw or type it here.`);
  const blob = await storeBytes(deps, await readFileBytes(deps, kept.file_id));
  const { method, text, font, created_at: keptAt } = kept;
  const { saved, replaced } = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const isStill = (await findKeeper(tx, caller, session.recipient.email)) === caller.userId;
    if (!isStill) throw new Refusal('NOT_FOUND', 'The address of this link has changed; open it again.');
    return replaceSignatureImage(tx, deps, {
      session,
      blob,
      about: { kind, method, text, font, kept_at: keptAt },
    });
  });
  await removeBlobs(deps, replaced);
  return saved;
}
