import { join } from 'node:path';
import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { insertFile, storeUpload } from '../files/store-file.ts';
import { requesterOf } from '../http/authenticate.ts';
import { discardUpload, receiveBytes, type UploadedFile } from '../http/multipart.ts';
import { countHits } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import type { ToolCall } from './tool.ts';
import { deleteUploads, findAwaited, findUpload, insertUpload, saveUploadedFile } from './upload-store.ts';

const WAITS_SECONDS = 3_600;

/** Announces a file; its address takes these bytes, once. */
export async function createUpload(
  { deps, caller }: ToolCall,
  { name, size, sha256: digest }: { name: string; size: number; sha256: string },
) {
  await countHits(deps.database, deps, {
    rate: 'agentUploads',
    who: caller.key,
    hits: 1,
    refuse: (seconds) => `Too many files of this agent; wait ${seconds} seconds.`,
  });
  const [id, token] = [newKey(deps.ids), newToken(deps.ids)];
  const expires = addSeconds(deps.clock.now(), WAITS_SECONDS);
  await insertUpload(deps.database, {
    id,
    token_hash: sha256(token),
    caller: caller.key,
    name,
    size,
    sha256: Buffer.from(digest, 'hex'),
    expires_at: expires,
  });
  return {
    uploadId: id,
    putUrl: `${deps.config.baseUrl}/mcp/uploads/${token}`,
    expires: expires.toISOString(),
  };
}

/** Takes the bytes of an announced file. What is not the file that was announced is not stored. */
export async function receiveUpload(
  deps: Deps,
  token: string,
  { bytes, requestId }: { bytes: AsyncIterable<Buffer>; requestId: string },
): Promise<{ uploadId: string }> {
  const awaited = await findAwaited(deps.database, sha256(token), deps.clock.now());
  if (!awaited) throw new Refusal('NOT_FOUND', 'No file is awaited at this address; ask for another one.');
  const path = await incomingPath(deps, requestId);
  try {
    const file = await receiveBytes(atMost(bytes, awaited.size), path, awaited.size);
    if (file.size !== awaited.size || !file.sha256.equals(awaited.sha256))
      throw invalid({ body: 'Is not the file that was announced: its size or SHA-256 is another one.' });
    const blob = await storeUpload(deps, file);
    const isFirst = await deps.database.transaction().execute(async (tx) => {
      const fileId = await insertFile(tx, blob, { format: 'pdf', now: deps.clock.now() });
      const isSaved = await saveUploadedFile(tx, awaited.id, fileId);
      if (!isSaved) await deleteFiles(tx, [fileId]);
      return isSaved;
    });
    if (!isFirst) throw new Refusal('NOT_FOUND', 'The file of this address has arrived already.');
    return { uploadId: awaited.id };
  } finally {
    await discardUpload(path);
  }
}

async function* atMost(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of bytes) {
    seen += chunk.length;
    if (seen > size) throw invalid({ body: 'Is longer than the file that was announced.' });
    yield chunk;
  }
}

/** Hands an uploaded file to one act; afterwards it is gone where the act succeeded. */
export async function useUpload<T>(
  { deps, caller, request, reply }: ToolCall,
  id: string,
  act: (document: UploadedFile) => Promise<T>,
): Promise<T> {
  const upload = await findUpload(deps.database, { id, caller: caller.key, now: deps.clock.now() });
  if (!upload) throw invalid({ uploadId: 'Is no file of yours; announce it by create_upload.' });
  if (upload.file_id === null) throw invalid({ uploadId: 'Has not arrived: send its bytes to its putUrl.' });
  const requester: Requester = requesterOf(caller, request, reply);
  const path = await incomingPath(deps, request.id);
  const stored = await readFileBytes(deps, upload.file_id);
  const whole = async function* () {
    yield stored;
  };
  try {
    const file = await receiveBytes(whole(), path, stored.length);
    const answer = await act({ ...file, fileName: upload.name, requester });
    await forget(deps, id);
    return answer;
  } finally {
    await discardUpload(path);
  }
}

async function forget(deps: Deps, id: string): Promise<void> {
  const keys = await deps.database.transaction().execute(async (tx) => {
    return deleteFiles(tx, await deleteUploads(tx, { id }));
  });
  await removeBlobs(deps, keys);
}

/** Their blobs go with the next sweep of files. */
export async function deleteEndedUploads(tx: Tx, before: Date): Promise<void> {
  await deleteFiles(tx, await deleteUploads(tx, { before }));
}

async function incomingPath({ blobs, requestLock }: Deps, requestId: string): Promise<string> {
  return join(blobs.incomingDir, `upload-${await requestLock.id()}-${requestId}-agent`);
}

export const UPLOAD_BYTES_MAX = LIMITS.uploadBytesMax;
