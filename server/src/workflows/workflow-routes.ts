import { Readable } from 'node:stream';
import { allowsInPerson, hasChoices, invalid, LIMITS, type QuickFieldRequest, Refusal } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import { readList } from '../database/replica.ts';
import type { Deps } from '../deps.ts';
import {
  type LinkCall,
  serveDownload,
  serveLinkedFile,
  serveMade,
  signFileLink,
} from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { documentForm, type UploadedFile } from '../http/multipart.ts';
import { setSuccessorLink } from '../http/response-headers.ts';
import { actOnWorkflows, asBulkItem } from './drafts/act-on-workflows.ts';
import { addAnnex, findAnnex, removeAnnex } from './drafts/change-annexes.ts';
import { addDocument, removeDocument } from './drafts/change-documents.ts';
import { replaceDocument } from './drafts/replace-document.ts';
import { setFields } from './drafts/set-fields.ts';
import { setFollowers } from './drafts/set-followers.ts';
import { addSteps, setRoles, setSteps } from './drafts/set-people.ts';
import { setPreferences } from './drafts/set-preferences.ts';
import { listSuggestedFields } from './drafts/suggest-fields.ts';
import { tagWorkflow, updateWorkflow } from './drafts/update-workflow.ts';
import { correctWorkflow, duplicateWorkflow } from './envelopes/copy-workflow.ts';
import { createEnvelope, createQuickEnvelope, createWorkflow } from './envelopes/create-envelope.ts';
import { createFilledEnvelope, createStatedDraft } from './envelopes/create-planned-envelope.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { changeStatus, moveTime, startWorkflow } from './lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside, requireFreshToDelete } from './lifecycle/delete-workflow.ts';
import { remindRecipients } from './lifecycle/remind-recipients.ts';
import { countWorkflows } from './reading/count-workflows.ts';
import { exportWorkflows } from './reading/export-workflows.ts';
import { listSignedEnvelopes, listSortedWorkflows, listWorkflows, WHOLE } from './reading/list-workflows.ts';
import { readWorkflowReminders } from './reading/read-reminders.ts';
import { readStoredDocument, type StoredFileKind } from './reading/read-stored-document.ts';
import { readTimeline } from './reading/read-timeline.ts';
import {
  authorizeWorkflow,
  getEnvelopeAddress,
  getWorkflowAddress,
  readVisibleEnvelope,
  readVisibleWorkflow,
  unknownEnvelope,
  type WorkflowCall,
  type WorkflowRecord,
} from './reading/read-workflow.ts';
import { getViewed, viewAnnex, viewOneWorkflow } from './reading/view-workflows.ts';
import {
  filedDateOf,
  viewBeside,
  viewEnvelope,
  viewFollowers,
  viewListedWorkflow,
  viewPlacedFields,
  viewQuickEnvelope,
  viewSteps,
  viewValues,
  viewWorkflow,
} from './reading/workflow-view.ts';
import { isEnvelopeId } from './store/workflow-facts-store.ts';
import { SUMMARY, VIEW } from './store/workflow-reading-store.ts';

type RouteDeps = Deps & { checkCallbackUrl: CheckCallbackUrl; releaseBeside: ReleaseBeside };

export function workflowRoutes(deps: RouteDeps) {
  return {
    ...readingRoutes(deps),
    ...overviewRoutes(deps),
    ...draftRoutes(deps),
    ...draftDocumentRoutes(deps),
    ...annexRoutes(deps),
    ...envelopeRoutes(deps),
  };
}

/** Where a client reads with its session alone, it gets links that need no further credential. */
function linksOf(deps: Deps, session: string | undefined) {
  return session === '1' ? { ...deps, linkOf: (path: string) => signFileLink(deps, path) } : deps;
}

