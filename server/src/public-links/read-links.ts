import { readUserNames } from '../accounts/api.ts';
import { findLinkOrigin } from '../brands/manage-link-host.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { findTemplateSummary } from '../templates/api.ts';
import type { TemplateAddress } from '../templates/read-template.ts';
import { type EndedWorkflow, findEndings } from '../workflows/api.ts';
import {
  type AccessDeps,
  authorizeLinks,
  findOffReason,
  getAuthorizedLink,
  type LinkAddress,
  readStateOf,
} from './link-access.ts';
import {
  countSubmissions,
  listLinks,
  listSubmissionPage,
  type StoredLink,
  type StoredSubmission,
  type SubmissionCounts,
} from './public-link-store.ts';

/** A link with all that its owner sees of it. */
export interface ReadLink {
  link: StoredLink;
  workspaceId: number;
  state: Awaited<ReturnType<typeof readStateOf>> | 'off';
  offReason: string | null;
  counts: SubmissionCounts;
  creatorName: string;
  origin: string;
}

const NONE: SubmissionCounts = { open: 0, done: 0, abandoned: 0 };

/** The caller was authorized for it. */
export async function describeLink(deps: AccessDeps, link: StoredLink): Promise<ReadLink> {
  const { database, config } = deps;
  const state = await readStateOf(deps, database, link);
  // Nothing else matters of one that was ended.
  const offReason = state === 'ended' ? null : await findOffReason(deps, link);
  return {
    link,
    workspaceId: (await findTemplateSummary(database, link.template_id))?.workspaceId ?? 0,
    state: offReason === null ? state : 'off',
    offReason,
    counts: (await countSubmissions(database, [link.id])).get(link.id) ?? NONE,
    creatorName: (await readUserNames(database, [link.creator_id])).get(link.creator_id)?.name ?? '',
    origin: await findLinkOrigin({ config }, database, link.organization_id),
  };
}

export async function readLink(deps: AccessDeps, caller: Caller, address: LinkAddress): Promise<ReadLink> {
  return describeLink(deps, await getAuthorizedLink(deps, caller, address));
}

export async function listPublicLinks(
  deps: AccessDeps,
  caller: Caller,
  { page, limit, ...address }: TemplateAddress & PageRequest,
): Promise<PageOf<ReadLink>> {
  await authorizeLinks(deps, caller, address);
  const { records, ...counts } = await listLinks(deps.database, address.templateId, { page, limit });
  return { ...counts, records: await Promise.all(records.map((link) => describeLink(deps, link))) };
}

export interface ReadSubmission {
  submission: StoredSubmission;
  workflow: EndedWorkflow | null;
}

export async function listSubmissions(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { page, limit, ...address }: LinkAddress & PageRequest,
): Promise<PageOf<ReadSubmission>> {
  const link = await getAuthorizedLink(deps, caller, address);
  const { records, ...counts } = await listSubmissionPage(deps.database, link.id, { page, limit });
  const ids = records.flatMap(({ workflow_id: id }) => id ?? []);
  const workflows = new Map((await findEndings(deps.database, ids)).map((each) => [each.id, each]));
  return {
    ...counts,
    records: records.map((submission) => {
      return { submission, workflow: workflows.get(submission.workflow_id ?? 0) ?? null };
    }),
  };
}
