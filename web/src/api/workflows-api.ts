import { PREFERENCES } from '@paraph/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, call, type UploadOptions, upload } from './call.ts';
import type {
  AddedDocument,
  AppData,
  Attachments,
  CanceledWorkflows,
  ChangedWorkflow,
  CreatedEnvelope,
  DeletedWorkflows,
  Deliveries,
  Delivery,
  InboxPage,
  NewFollower,
  PageSession,
  Recipient,
  Reminders,
  Tag,
  Timeline,
  Workflow,
  WorkflowActs,
  WorkflowCounts,
  WorkflowDetail,
  WorkflowMail,
  WorkflowMails,
  WorkflowPage,
  WorkflowReminders,
  Workspaces,
} from './wire.ts';

export type WorkflowIds = { workspaceId: number; id: number };

/** The deadlines that the instance accepts: a setting of its operator, which lasts as long as the page. */
export const deadlineLimitsQuery = queryOptions({
  queryKey: ['deadline-limits'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { limits } = await call<AppData>('/api/v1/app/initialize?data[]=limits', { signal });
    return limits ?? null;
  },
});

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: ({ signal }) => call<Workspaces>('/api/v1/workspaces', { signal }),
  staleTime: 60_000,
});

export type WorkflowFilter = {
  page: number;
  query: string;
  statuses: readonly string[];
  /** `expiring` within a week, or `filed` away; others are shown without what is filed away. */
  show?: string;
  /** Without one the newest come first. */
  sort?: string;
};

const WORKFLOWS_A_PAGE = 20;

/** Workflows change on the server, so open lists are polled. */
export const LIST_REFRESH_MS = 15_000;
const WORKFLOW_REFRESH_MS = 4_000;

export function workflowsQuery(workspaceId: number | undefined, filter: WorkflowFilter) {
  return queryOptions({
    queryKey: ['workflows', workspaceId, filter],
    enabled: workspaceId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: LIST_REFRESH_MS,
    queryFn: ({ signal }) =>
      call<WorkflowPage>(`/api/v1/workspaces/${workspaceId}/workflows?${queryOf(filter)}`, { signal }),
  });
}

export function workflowCountsQuery(workspaceId: number | undefined) {
  return queryOptions({
    queryKey: ['workflows', workspaceId, 'counts'],
    enabled: workspaceId !== undefined,
    refetchInterval: LIST_REFRESH_MS,
    queryFn: ({ signal }) =>
      call<WorkflowCounts>(`/api/v1/workspaces/${workspaceId}/workflows/counts`, { signal }),
  });
}

export function tagsQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['tags', workspaceId],
    queryFn: ({ signal }) => call<Tag[]>(`/api/v1/workspaces/${workspaceId}/tags`, { signal }),
  });
}

export function createTag(workspaceId: number, name: string): Promise<Tag> {
  return call(`/api/v1/workspaces/${workspaceId}/tags`, { method: 'POST', json: { name } });
}

export function actOnWorkflows(workspaceId: number, json: WorkflowActs): Promise<CanceledWorkflows> {
  return call(`/api/v1/workspaces/${workspaceId}/workflows/acts`, { method: 'POST', json });
}

export function workflowQuery(ids: WorkflowIds, mayStillChange: (workflow: Workflow) => boolean) {
  return queryOptions({
    queryKey: workflowKey(ids),
    queryFn: ({ signal }) => call<WorkflowDetail>(pathOf(ids), { signal }),
    refetchInterval: ({ state }) => (state.data && !mayStillChange(state.data) ? false : WORKFLOW_REFRESH_MS),
  });
}

/** Query key of the workflow, and prefix of the keys of its parts. */
export function workflowKey({ workspaceId, id }: WorkflowIds) {
  return ['workflow', workspaceId, id] as const;
}

/** The timeline, mails, deliveries and attached files of one workflow. */
export function workflowSectionQuery<Section extends keyof WorkflowParts>(
  ids: WorkflowIds,
  section: Section,
  mayChange: boolean,
) {
  return queryOptions({
    queryKey: [...workflowKey(ids), section],
    queryFn: ({ signal }) => call<WorkflowParts[Section]>(`${pathOf(ids)}/${section}`, { signal }),
    refetchInterval: mayChange ? WORKFLOW_REFRESH_MS : LIST_REFRESH_MS,
  });
}

