import { Refusal } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { RawResponse } from '../http/bind.ts';
import type { FileDeps } from './check-stored-file.ts';
import { readFileFacts } from './read-file-facts.ts';
import { type ServedFile, serveFile } from './serve-file.ts';

/** Serves a file by its id; the caller has checked the right to see it. */
export async function serveStoredFile(
  deps: FileDeps,
  request: FastifyRequest,
  { fileId, ...about }: { fileId: number } & Omit<ServedFile, 'file'>,
): Promise<RawResponse> {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!file) throw new Refusal('NOT_FOUND', 'There is no such file.');
  return serveFile(deps, { request }, { file, ...about });
}
