import { queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Body, sending } from './ask.ts';
import { callForFile } from './call.ts';
import type { UnfinishedFile } from './wire.ts';

export const readUnfinished = (signal?: AbortSignal) =>
  ask('GET /api/v1/account/unfinished', {}, signal ? { signal } : {});

/** For what shows that there is something; who goes on with it reads it anew. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  refetchOnMount: 'always',
  queryFn: ({ signal }) => readUnfinished(signal),
});

export async function readUnfinishedFile({ id: unfinishedFileId, name }: UnfinishedFile): Promise<File> {
  const type = /\.pdf$/i.test(name) ? 'application/pdf' : '';
  const address = addressOf('GET /api/v1/account/unfinished/files/{unfinishedFileId}', { unfinishedFileId });
  return new File([await callForFile(address, {})], name, { type });
}

export function addUnfinishedFile(file: File) {
  const form = new FormData();
  form.set('document', file, file.name);
  return ask('POST /api/v1/account/unfinished/files', {}, { form });
}

export type UnfinishedSave = Body<'PUT /api/v1/account/unfinished'>;
export const saveUnfinished = sending('PUT /api/v1/account/unfinished');
export const deleteUnfinished = (version: number) => ask('DELETE /api/v1/account/unfinished', { version });