type WorkflowParts = {
  timeline: Timeline;
  mails: WorkflowMails;
  deliveries: Deliveries;
  attachments: Attachments;
  reminders: WorkflowReminders;
};

export function retryWorkflow(ids: WorkflowIds): Promise<WorkflowDetail> {
  return call(`${pathOf(ids)}/retry`, { method: 'POST', json: {} });
}

export function cancelWorkflow(ids: WorkflowIds, reason: string): Promise<CanceledWorkflows> {
  return call(`${pathOf(ids)}/cancel`, { method: 'PUT', json: { reason } });
}

export function remindRecipient(ids: WorkflowIds, recipientId: number): Promise<Reminders> {
  return call(`${pathOf(ids)}/remind`, { method: 'POST', json: { recipients: [recipientId] } });
}

export async function saveReminders(ids: WorkflowIds, value: string): Promise<void> {
  const preferences = [{ name: PREFERENCES.reminders, value }];
  await call(`${pathOf(ids)}/preferences`, { method: 'POST', json: { preferences } });
}

export async function saveFollowers(ids: WorkflowIds, followers: NewFollower[]): Promise<void> {
  await call(`${pathOf(ids)}/followers`, { method: 'PUT', json: { followers } });
}

export type Replacement = { name: string; email: string; reason?: string } & Partial<
  Pick<Recipient, 'phone' | 'language' | 'identification'>
>;

export function replaceRecipient(
  ids: WorkflowIds,
  recipientId: number,
  json: Replacement,
): Promise<Recipient> {
  return call(`${pathOf(ids)}/recipients/${recipientId}`, { method: 'PUT', json });
}

/** Saves a draft in idempotent calls: people and steps, what it is itself, and of the rest what is named. */
export async function changeDraftDetails(ids: WorkflowIds, details: DraftDetails): Promise<void> {
  const { steps, followers, reminders, ...head } = details;
  await call(`${pathOf(ids)}/steps`, { method: 'PUT', json: { steps } });
  await call(pathOf(ids), { method: 'PUT', json: head });
  if (followers) await saveFollowers(ids, followers);
  if (reminders !== undefined) await saveReminders(ids, reminders);
}
type DraftDetails = {
  name: string;
  type: string;
  senderMessage: string | null;
  steps: readonly DraftStep[];
  expiryDate?: number;
  scheduledStartDate?: number | null;
  followers?: NewFollower[];
  reminders?: string;
};
type DraftStep = { type: string; recipients: readonly { id?: number; name: string; email: string }[] };

export function addDraftDocument(
  ids: WorkflowIds,
  { file, replaces, ...options }: { file: File; replaces?: number } & Omit<UploadOptions, 'form'>,
): Promise<AddedDocument> {
  const form = new FormData();
  form.set('document', file, file.name);
  if (replaces !== undefined) form.set('replaces', String(replaces));
  return upload(`${pathOf(ids)}/documents`, { ...options, form });
}

export function removeDraftDocument(ids: WorkflowIds, documentId: number): Promise<void> {
  return call(`${pathOf(ids)}/documents/${documentId}`, { method: 'DELETE' });
}

/** The API deletes in bulk and responds 200 even where an item failed. */
export async function deleteWorkflow({ workspaceId, id }: WorkflowIds): Promise<void> {
  const [item] = await call<DeletedWorkflows>(`/api/v1/workspaces/${workspaceId}/workflows`, {
    method: 'DELETE',
    json: { workflows: [{ id }] },
  });
  if (item?.error) throw new ApiError({ statusCode: 409, ...item.error });
}

export function changeDeadline(ids: WorkflowIds, expiryDate: number): Promise<ChangedWorkflow> {
  return call(pathOf(ids), { method: 'PUT', json: { expiryDate } });
}

