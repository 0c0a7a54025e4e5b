import { mayTemplate, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { nameOfThumb } from '../files/serve-linked-file.ts';
import type { Caller } from '../http/caller.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { loadTemplate } from './template-store.ts';

export interface TemplateFile {
  fileId: number;
  name: string;
}

/**
 * The file of a template's storage link. A signed link is authorized by its signature; without one the caller needs
 * read access to the template.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED` without either; `NOT_FOUND`, also without access
 */
export async function readTemplateFile(
  deps: Pick<Deps, 'database'>,
  request: {
    caller: Caller | null;
    linkIsSigned: boolean;
    fileKind: 'doc' | 'thumb';
    templateId: number;
    key: string;
  },
): Promise<TemplateFile> {
  const { caller, linkIsSigned } = request;
  if (caller === null && !linkIsSigned) {
    throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an access token, or ask for the file with session=1.');
  }
  const record = await loadTemplate(deps.database, request.templateId);
  const document = record?.documents.find((each) => each.storage_key === request.key);
  const fileId = request.fileKind === 'thumb' ? document?.thumb_file_id : document?.original_file_id;
  if (!record || !document || !fileId) throw noFile();
  if (!linkIsSigned && caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.template;
    const access = await findWorkspaceAccess(deps.database, caller, workspaceId);
    if (!access || !mayTemplate(access, 'view', { creatorId })) throw noFile();
  }
  return { fileId, name: request.fileKind === 'thumb' ? nameOfThumb(document.name) : document.name };
}

function noFile(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such file.');
}
