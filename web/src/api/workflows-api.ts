import { PREFERENCES } from '@paraph/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, addressOf, ask, type Body, reading } from './ask.ts';
import { ApiError, call, type UploadOptions, upload } from './call.ts';
import type {
  AddedDocument,
  AppData,
  CreatedEnvelope,
  NewFollower,
  Workflow,
  WorkflowActs,
  WorkflowPage,
} from './wire.ts';

export type WorkflowIds = { workspaceId: number; id: number };
/** As paths name them. */
const named = ({ workspaceId, id }: WorkflowIds) => ({ workspaceId, workflowId: id });

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
  queryFn: reading('GET /api/v1/workspaces', {}),
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
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/workflows/counts', {
      workspaceId: workspaceId ?? 0,
    }),
  });
}

export function tagsQuery(workspaceId: number) {
  return queryOptions({
    queryKey: ['tags', workspaceId],
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/tags', { workspaceId }),
  });
}

export const createTag = (workspaceId: number, name: string) =>
  ask('POST /api/v1/workspaces/{workspaceId}/tags', { workspaceId }, { json: { name } });
export const actOnWorkflows = (workspaceId: number, json: WorkflowActs) =>
  ask('POST /api/v1/workspaces/{workspaceId}/workflows/acts', { workspaceId }, { json });

export function workflowQuery(ids: WorkflowIds, mayStillChange: (workflow: Workflow) => boolean) {
  return queryOptions({
    queryKey: workflowKey(ids),
    queryFn: ({ signal }) =>
      ask('GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}', named(ids), { signal }),
    refetchInterval: ({ state }) => (state.data && !mayStillChange(state.data) ? false : WORKFLOW_REFRESH_MS),
  });
}

/** Query key of the workflow, and prefix of the keys of its parts. */
export function workflowKey({ workspaceId, id }: WorkflowIds) {
  return ['workflow', workspaceId, id] as const;
}

/** The timeline, mails, deliveries and attached files of one workflow. */
export function workflowSectionQuery<S extends Section>(ids: WorkflowIds, section: S, mayChange: boolean) {
  return queryOptions({
    queryKey: [...workflowKey(ids), section],
    queryFn: ({ signal }) =>
      call<Sections[S]>(
        `${addressOf('GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}', named(ids))}/${section}`,
        { signal },
      ),
    refetchInterval: mayChange ? WORKFLOW_REFRESH_MS : LIST_REFRESH_MS,
  });
}

type Section = 'timeline' | 'mails' | 'deliveries' | 'attachments' | 'reminders';
type Sections = {
  [S in Section]: Answer<`GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/${S}`>;
};

export const retryWorkflow = (ids: WorkflowIds) =>
  ask('POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/retry', named(ids));
export const cancelWorkflow = (ids: WorkflowIds, reason: string) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/cancel', named(ids), { json: { reason } });
export const remindRecipient = (ids: WorkflowIds, recipientId: number) =>
  ask('POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/remind', named(ids), {
    json: { recipients: [recipientId] },
  });

/** An address that opens the session of a recipient in one browser, once. */
export const createInPersonSession = (ids: WorkflowIds, recipientId: number, way: 'device' | 'link') =>
  ask(
    'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}/in-person-session',
    { ...named(ids), recipientId },
    { json: { way } },
  );

export async function saveReminders(ids: WorkflowIds, value: string): Promise<void> {
  const preferences = [{ name: PREFERENCES.reminders, value }];
  await ask('POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/preferences', named(ids), {
    json: { preferences },
  });
}

export async function saveFollowers(ids: WorkflowIds, followers: NewFollower[]): Promise<void> {
  await ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/followers', named(ids), {
    json: { followers },
  });
}

export type Replacement =
  Body<'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}'>;
export const replaceRecipient = (ids: WorkflowIds, recipientId: number, json: Replacement) =>
  ask(
    'PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/recipients/{recipientId}',
    { ...named(ids), recipientId },
    { json },
  );

/** Saves a draft in idempotent calls: people and steps, what it is itself, and of the rest what is named. */
export async function changeDraftDetails(ids: WorkflowIds, details: DraftDetails): Promise<void> {
  const { steps, followers, reminders, ...head } = details;
  await ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/steps', named(ids), {
    json: { steps },
  });
  await ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}', named(ids), { json: head });
  if (followers) await saveFollowers(ids, followers);
  if (reminders !== undefined) await saveReminders(ids, reminders);
}
type DraftDetails = {
  name: string;
  type: Workflow['type'];
  senderMessage: string | null;
  steps: readonly DraftStep[];
  expiryDate?: number;
  scheduledStartDate?: number | null;
  followers?: NewFollower[];
  reminders?: string;
};
type DraftStep = {
  type: 'sign' | 'review';
  recipients: readonly { id?: number; name: string; email: string }[];
};

