import type { QuickFieldRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type LinkCall, serveLinkedFile, signFileLink } from '../files/serve-linked-file.ts';
import type { Handlers, RawResponse } from '../http/bind.ts';
import { documentsIn } from '../http/multipart.ts';
import { asBulkItem, namedBy } from './bulk-item.ts';
import { createQuickEnvelope } from './envelopes/create-envelope.ts';
import { createFilledEnvelope } from './envelopes/create-filled-envelope.ts';
import { duplicateWorkflow } from './envelopes/duplicate-workflow.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { cancelWorkflow, retryWorkflow } from './lifecycle/change-status.ts';
import { moveTime } from './lifecycle/move-time.ts';
import { tagWorkflow } from './lifecycle/tag-workflow.ts';
import { type ListDeps, listWholeWorkspace, listWorkflows } from './reading/list-workflows.ts';
import { readStoredDocument, type StoredFileKind } from './reading/read-stored-document.ts';
import { readTimeline } from './reading/read-timeline.ts';
import { readQuickEnvelope, readVisibleWorkflow, type WorkflowRecord } from './reading/read-workflow.ts';
import { viewListedWorkflow, viewQuickEnvelope, viewWorkflow } from './reading/workflow-view.ts';
import { loadWorkflowViewData, toQuickViewData } from './reading/workflow-view-data.ts';
import { writeList } from './reading/write-list.ts';

export function workflowRoutes(deps: Deps & ListDeps & { checkCallbackUrl: CheckCallbackUrl }) {
  const linksOf = (session?: string) =>
    session === '1' ? { ...deps, linkOf: (path: string) => signFileLink(deps, path) } : deps;
  const loadRelated = (records: readonly WorkflowRecord[], session?: string) =>
    loadWorkflowViewData(deps.database, linksOf(session), records);
  const viewWhole = async (record: WorkflowRecord, session?: string) => ({
    ...viewWorkflow(record, await loadRelated([record], session)),
    blockedCause: record.workflow.blocked_cause,
  });
  const serve = (fileKind: StoredFileKind) => (call: StorageCall) => serveStored(deps, fileKind, call);
  return {
    createQuickEnvelope: ({ caller, body, visitor }) => {
      const { fields, ...request } = body.values;
      const form = { request, violations: body.violations, documents: documentsIn(body), visitor };
      return fields === undefined || fields.length === 0
        ? createQuickEnvelope(deps, caller, form)
        : // Each is read whole: what it lacks is among the violations.
          createFilledEnvelope(deps, caller, { ...form, fields: fields as QuickFieldRequest[] });
    },
    readQuickEnvelope: async ({ caller, params, query }) => {
      const found = await readQuickEnvelope(deps, caller, params.envelopeId);
      return viewQuickEnvelope(found, toQuickViewData(linksOf(query.session), found));
    },
    listWorkflows: async ({ caller, params, query }) => {
      const { workspaceId } = params;
      const { filters, ...page } = query;
      const list =
        Object.keys(query).length === 0
          ? await listWholeWorkspace(deps, caller, workspaceId)
          : await listWorkflows(deps, caller, { ...page, ...filters, workspaceId });
      return writeList<'listWorkflows'>(deps, list, viewListedWorkflow);
    },
    readWorkflow: async ({ caller, params, query }) =>
      viewWhole(await readVisibleWorkflow(deps, caller, params), query.session),
    listTimeline: ({ caller, params }) => readTimeline(deps, caller, params),
    cancelWorkflow: async ({ caller, params, visitor, request }) => [
      await asBulkItem(namedBy(request, params), async () => {
        await cancelWorkflow(deps, caller, { ...params, visitor });
      }),
    ],
    moveTime: async ({ caller, params, body, visitor }) => {
      const record = await moveTime(deps, caller, { ...params, ...body, visitor });
      return viewWorkflow(record, await loadRelated([record]));
    },
    retryWorkflow: async ({ caller, params, visitor }) =>
      viewWhole(await retryWorkflow(deps, caller, { ...params, visitor })),
    duplicateWorkflow: async ({ caller, params, visitor }) => {
      const record = await duplicateWorkflow(deps, caller, { ...params, visitor });
      return viewWorkflow(record, await loadRelated([record]));
    },
    setWorkflowTags: ({ caller, params, body, visitor }) =>
      tagWorkflow(deps, caller, { ...params, ...body, visitor }),
    readTemporaryFile: serve('temp'),
    readArchivedFile: serve('archive'),
    readThumb: serve('thumb'),
  } satisfies Partial<Handlers>;
}

type StorageCall = LinkCall & {
  params: { workflowId: number; key: string };
  query: { version?: 'original' | undefined };
};

function serveStored(
  deps: Deps,
  fileKind: StoredFileKind,
  { params, ...call }: StorageCall,
): Promise<RawResponse> {
  return serveLinkedFile(deps, call, (proof) =>
    readStoredDocument(deps, { ...proof, ...params, version: call.query.version, fileKind }),
  );
}
