import { findProvenEmailKey } from '../../accounts/api.ts';
import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { signFileLink } from '../../files/serve-file.ts';
import { type Caller, refuseOnBehalf } from '../../http/caller.ts';
import { type PageCounts, type PageRequest, pageOf, rangeOf } from '../../http/pages.ts';
import { listOpenActionRows, listSignedBy } from '../store/workflow-page-store.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import type { ViewedWorkflow } from '../store/workflow-record.ts';
import { type EnvelopeView, viewReceived } from './view-workflows.ts';

/**
 * A page of finished workflows that the caller signed or approved, newest first; its file links need no credential for
 * a while, because signers have no access to the sender's storage. Requires a verified address.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for a key of another member
 */
export async function listSignedEnvelopes(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  caller: Caller,
  query: PageRequest,
): Promise<PageCounts & { items: EnvelopeView[] }> {
  refuseOnBehalf(caller);
  const range = rangeOf(query);
  const emailKey = await findProvenEmailKey(deps.database, caller.userId);
  if (emailKey === null) return { ...pageOf(0, range.limit), items: [] };
  const { total, ids } = await listSignedBy(deps.database, emailKey, range);
  const envelopes = await readWorkflows(deps.database, ids, VIEW);
  const linkOf = (path: string) => signFileLink(deps, path);
  const items = await viewReceived({ ...deps, linkOf }, caller, envelopes);
  return { ...pageOf(total, range.limit), items };
}

interface OpenAction {
  actionId: number;
  recipientId: number;
  envelope: ViewedWorkflow;
}

/** A page of the open actions of an email address, newest first. The address is verified. */
export async function listOpenActions(
  reads: Reads,
  emailKey: string,
  query: PageRequest,
): Promise<PageCounts & { actions: OpenAction[] }> {
  const range = rangeOf(query);
  const { total, rows } = await listOpenActionRows(reads, emailKey, range);
  const ids = [...new Set(rows.map((row) => row.workflowId))];
  const envelopes = await readWorkflows(reads, ids, VIEW);
  const actions = rows.flatMap(({ actionId, workflowId, recipientId }) => {
    const envelope = envelopes.find((each) => each.workflow.id === workflowId);
    return envelope ? [{ actionId, recipientId, envelope }] : [];
  });
  return { ...pageOf(total, range.limit), actions };
}