export function addDraftDocument(
  ids: WorkflowIds,
  { file, replaces, ...options }: { file: File; replaces?: number } & Omit<UploadOptions, 'form'>,
): Promise<AddedDocument> {
  const form = new FormData();
  form.set('document', file, file.name);
  if (replaces !== undefined) form.set('replaces', String(replaces));
  const address = addressOf(
    'POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents',
    named(ids),
  );
  return upload(address, { ...options, form });
}

export const removeDraftDocument = (ids: WorkflowIds, documentId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/documents/{documentId}', {
    ...named(ids),
    documentId,
  });

/** The API deletes in bulk and responds 200 even where an item failed. */
export async function deleteWorkflow({ workspaceId, id }: WorkflowIds): Promise<void> {
  const json = { workflows: [{ id }] };
  const [item] = await ask('DELETE /api/v1/workspaces/{workspaceId}/workflows', { workspaceId }, { json });
  if (item?.error) throw new ApiError({ statusCode: 409, ...item.error });
}

export const changeDeadline = (ids: WorkflowIds, expiryDate: number) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}', named(ids), { json: { expiryDate } });

/** Null takes the date back: the draft waits for a call. */
export const scheduleStart = (ids: WorkflowIds, scheduledStartDate: number | null) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}', named(ids), {
    json: { scheduledStartDate },
  });

export async function startWorkflow(ids: WorkflowIds): Promise<void> {
  await ask('PUT /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/start', named(ids));
}

/** A repeated call with the same key returns the draft of the first call. */
export const copyToDraft = (
  ids: WorkflowIds,
  { kind, idempotencyKey }: { kind: 'correct' | 'duplicate'; idempotencyKey: string },
) =>
  ask(`POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/${kind}`, named(ids), { idempotencyKey });

/**
 * Opens the designer, which sends the draft, unless it starts by itself, and returns to its page. Its address is a
 * secret and therefore requested on demand.
 */
export async function goToDesigner(ids: WorkflowIds, isScheduled = false): Promise<void> {
  const { designerUrl } = await ask(
    'GET /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/session',
    named(ids),
  );
  const page = `${window.location.origin}/documents/${ids.workspaceId}/${ids.id}`;
  const query = new URLSearchParams({ auto_start: isScheduled ? '0' : '1', callback: page });
  window.location.assign(`${new URL(designerUrl).pathname}?${query}`);
}

export const retryMail = (ids: WorkflowIds, mailId: number) =>
  ask('POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/mails/{mailId}/retry', {
    ...named(ids),
    mailId,
  });
export const replayDelivery = (ids: WorkflowIds, deliveryId: number) =>
  ask('POST /api/v1/workspaces/{workspaceId}/workflows/{workflowId}/deliveries/{deliveryId}/replay', {
    ...named(ids),
    deliveryId,
  });

export function createQuickEnvelope(options: UploadOptions): Promise<CreatedEnvelope> {
  return upload(addressOf('POST /api/v1/quick/envelopes', {}), options);
}

/** Creates a draft from the same form. */
export function createEnvelope(options: UploadOptions): Promise<CreatedEnvelope> {
  return upload(addressOf('POST /api/v1/envelopes', {}), options);
}

/** Finds the workflow of a new envelope id on the first page; undefined where newer ones have displaced it. */
export async function findWorkflow(workspaceId: number, envelopeId: string): Promise<Workflow | undefined> {
  const filter = { page: 1, query: '', statuses: [] };
  const page = await call<WorkflowPage>(`/api/v1/workspaces/${workspaceId}/workflows?${queryOf(filter)}`);
  return page.items.find((workflow) => workflow.envelopeId === envelopeId);
}

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: reading('GET /api/v1/profile/actions', { page: 1, limit: 100 }),
  refetchInterval: LIST_REFRESH_MS,
});

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

/** All that a list finds, as acts on several name it. */
export function actFilterOf(filter: Omit<WorkflowFilter, 'page'>): NonNullable<WorkflowActs['filter']> {
  const named = [...parametersOf(filter)].map(([name, value]) => [
    /(\w+)\]?$/.exec(name)?.[1] ?? name,
    value,
  ]);
  return Object.fromEntries(named);
}

/** The address of the whole list as a table. */
export function exportAddress(workspaceId: number, filter: Omit<WorkflowFilter, 'page'>): string {
  return `/api/v1/workspaces/${workspaceId}/workflows/export?${parametersOf(filter)}`;
}
