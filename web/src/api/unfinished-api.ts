import { queryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.ts';
import type { SavedUnfinished, UnfinishedDocument, UnfinishedFile } from './wire.ts';

const PATH = '/api/v1/account/unfinished';

export function readUnfinished(signal?: AbortSignal): Promise<UnfinishedDocument> {
  return call(PATH, signal ? { signal } : {});
}

/** For what shows that there is something; who goes on with it reads it anew. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  refetchOnMount: 'always',
  queryFn: ({ signal }) => readUnfinished(signal),
});

export async function readUnfinishedFile({ id, name }: UnfinishedFile): Promise<File> {
  const type = /\.pdf$/i.test(name) ? 'application/pdf' : '';
  return new File([await callForFile(`${PATH}/files/${id}`, {})], name, { type });
}

export function addUnfinishedFile(file: File): Promise<UnfinishedFile> {
  const form = new FormData();
  form.set('document', file, file.name);
  return call(`${PATH}/files`, { method: 'POST', form });
}

export interface UnfinishedSave {
  version: number;
  workspaceId: number;
  content: string;
  files: readonly number[];
}

export function saveUnfinished(json: UnfinishedSave): Promise<SavedUnfinished> {
  return call(PATH, { method: 'PUT', json });
}

export function deleteUnfinished(version: number): Promise<void> {
  return call(`${PATH}?version=${version}`, { method: 'DELETE' });
}
