import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { signFileLink } from '../files/serve-linked-file.ts';
import type { Handlers } from '../http/bind.ts';
import { documentsIn } from '../http/multipart.ts';
import { asBulkItem } from './bulk-item.ts';
import { addDocument } from './drafts/change-documents.ts';
import { createEnvelope } from './envelopes/create-envelope.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { cancelWorkflow, startWorkflow } from './lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside } from './lifecycle/delete-workflow.ts';
import { listSignedEnvelopes } from './reading/list-by-email.ts';
import { type ListDeps, listWorkflows } from './reading/list-workflows.ts';
import {
  getEnvelopeAddress,
  readEnvelopeToView,
  unknownEnvelope,
  type WorkflowRecord,
} from './reading/read-workflow.ts';
import { viewEnvelopes, viewFound } from './reading/view-workflows.ts';
import { viewEnvelope } from './reading/workflow-view.ts';
import { writeList } from './reading/write-list.ts';

export function envelopeRoutes(
  deps: Deps & ListDeps & { checkCallbackUrl: CheckCallbackUrl; releaseBeside: ReleaseBeside },
) {
  const viewAll = (records: readonly WorkflowRecord[]) => viewEnvelopes(deps.database, deps, records);
  const view = async (record: WorkflowRecord) => {
    const [envelope] = await viewAll([record]);
    if (!envelope) throw new Error(`workflow ${record.workflow.id} has no shape`);
    return envelope;
  };
  return {
    createEnvelope: async ({ caller, body, visitor }) => {
      const form = {
        request: body.values,
        violations: body.violations,
        documents: documentsIn(body),
        visitor,
      };
      return view(await createEnvelope(deps, caller, form));
    },
    listEnvelopes: async ({ caller, query }) => {
      const { ids, filters, ...page } = query;
      if (ids !== undefined) {
        const items = [];
        for (const id of readIds(ids)) {
          const read = async () => viewFound(deps, await readEnvelopeToView(deps, caller, id));
          items.push(await asBulkItem(id, read));
        }
        return items;
      }
      const filter = { ...page, ...filters, workspaceId: null };
      return writeList<'listEnvelopes'>(deps, await listWorkflows(deps, caller, filter), viewEnvelope);
    },
    readEnvelope: async ({ caller, params, query }) =>
      viewFound(
        query.session === '1' ? { ...deps, linkOf: (path) => signFileLink(deps, path) } : deps,
        await readEnvelopeToView(deps, caller, params.envelopeId),
      ),
    addEnvelopeDocument: async ({ caller, params, body, visitor }) => {
      const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
      const document = body.files.document ?? null;
      return view(await ofEnvelope(() => addDocument(deps, caller, { ...address, document, visitor })));
    },
    startEnvelope: async ({ caller, params, visitor }) => {
      const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
      return view(await ofEnvelope(() => startWorkflow(deps, caller, { ...address, visitor })));
    },
    cancelEnvelope: async ({ caller, params, visitor }) => {
      const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
      return view(await ofEnvelope(() => cancelWorkflow(deps, caller, { ...address, visitor })));
    },
    listSignedEnvelopes: ({ caller, query }) =>
      listSignedEnvelopes(deps, caller, { page: query.page, limit: query.limit ?? query.limits }),
    deleteEnvelope: async ({ caller, params, visitor }) => {
      const address = await getEnvelopeAddress(deps, caller, params.envelopeId);
      await ofEnvelope(() => deleteWorkflow(deps, caller, { ...address, visitor }));
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

/** One item is answered for each id, so none may be passed over. */
function readIds(ids: string | readonly string[]): readonly string[] {
  const wanted = typeof ids === 'string' ? ids.split(',') : ids;
  if (wanted.length <= LIMITS.pageLimitMax) return wanted;
  throw invalid({ ids: `At most ${LIMITS.pageLimitMax} at once; ask for the rest in another call.` });
}

/** A workflow deleted concurrently is reported by the id of the request. */
async function ofEnvelope<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND') throw unknownEnvelope();
    throw error;
  }
}
