import { type ProfileView, readPictures, readProfiles } from '../../accounts/read-profiles.ts';
import type { Deps } from '../../deps.ts';
import { type FileFacts, readFileFacts } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { listRevisions } from '../../revisions/api.ts';
import { readTags, type TagView } from '../../tags/assign-tags.ts';
import { listWorkspaceUsers, readOrganizationNames, type WorkspaceUserView } from '../../workspaces/api.ts';
import { listTaggings } from '../store/tagging-store.ts';
import type { WorkflowRecord } from '../store/workflow-store.ts';

/** What a workflow's shape on the wire needs of the other rooms. */
export interface WorkflowViewData {
  files: ReadonlyMap<number, FileFacts>;
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

/** Loads it for many workflows, with one query per kind. */
export async function loadWorkflowViewData(
  reads: Reads,
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  records: readonly WorkflowRecord[],
): Promise<WorkflowViewData> {
  const { linkOf = (path) => deps.config.baseUrl + path } = deps;
  const unique = <T>(values: readonly T[]) => [...new Set(values)];
  const documents = records.flatMap((record) => record.documents);
  const fileIds = documents.flatMap((row) => [row.original_file_id, row.sealed_file_id]);
  return {
    files: await readFileFacts(
      reads,
      fileIds.filter((id) => id !== null),
    ),
    revisedSizes: await readRevisedSizes(reads, documents),
    creators: await readProfiles(reads, deps, unique(records.map((record) => record.workflow.creator_id))),
    pictures: await readPictures(
      reads,
      deps,
      unique(records.flatMap((record) => record.recipients.map((row) => row.email_key))),
    ),
    organizations: await readOrganizationNames(
      reads,
      unique(records.map((record) => record.workflow.organization_id)),
    ),
    workspaceUsers: await listWorkspaceUsers(
      reads,
      unique(records.map((record) => record.workflow.workspace_id)),
    ),
    tags: await loadTags(
      reads,
      records.map((record) => record.workflow.id),
    ),
    linkOf,
  };
}

async function readRevisedSizes(
  reads: Reads,
  documents: readonly { id: number }[],
): Promise<Map<number, number>> {
  const revisions = await listRevisions(
    reads,
    documents.map(({ id }) => id),
  );
  return new Map([...revisions].flatMap(([id, all]) => all.slice(-1).map(({ size }) => [id, size] as const)));
}

/** By the workflow's id, each list by name. */
async function loadTags(reads: Reads, workflowIds: readonly number[]): Promise<Map<number, TagView[]>> {
  const assigned = await listTaggings(reads, workflowIds);
  const tags = await readTags(reads, [...new Set(assigned.map(({ tagId }) => tagId))]);
  const idsOf = Map.groupBy(assigned, ({ workflowId }) => workflowId);
  return new Map(
    [...idsOf].map(([workflowId, taggings]) => {
      const ids = new Set(taggings.map(({ tagId }) => tagId));
      return [workflowId, tags.filter(({ id }) => ids.has(id))];
    }),
  );
}
