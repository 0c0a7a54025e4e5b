import { mayTemplate, Refusal } from '@paraph/domain';
import { type FirstPageDeps, makeFirstPage } from '../files/first-page.ts';
import { nameOfThumb } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { loadTemplate, lockTemplateRow, saveThumb, type TemplateRecord } from './template-store.ts';

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
  deps: FirstPageDeps,
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
  if (!record || !document) throw noFile();
  if (!linkIsSigned && caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.template;
    const access = await findWorkspaceAccess(deps.database, caller, workspaceId);
    if (!access || !mayTemplate(access, 'view', { creatorId })) throw noFile();
  }
  if (request.fileKind === 'doc') return { fileId: document.original_file_id, name: document.name };
  const fileId = document.thumb_file_id ?? (await makeThumb(deps, document));
  if (fileId === null) throw noFile();
  return { fileId, name: nameOfThumb(document.name) };
}

function makeThumb(
  deps: FirstPageDeps,
  document: TemplateRecord['documents'][number],
): Promise<number | null> {
  return makeFirstPage(deps, document.original_file_id, async (tx, insert) => {
    const record = await lockTemplateRow(tx, document.template_id);
    const row = record?.documents.find(({ id }) => id === document.id);
    return row ? (row.thumb_file_id ?? saveThumb(tx, row.id, await insert())) : null;
  });
}

function noFile(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such file.');
}
