import {
  mayTemplate,
  type PdfForm,
  Refusal,
  readSearchTerms,
  type SigningPerson,
  type TemplatePlan,
  type WorkflowOperation,
} from '@paraph/domain';
import type { Selectable } from 'kysely';
import type { TemplateRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { type FirstPageDeps, makeFirstPage } from '../files/first-page.ts';
import { type LinkProof, type NamedFile, nameOfThumb, requireLinkProof } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { flattenFile } from '../revisions/flatten-draft.ts';
import { suggestFor } from '../workflows/drafts/suggest-fields.ts';
import {
  findWorkspaceAccess,
  getWorkspaceAccess,
  type WorkspaceAccess,
} from '../workspaces/workspace-access.ts';
import {
  findTemplateSummary,
  listTemplateRows,
  loadTemplate,
  lockTemplateRow,
  saveThumb,
  type TemplateRecord,
} from './template-store.ts';

export interface TemplateAddress {
  /** Null: wherever it is. */
  workspaceId: number | null;
  templateId: number;
}

/** The whole template, if the caller may see it in this workspace, and carry out the operation. */
export async function readVisibleTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, templateId, operation = 'view' }: TemplateAddress & { operation?: WorkflowOperation },
): Promise<TemplateRecord> {
  await authorizeTemplate(deps, { caller, operation, workspaceId, templateId });
  const record = await loadTemplate(deps.database, templateId);
  if (!record) throw unknownTemplate();
  return record;
}

/**
 * Requires the right to carry out an operation; returns the caller's access to the template's workspace. A template
 * that the caller may not see is reported as not found.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for who may see but not do it.
 */
export async function authorizeTemplate(
  deps: Pick<Deps, 'database'>,
  request: { caller: Caller; operation: WorkflowOperation } & TemplateAddress,
): Promise<WorkspaceAccess> {
  const { caller, operation, workspaceId, templateId } = request;
  const summary = await findTemplateSummary(deps.database, templateId);
  if (!summary || (workspaceId !== null && summary.workspaceId !== workspaceId)) throw unknownTemplate();
  const access = await findWorkspaceAccess(deps.database, caller, summary.workspaceId);
  if (!access || !mayTemplate(access, 'view', summary)) throw unknownTemplate();
  if (!mayTemplate(access, operation, summary)) throw notAllowed();
  return access;
}

export function unknownTemplate(): Refusal {
  return new Refusal('TEMPLATE_NOT_FOUND', 'There is no such template in this workspace.');
}

export function notAllowed(): Refusal {
  return new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    'Your role in this workspace does not allow this; ask one of its owners.',
  );
}

/**
 * A page of a workspace's templates, newest first; what the caller may not see is neither listed nor counted.
 */
export async function listTemplates(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { workspaceId: number; query?: string | undefined },
): Promise<PageOf<Selectable<TemplateRow>>> {
  const access = await getWorkspaceAccess(database, caller, query.workspaceId);
  const filter = { ...seenBy(access), words: readSearchTerms(query.query) };
  return listTemplateRows(database, filter, query);
}

/** Which templates of their workspace a user may see. */
export function seenBy(access: WorkspaceAccess) {
  const { userId, workspaceId } = access;
  const own = mayTemplate(access, 'view', { creatorId: userId });
  return { workspaceId, userId, own, others: access.permissions.has('view_others_template') };
}

/** The forms that the documents of a template bring along, which fields can replace. */
export async function listTemplateForms(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<{ documentId: number; form: PdfForm }[]> {
  const { documents } = await readVisibleTemplate(deps, caller, address);
  return documents.map(({ id, contents }) => ({ documentId: id, form: contents.form }));
}

/**
 * The printed places and tags of a document of a template where fields could go, and of which placeholder they are.
 *
 * @throws Refusal `NOT_FOUND`, and those of `readPrintedPlaces`
 */
export async function listTemplateSuggestions(
  deps: FirstPageDeps,
  caller: Caller,
  { documentId, ...address }: TemplateAddress & { documentId: number },
) {
  const { documents, template } = await readVisibleTemplate(deps, caller, address);
  return suggestFor(deps, caller, { documentId, documents, people: placeholdersWhoSign(template.plan) });
}

/** Those who sign, in the order of the steps. */
export function placeholdersWhoSign({ recipients, steps }: TemplatePlan): SigningPerson[] {
  const order = steps.flatMap(({ actions }) => actions.map(({ roleId }) => roleId));
  const orderOf = ({ role }: SigningPerson) => (order.includes(role) ? order.indexOf(role) : order.length);
  return recipients
    .flatMap(({ id: person, name, roles }) =>
      roles.filter(({ type }) => type === 'sign').map(({ id: role }) => ({ role, name, person })),
    )
    .sort((one, other) => orderOf(one) - orderOf(other));
}

/** A document of a template with its form as the start of a workflow will leave it. */
export async function readTemplatePages(
  deps: FileDeps & Pick<Deps, 'config'>,
  caller: Caller,
  { documentId, ...address }: TemplateAddress & { documentId: number },
): Promise<NamedFile> {
  const { documents, template } = await readVisibleTemplate(deps, caller, address);
  const document = documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this template.');
  const { original_file_id: fileId, name, contents } = document;
  const fields = template.plan.fields
    .filter((field) => field.documentId === documentId)
    .map(({ type, pdfFieldName: formField }) => ({ type, formField }));
  return { fileId, name, appended: await flattenFile(deps, { fileId, form: contents.form }, fields) };
}

/**
 * The file of a template's storage link. A signed link is authorized by its signature; without one the caller needs
 * read access to the template.
 */
export async function readTemplateFile(
  deps: FirstPageDeps,
  request: LinkProof & {
    fileKind: 'doc' | 'thumb';
    templateId: number;
    key: string;
    version?: 'original' | 'source' | undefined;
  },
): Promise<NamedFile> {
  const { caller, linkIsSigned } = request;
  requireLinkProof(request);
  const record = await loadTemplate(deps.database, request.templateId);
  const document = record?.documents.find((each) => each.storage_key === request.key);
  if (!record || !document) throw noFile();
  if (!linkIsSigned && caller !== null) {
    const { workspace_id: workspaceId, creator_id: creatorId } = record.template;
    const access = await findWorkspaceAccess(deps.database, caller, workspaceId);
    if (!access || !mayTemplate(access, 'view', { creatorId })) throw noFile();
  }
  if (request.fileKind === 'doc' && request.version === 'source') {
    if (document.source_file_id === null) throw noFile();
    return { fileId: document.source_file_id, name: document.source?.name ?? document.name };
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