function readingRoutes(deps: RouteDeps) {
  const viewWhole = async (workflowId: number, session?: string) => {
    const viewed = await getViewed(deps.database, workflowId);
    const { blocked_cause: blockedCause } = viewed.workflow;
    return {
      ...viewWorkflow(viewed, linksOf(deps, session)),
      blockedCause,
      filedDate: filedDateOf(viewed),
      ...viewBeside(viewed),
      inPerson: allowsInPerson(viewed.workflow.preferences),
    };
  };
  const serve =
    (fileKind: StoredFileKind) =>
    ({ params, ...call }: StorageCall) =>
      serveLinkedFile(deps, call, (proof) =>
        readStoredDocument(deps, { ...proof, ...params, version: call.query.version, fileKind }),
      );
  return {
    createQuickEnvelope: ({ caller, body, visitor }) => {
      const { fields = [], placeFields, ...request } = body.values;
      const form = { ...documentForm(body), request, visitor };
      return fields.length === 0 && placeFields === undefined && !hasChoices(request)
        ? createQuickEnvelope(deps, caller, form)
        : // Each is read whole: what it lacks is among the violations.
          createFilledEnvelope(deps, caller, { ...form, placeFields, fields: fields as QuickFieldRequest[] });
    },
    readQuickEnvelope: async ({ caller, params, query }) => {
      const { envelopeId } = params;
      const envelope = await readVisibleEnvelope(deps, caller, { envelopeId, sections: SUMMARY });
      return viewQuickEnvelope(envelope, linksOf(deps, query.session));
    },
    readWorkflow: async ({ caller, params, query }) => {
      await authorizeWorkflow(deps, { ...params, caller, operation: 'view' });
      return viewWhole(params.workflowId, query.session);
    },
    readValues: async ({ caller, params }) => {
      await authorizeWorkflow(deps, { ...params, caller, operation: 'view' });
      return viewValues(await getViewed(deps.database, params.workflowId));
    },
    listTimeline: ({ caller, params }) => readTimeline(deps, caller, params),
    readWorkflowReminders: ({ caller, params }) => readWorkflowReminders(deps, caller, params),
    cancelWorkflow: async ({ caller, params, body, visitor, request }) => [
      await asBulkItem(namedBy(request, params), async () => {
        await changeStatus(deps, caller, { ...params, ...body, verb: 'cancel', visitor });
      }),
    ],
    moveTime: async ({ caller, params, body, visitor }) => {
      await moveTime(deps, caller, { ...params, ...body, visitor });
      return viewOneWorkflow(deps, params.workflowId);
    },
    retryWorkflow: async ({ caller, params, visitor }) => {
      await changeStatus(deps, caller, { ...params, verb: 'retry', visitor });
      return viewWhole(params.workflowId);
    },
    duplicateWorkflow: async ({ caller, params, visitor }) => {
      const { workflow } = await duplicateWorkflow(deps, caller, { ...params, visitor });
      return viewOneWorkflow(deps, workflow.id);
    },
    correctWorkflow: async ({ caller, params, visitor }) => {
      const { workflow } = await correctWorkflow(deps, caller, { ...params, visitor });
      return viewOneWorkflow(deps, workflow.id);
    },
    setWorkflowTags: ({ caller, params, body, visitor }) =>
      tagWorkflow(deps, caller, { ...params, ...body, visitor }),
    readTemporaryFile: serve('temp'),
    readArchivedFile: serve('archive'),
    readThumb: serve('thumb'),
  } satisfies Partial<Handlers>;
}

/** Of many workflows at once. */
function overviewRoutes(deps: RouteDeps) {
  return {
    listWorkflows: async ({ caller, params, query }) => {
      const { workspaceId } = params;
      const { filters, sort, after, ...page } = query;
      if (after !== undefined && sort === undefined)
        throw invalid({ after: 'Must come with the `sort` of the page before.' });
      const asked = { ...page, ...filters, workspaceId };
      const { workflows, ...counts } = await readList(deps, (database) =>
        sort !== undefined
          ? listSortedWorkflows({ database }, caller, { ...asked, sort, after })
          : Object.keys(query).length === 0
            ? listWorkflows({ database }, caller, { workspaceId, range: WHOLE })
            : listWorkflows({ database }, caller, asked),
      );
      return { ...counts, items: workflows.map((each) => viewListedWorkflow(each, deps)) };
    },
    countWorkflows: ({ caller, params }) =>
      readList(deps, (database) => countWorkflows({ ...deps, database }, caller, params.workspaceId)),
    exportWorkflows: async ({ caller, params, query: { filters, format = 'csv', ...query } }) => {
      const command = { ...query, ...filters, ...params, format };
      const { type, fileName, lines } = await exportWorkflows(deps, caller, command);
      return serveMade(type, { fileName, content: Readable.from(lines, { objectMode: false }) });
    },
    actOnWorkflows: ({ caller, params, body, visitor }) =>
      actOnWorkflows(deps, caller, { ...params, ...body, visitor }),
  } satisfies Partial<Handlers>;
}

type StorageCall = LinkCall & {
  params: { workflowId: number; key: string };
  query: { version?: 'original' | 'source' | undefined };
};

