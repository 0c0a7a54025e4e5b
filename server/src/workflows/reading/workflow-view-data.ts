import type { ProfileRow } from '../../accounts/api.ts';
import { type ProfileView, viewPictureRow, viewProfileRow } from '../../accounts/read-profiles.ts';
import type { Deps } from '../../deps.ts';
import type { Reads } from '../../platform/database.ts';
import type { TagView } from '../../tags/assign-tags.ts';
import { viewWorkspaceUsers, type WorkspaceUserView } from '../../workspaces/api.ts';
import type { ListedAround, ListedWorkflow } from '../store/listed-workflow-store.ts';
import type { QuickFound } from '../store/quick-view-store.ts';
import { type DocumentSizes, findViewData, type ViewDataRow } from '../store/view-data-store.ts';
import type { WorkflowRecord } from '../store/workflow-store.ts';

/** What a workflow's shape on the wire needs of the other rooms. */
export interface WorkflowViewData {
  /** The sizes of uploaded and sealed files, by the file. */
  sizes: ReadonlyMap<number, number>;
  /** The size of each document with a form: of its latest revision. */
  revisedSizes: ReadonlyMap<number, number>;
  creators: ReadonlyMap<number, ProfileView>;
  pictures: ReadonlyMap<string, ProfileView['picture']>;
  organizations: ReadonlyMap<number, string>;
  workspaceUsers: ReadonlyMap<number, readonly WorkspaceUserView[]>;
  tags: ReadonlyMap<number, readonly TagView[]>;
  /** Makes a storage path an absolute URL; the signed kind needs no credential. */
  linkOf(path: string): string;
}

/** What the quick family's shape needs of it. */
export type QuickViewData = Pick<WorkflowViewData, 'sizes' | 'revisedSizes' | 'pictures' | 'linkOf'>;

/** Loads it for many workflows, by one statement. */
export async function loadWorkflowViewData(
  reads: Reads,
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  records: readonly WorkflowRecord[],
): Promise<WorkflowViewData> {
  const ids = records.map(({ workflow }) => workflow.id);
  return toViewData(deps, await findViewData(reads, ids));
}

/** Of what a statement returned. */
export function toViewData(
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  row: ViewDataRow,
): WorkflowViewData {
  const { baseUrl } = deps.config;
  const { linkOf = (path) => baseUrl + path } = deps;
  return {
    ...sizesOf(row.workflows.flatMap(({ documents }) => documents)),
    ...viewProfiles(row.profiles, baseUrl),
    organizations: new Map(
      row.workflows.map(({ organizationId, organization }) => [organizationId, organization ?? '']),
    ),
    workspaceUsers: viewWorkspaceUsers(row.workspaceUsers),
    tags: new Map(row.workflows.map(({ id, tags }) => [id, tags])),
    linkOf,
  };
}

/** Of what the statements of a list returned. */
export function toListedViewData(
  { config: { baseUrl } }: Pick<Deps, 'config'>,
  workflows: readonly ListedWorkflow[],
  around: ListedAround,
): WorkflowViewData {
  const taggings = Map.groupBy(around.tagged, ({ workflow_id: id }) => id);
  const tagsOf = (taggedBy: readonly { tag_id: number }[]) => {
    const ids = new Set(taggedBy.map(({ tag_id: id }) => id));
    return around.tags.filter(({ id }) => ids.has(id));
  };
  return {
    sizes: new Map(workflows.flatMap(({ fileSizes }) => fileSizes.map(({ id, size }) => [id, size]))),
    revisedSizes: new Map(
      workflows.flatMap(({ latestSizes }) => latestSizes.map((each) => [each.document_id, each.size])),
    ),
    ...viewProfiles(around.profiles, baseUrl),
    organizations: new Map(around.organizations.map(({ id, name }) => [id, name])),
    workspaceUsers: viewWorkspaceUsers(around.workspaceUsers),
    tags: new Map([...taggings].map(([workflowId, taggedBy]) => [workflowId, tagsOf(taggedBy)])),
    linkOf: (path) => baseUrl + path,
  };
}

function viewProfiles(
  rows: readonly ProfileRow[],
  baseUrl: string,
): Pick<WorkflowViewData, 'creators' | 'pictures'> {
  const creators = new Map<number, ProfileView>();
  const pictures = new Map<string, ProfileView['picture']>();
  for (const row of rows) {
    const profile = viewProfileRow(row, baseUrl);
    creators.set(row.id, profile);
    pictures.set(row.email_key, profile.picture);
  }
  return { creators, pictures };
}

/** Of what the quick family's own statement returned. */
export function toQuickViewData(
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  { documents, recipients }: QuickFound,
): QuickViewData {
  const { baseUrl } = deps.config;
  const { linkOf = (path) => baseUrl + path } = deps;
  const pictures = new Map<string, ProfileView['picture']>();
  for (const { email_key: key, user } of recipients)
    if (user) pictures.set(key, viewPictureRow(user, baseUrl));
  return { ...sizesOf(documents), pictures, linkOf };
}

function sizesOf(documents: readonly DocumentSizes[]): Pick<WorkflowViewData, 'sizes' | 'revisedSizes'> {
  const sizes = new Map<number, number>();
  const revisedSizes = new Map<number, number>();
  for (const document of documents) {
    sizes.set(document.original_file_id, document.originalSize ?? 0);
    if (document.sealed_file_id !== null) sizes.set(document.sealed_file_id, document.sealedSize ?? 0);
    if (document.latestSize !== null) revisedSizes.set(document.id, document.latestSize);
  }
  return { sizes, revisedSizes };
}