/** Null takes the date back: the draft waits for a call. */
export function scheduleStart(ids: WorkflowIds, scheduledStartDate: number | null): Promise<ChangedWorkflow> {
  return call(pathOf(ids), { method: 'PUT', json: { scheduledStartDate } });
}

export async function startWorkflow(ids: WorkflowIds): Promise<void> {
  await call(`${pathOf(ids)}/start`, { method: 'PUT' });
}

/** A repeated call with the same key returns the draft of the first call. */
export function copyToDraft(
  ids: WorkflowIds,
  { kind, idempotencyKey }: { kind: 'correct' | 'duplicate'; idempotencyKey: string },
): Promise<Workflow> {
  return call(`${pathOf(ids)}/${kind}`, { method: 'POST', json: {}, idempotencyKey });
}

/**
 * Opens the designer, which sends the draft, unless it starts by itself, and returns to its page. Its address is a
 * secret and therefore requested on demand.
 */
export async function goToDesigner(ids: WorkflowIds, isScheduled = false): Promise<void> {
  const { designerUrl } = await call<PageSession>(`${pathOf(ids)}/session`);
  const page = `${window.location.origin}/documents/${ids.workspaceId}/${ids.id}`;
  const query = new URLSearchParams({ auto_start: isScheduled ? '0' : '1', callback: page });
  window.location.assign(`${new URL(designerUrl).pathname}?${query}`);
}

export function retryMail(ids: WorkflowIds, mailId: number): Promise<WorkflowMail> {
  return call(`${pathOf(ids)}/mails/${mailId}/retry`, { method: 'POST', json: {} });
}

export function replayDelivery(ids: WorkflowIds, deliveryId: number): Promise<Delivery> {
  return call(`${pathOf(ids)}/deliveries/${deliveryId}/replay`, { method: 'POST', json: {} });
}

export function createQuickEnvelope(options: UploadOptions): Promise<CreatedEnvelope> {
  return upload('/api/v1/quick/envelopes', options);
}

/** Creates a draft from the same form. */
export function createEnvelope(options: UploadOptions): Promise<CreatedEnvelope> {
  return upload('/api/v1/envelopes', options);
}

/** Finds the workflow of a new envelope id on the first page; undefined where newer ones have displaced it. */
export async function findWorkflow(workspaceId: number, envelopeId: string): Promise<Workflow | undefined> {
  const filter = { page: 1, query: '', statuses: [] };
  const page = await call<WorkflowPage>(`/api/v1/workspaces/${workspaceId}/workflows?${queryOf(filter)}`);
  return page.items.find((workflow) => workflow.envelopeId === envelopeId);
}

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call<InboxPage>('/api/v1/profile/actions?page=1&limit=100', { signal }),
  refetchInterval: LIST_REFRESH_MS,
});

function pathOf({ workspaceId, id }: WorkflowIds): string {
  return `/api/v1/workspaces/${workspaceId}/workflows/${id}`;
}

function queryOf({ page, sort, ...filter }: WorkflowFilter): string {
  const parameters = parametersOf(filter);
  if (sort !== undefined) parameters.set('sort', sort);
  parameters.set('page', String(page));
  parameters.set('limit', String(WORKFLOWS_A_PAGE));
  return parameters.toString();
}

const WEEK_SECONDS = 7 * 86_400;

function parametersOf({ query, statuses, show }: Omit<WorkflowFilter, 'page'>): URLSearchParams {
  const parameters = new URLSearchParams();
  if (show !== undefined) parameters.set('filters[filed]', show === 'filed' ? '1' : '0');
  if (show === 'expiring')
    parameters.set('filters[expiresBefore]', String(Math.floor(Date.now() / 1000) + WEEK_SECONDS));
  if (query !== '') parameters.set('query', query);
  if (statuses.length > 0) parameters.set('filters[status]', statuses.join(','));
  return parameters;
}

/** The address of the whole list as a table. */
export function exportAddress(workspaceId: number, filter: Omit<WorkflowFilter, 'page'>): string {
  return `/api/v1/workspaces/${workspaceId}/workflows/export?${parametersOf(filter)}`;
}
