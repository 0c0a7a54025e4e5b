import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { signFileLink } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { documentsIn } from '../http/multipart.ts';
import { asBulkItem } from './bulk-item.ts';
import { addDocument } from './drafts/change-documents.ts';
import { createEnvelope } from './envelopes/create-envelope.ts';
import type { CheckCallbackUrl } from './lifecycle/callback.ts';
import { changeStatus, startWorkflow } from './lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside } from './lifecycle/delete-workflow.ts';
import { listSignedEnvelopes, listWorkflows } from './reading/list-workflows.ts';
import {
  getEnvelopeAddress,
  readVisibleEnvelope,
  unknownEnvelope,
  type WorkflowRecord,
} from './reading/read-workflow.ts';
import { getViewed } from './reading/view-workflows.ts';
import { viewEnvelope } from './reading/workflow-view.ts';
import { VIEW } from './store/workflow-reading-store.ts';

export function envelopeRoutes(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl; releaseBeside: ReleaseBeside },
) {
  const view = async ({ workflow }: WorkflowRecord) =>
    viewEnvelope(await getViewed(deps.database, workflow.id), deps);
  const read = (caller: Caller, envelopeId: string) =>
    readVisibleEnvelope(deps, caller, { envelopeId, sections: VIEW });
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
          items.push(await asBulkItem(id, async () => viewEnvelope(await read(caller, id), deps)));
        }
        return items;
      }
      const filter = { ...page, ...filters, workspaceId: null };
      const { workflows, ...counts } = await listWorkflows(deps, caller, filter);
      return { ...counts, items: workflows.map((each) => viewEnvelope(each, deps)) };
    },
    readEnvelope: async ({ caller, params, query }) =>
      viewEnvelope(
        await read(caller, params.envelopeId),
        query.session === '1' ? { ...deps, linkOf: (path) => signFileLink(deps, path) } : deps,
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
      return view(
        await ofEnvelope(() => changeStatus(deps, caller, { ...address, verb: 'cancel', visitor })),
      );
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