function draftRoutes(deps: RouteDeps) {
  const view = ({ workflow }: WorkflowRecord) => viewOneWorkflow(deps, workflow.id);
  const viewPeople = async (record: WorkflowRecord) => (await view(record)).recipients;
  const viewChanged = async (record: WorkflowRecord) => {
    const { id, status, documents } = await view(record);
    return { id, status, documents };
  };
  return {
    createWorkflow: async ({ caller, params, body, visitor }) =>
      view(await createWorkflow(deps, caller, { ...params, ...documentForm(body), visitor })),
    updateWorkflow: async ({ caller, params, body, visitor }) =>
      viewChanged(await updateWorkflow(deps, caller, { ...params, request: body, document: null, visitor })),
    editWorkflow: async ({ caller, params, body, visitor, reply }) => {
      const { values: request, violations } = body;
      const command = { ...params, request, violations, document: documentOf(body), visitor };
      const record = await updateWorkflow(deps, caller, command);
      setSuccessorLink(reply, workflowPath(record));
      return viewChanged(record);
    },
    setRoles: async ({ caller, params, body, visitor }) =>
      viewPeople(await setRoles(deps, caller, { ...params, recipients: body.recipients, visitor })),
    setRolesDirectly: async ({ caller, params, body, visitor, reply }) => {
      const address = await getWorkflowAddress(deps, caller, params.workflowId);
      const record = await setRoles(deps, caller, { ...address, recipients: body.recipients, visitor });
      setSuccessorLink(reply, `${workflowPath(record)}/roles`);
      return viewPeople(record);
    },
    addSteps: async ({ caller, params, body, visitor }) =>
      viewSteps(await addSteps(deps, caller, { ...params, steps: body.steps, visitor })),
    setSteps: async ({ caller, params, body, visitor }) =>
      view(await setSteps(deps, caller, { ...params, steps: body.steps, visitor })),
    setPreferences: ({ caller, params, body, visitor }) =>
      setPreferences(deps, caller, { ...params, preferences: body.preferences, visitor }),
    listFields: async ({ caller, params }) =>
      viewPlacedFields(await readVisibleWorkflow(deps, caller, params)),
    listSuggestedFields: ({ caller, params }) => listSuggestedFields(deps, caller, params),
    listFollowers: async ({ caller, params }) =>
      viewFollowers(await readVisibleWorkflow(deps, caller, params)),
    setFollowers: async ({ caller, params, body, visitor }) =>
      viewFollowers(await setFollowers(deps, caller, { ...params, ...body, visitor })),
    setFields: async ({ caller, params, body, visitor }) =>
      viewPlacedFields(await setFields(deps, caller, { ...params, ...body, visitor })),
    startWorkflow: async ({ caller, params, visitor, request }) => [
      await asBulkItem(namedBy(request, params), async () => {
        await startWorkflow(deps, caller, { ...params, visitor });
      }),
    ],
    remindRecipients: async ({ caller, params, body, visitor }) => {
      const command = { ...params, recipients: body.recipients ?? null, visitor };
      return { link: 'kept' as const, reminders: await remindRecipients(deps, caller, command) };
    },
    deleteWorkflows: async ({ caller, params, body, visitor }) => {
      const items = [];
      const addresses = body.workflows.map(({ id, workspaceId = params.workspaceId }) => ({
        workspaceId,
        workflowId: id,
        visitor,
      }));
      await requireFreshToDelete(deps, caller, addresses);
      for (const address of addresses)
        items.push(await asBulkItem(address.workflowId, () => deleteWorkflow(deps, caller, address)));
      return items;
    },
  } satisfies Partial<Handlers>;
}

function draftDocumentRoutes(deps: RouteDeps) {
  return {
    addDocument: async ({ caller, params, body, visitor }) => {
      const command = { ...params, document: documentOf(body), visitor };
      const { values, violations } = body;
      if (Object.keys(violations).length > 0) throw invalid(violations);
      const { replaces } = values;
      if (replaces === undefined)
        return viewOneWorkflow(deps, (await addDocument(deps, caller, command)).workflow.id);
      const { record, lostFields } = await replaceDocument(deps, caller, { ...command, replaces });
      return { ...(await viewOneWorkflow(deps, record.workflow.id)), lostFields };
    },
    removeDocument: ({ caller, params, visitor }) => removeDocument(deps, caller, { ...params, visitor }),
  } satisfies Partial<Handlers>;
}

/** Files for information. Who may see a workflow may read them, and they change in a draft only. */
function annexRoutes(deps: RouteDeps) {
  return {
    listAnnexes: async ({ caller, params }) => {
      const { annexes } = await readVisibleWorkflow(deps, caller, params);
      return annexes.map((annex) => viewAnnex(annex, pathOf(deps, params)));
    },
    addAnnex: async ({ caller, params, body, visitor }) => {
      const { annex = null } = body.files;
      return viewAnnex(await addAnnex(deps, caller, { ...params, annex, visitor }), pathOf(deps, params));
    },
    readAnnex: async ({ request, caller, params }) => {
      const { annexes } = await readVisibleWorkflow(deps, caller, params);
      const { file_id: fileId, name } = findAnnex(annexes, params.annexId);
      return serveDownload(deps, request, { fileId, name });
    },
    removeAnnex: ({ caller, params, visitor }) => removeAnnex(deps, caller, { ...params, visitor }),
  } satisfies Partial<Handlers>;
}

