import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { createTag, deleteTag, listTags, updateTag } from './manage-tags.ts';

export function tagRoutes(deps: Deps) {
  return {
    listTags: ({ caller, params }) => listTags(deps, caller, params.workspaceId),
    createTag: ({ caller, params, body }) => createTag(deps, caller, { ...params, ...body }),
    updateTag: ({ caller, params, body }) => updateTag(deps, caller, { ...params, ...body }),
    deleteTag: ({ caller, params }) => deleteTag(deps, caller, params),
  } satisfies Partial<Handlers>;
}
