import { queryOptions } from '@tanstack/react-query';
import { call, upload } from './call.ts';
import type { Annex, Annexes } from './wire.ts';

/** The workflow or template that has annexes. */
export interface AnnexOwner {
  kind: 'templates' | 'workflows';
  workspaceId: number;
  id: number;
}

export function annexesQuery(owner: AnnexOwner) {
  return queryOptions({
    queryKey: ['annexes', owner.kind, owner.id],
    queryFn: ({ signal }) => call<Annexes>(pathOf(owner), { signal }),
  });
}

export function addAnnex(owner: AnnexOwner, file: File): Promise<Annex> {
  const form = new FormData();
  form.set('annex', file, file.name);
  return upload(pathOf(owner), { form, onProgress: () => {}, signal: new AbortController().signal });
}

export function removeAnnex(owner: AnnexOwner, annexId: number): Promise<void> {
  return call(`${pathOf(owner)}/${annexId}`, { method: 'DELETE' });
}

function pathOf({ kind, workspaceId, id }: AnnexOwner): string {
  return `/api/v1/workspaces/${workspaceId}/${kind}/${id}/annexes`;
}