function pathOf(
  { config }: Pick<Deps, 'config'>,
  { workspaceId, workflowId }: { workspaceId: number; workflowId: number },
): string {
  return `${config.baseUrl}/api/v1/workspaces/${workspaceId}/workflows/${workflowId}/annexes`;
}

function documentOf({ files }: { files: Record<string, UploadedFile> }): UploadedFile | null {
  return files.document ?? null;
}

function workflowPath({ workflow }: WorkflowRecord): string {
  return `/api/v1/workspaces/${workflow.workspace_id}/workflows/${workflow.id}`;
}

function envelopeRoutes(deps: RouteDeps) {
  const view = async ({ workflow }: WorkflowRecord) =>
    viewEnvelope(await getViewed(deps.database, workflow.id), deps);
  const read = (caller: Caller, envelopeId: string) =>
    readVisibleEnvelope(deps, caller, { envelopeId, sections: VIEW });
  /** A workflow deleted concurrently is reported by the id of the request. */
  const act = async <T>(
    { caller, params, visitor }: { caller: Caller; params: { envelopeId: string }; visitor: Visitor },
    change: (command: WorkflowCall) => Promise<T>,
  ): Promise<T> => {
    const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
    try {
      return await change({ ...address, visitor });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND') throw unknownEnvelope();
      throw error;
    }
  };
  return {
    createEnvelope: async ({ caller, body, visitor }) => {
      const { placeFields, ...request } = body.values;
      const form = { ...documentForm(body), request, visitor };
      const isStated = placeFields !== undefined || hasChoices(request);
      return view(
        await (isStated
          ? createStatedDraft(deps, caller, { ...form, placeFields })
          : createEnvelope(deps, caller, form)),
      );
    },
    listEnvelopes: async ({ caller, query }) => {
      const { ids, filters, ...page } = query;
      if (ids !== undefined) {
        const items = [];
        for (const id of readIds(ids)) {
          items.push(await asBulkItem(id, async () => viewEnvelope(await read(caller, id), deps)));
        }
        return items;
      }
      const filter = { ...page, ...filters, workspaceId: null };
      const { workflows, ...counts } = await readList(deps, (database) =>
        listWorkflows({ database }, caller, filter),
      );
      return { ...counts, items: workflows.map((each) => viewEnvelope(each, deps)) };
    },
    readEnvelope: async ({ caller, params, query }) => {
      const viewed = await read(caller, params.envelopeId);
      return { ...viewEnvelope(viewed, linksOf(deps, query.session)), ...viewBeside(viewed) };
    },
    addEnvelopeDocument: async ({ body, ...call }) => {
      const document = documentOf(body);
      return view(await act(call, (command) => addDocument(deps, call.caller, { ...command, document })));
    },
    startEnvelope: async (call) =>
      view(await act(call, (command) => startWorkflow(deps, call.caller, command))),
    cancelEnvelope: async ({ body, ...call }) =>
      view(
        await act(call, (command) =>
          changeStatus(deps, call.caller, { ...command, ...body, verb: 'cancel' }),
        ),
      ),
    listSignedEnvelopes: ({ caller, query }) =>
      readList(deps, (database) =>
        listSignedEnvelopes({ ...deps, database }, caller, {
          page: query.page,
          limit: query.limit ?? query.limits,
        }),
      ),
    deleteEnvelope: (call) => act(call, (command) => deleteWorkflow(deps, call.caller, command)),
  } satisfies Partial<Handlers>;
}

/** One item is answered for each id, so none may be passed over. */
function readIds(ids: string | readonly string[]): readonly string[] {
  const wanted = typeof ids === 'string' ? ids.split(',') : ids;
  if (wanted.length <= LIMITS.pageLimitMax) return wanted;
  throw invalid({ ids: `At most ${LIMITS.pageLimitMax} at once; ask for the rest in another call.` });
}

/** The id by which the call named its workflow, repeated in the item of the response. */
function namedBy(request: FastifyRequest, params: { workflowId: number }): string | number {
  const { workflowId: named = '' } = request.params as { workflowId?: string };
  return isEnvelopeId(named) ? named : params.workflowId;
}
