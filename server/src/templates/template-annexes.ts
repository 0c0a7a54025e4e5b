import type { Selectable } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { TemplateAnnexRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { annexColumns, requireAnnexRoom, type StorableAnnex } from '../files/ingest-annexes.ts';
import { serveDownload } from '../files/serve-file.ts';
import { insertFile } from '../files/store-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { findAnnex, ingestAnnex } from '../workflows/drafts/change-annexes.ts';
import { viewAnnex } from '../workflows/reading/view-workflows.ts';
import { nextPosition } from '../workflows/store/plan-workflow.ts';
import { lockTemplate, stateOf } from './change-template.ts';
import { authorizeTemplate, readVisibleTemplate, type TemplateAddress } from './read-template.ts';
import { deleteTemplateAnnex, insertTemplateAnnex, saveTemplate } from './template-store.ts';

/** Files for information, of which each workflow made of the template gets copies. */
export function templateAnnexRoutes(deps: Deps) {
  const pathOf = ({ workspaceId, templateId }: { workspaceId: number; templateId: number }) =>
    `${deps.config.baseUrl}/api/v1/workspaces/${workspaceId}/templates/${templateId}/annexes`;
  return {
    listTemplateAnnexes: async ({ caller, params }) => {
      const { annexes } = await readVisibleTemplate(deps, caller, params);
      return annexes.map((annex) => viewAnnex(annex, pathOf(params)));
    },
    addTemplateAnnex: async ({ caller, params, body }) => {
      const { annex = null } = body.files;
      return viewAnnex(await addTemplateAnnex(deps, caller, { ...params, annex }), pathOf(params));
    },
    readTemplateAnnex: async ({ request, caller, params }) => {
      const { annexes } = await readVisibleTemplate(deps, caller, params);
      const { file_id: fileId, name } = findAnnex(annexes, params.annexId);
      return serveDownload(deps, request, { fileId, name });
    },
    removeTemplateAnnex: ({ caller, params }) => removeTemplateAnnex(deps, caller, params),
  } satisfies Partial<Handlers>;
}

async function addTemplateAnnex(
  deps: Deps,
  caller: Caller,
  { annex: upload, ...address }: TemplateAddress & { annex: UploadedFile | null },
): Promise<Selectable<TemplateAnnexRow>> {
  await authorizeTemplate(deps, { caller, operation: 'edit', ...address });
  const annex = await ingestAnnex(deps, upload);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockTemplate(tx, address.templateId);
    requireAnnexRoom([...record.annexes, annex.blob]);
    const { id } = record.template;
    await saveTemplate(tx, id, { ...stateOf(record), now: deps.clock.now() });
    return addAnnexTo(tx, deps, { id, position: nextPosition(record.annexes), annex });
  });
}

/** Inserts an annex of a template with its file. */
export async function addAnnexTo(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, position, annex }: { id: number; position: number; annex: StorableAnnex },
): Promise<Selectable<TemplateAnnexRow>> {
  const now = clock.now();
  const fileId = await insertFile(tx, annex.blob, { format: annex.format, now });
  const columns = annexColumns(annex, { position, now });
  return insertTemplateAnnex(tx, { ...columns, template_id: id, file_id: fileId });
}

async function removeTemplateAnnex(
  deps: Deps,
  caller: Caller,
  { annexId, ...address }: TemplateAddress & { annexId: number },
): Promise<void> {
  await authorizeTemplate(deps, { caller, operation: 'edit', ...address });
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const record = await lockTemplate(tx, address.templateId);
    const { id, file_id: fileId } = findAnnex(record.annexes, annexId);
    await deleteTemplateAnnex(tx, id);
    await saveTemplate(tx, record.template.id, { ...stateOf(record), now: deps.clock.now() });
    return deleteFiles(tx, [fileId]);
  });
  await removeBlobs(deps, blobs);
}
