import { includesScope, LIMITS, mayWorkflow } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { insertDesignSession } from './design-session-store.ts';

type OpenDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>;

/**
 * Creates the addresses by which a browser that is not signed in accesses one workflow. They never grant more than the
 * caller's own permissions: without edit permission the designer is read-only.
 */
export async function openDesignSession(
  deps: OpenDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<{ session: string; designerUrl: string; envelopeView: string }> {
  const { workflow } = await readVisibleWorkflow(deps, caller, address);
  const access = await findWorkspaceAccess(deps.database, caller, address.workspaceId);
  const mayWrite = caller.scopes === 'all' || includesScope(caller.scopes, 'workflows:write');
  const mayEdit =
    mayWrite && access !== null && mayWorkflow(access, 'edit', { creatorId: workflow.creator_id });
  const { baseUrl } = deps.config;
  return deps.database.transaction().execute(async (tx) => {
    const insert = (kind: 'design' | 'view') =>
      insertSession(tx, deps, { caller, workflowId: workflow.id, kind });
    const session = await insert(mayEdit ? 'design' : 'view');
    const view = await insert('view');
    const [designerUrl, envelopeView] = [`${baseUrl}/designer/${session}`, `${baseUrl}/view/${view}`];
    return { session, designerUrl, envelopeView };
  });
}

/** Returns the token, which is not stored. */
async function insertSession(
  tx: Tx,
  deps: OpenDeps,
  { caller, workflowId, kind }: { caller: Caller; workflowId: number; kind: 'design' | 'view' },
): Promise<string> {
  const token = newToken(deps.ids);
  const now = deps.clock.now();
  await insertDesignSession(tx, {
    id: newKey(deps.ids),
    kind,
    token_hash: sha256(token),
    workflow_id: workflowId,
    user_id: caller.userId,
    organization_id: caller.organizationId,
    app_client_id: caller.appClientId,
    // The session ends with the API key that opened it: its row is deleted with the key's.
    api_key_id: caller.apiKeyId ?? null,
    on_behalf: caller.onBehalf,
    callback_url: null,
    created_at: now,
    expires_at: addSeconds(now, LIMITS.designSessionSeconds),
  });
  return token;
}
