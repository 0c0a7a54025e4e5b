import { findProvenEmailKey } from '../accounts/api.ts';
import { findLinkOrigin } from '../brands/manage-link-host.ts';
import { listOf } from '../database/columns.ts';
import { type Caller, refuseOnBehalf } from '../http/caller.ts';
import { listOpenActions } from '../workflows/reading/list-workflows.ts';
import { viewReceived } from '../workflows/reading/view-workflows.ts';
import { signingLinkFor } from './session/signing-link.ts';
import type { SigningDeps } from './session/signing-session.ts';

/**
 * The open actions of the caller, each with its link. Requires a verified email address: a user who only claims an
 * address at sign-up must not get the links of its owner. Refused for keys that another member created to act as the
 * caller.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for a key of another member
 */
export async function listMyActions(
  deps: SigningDeps,
  caller: Caller,
  query: { page?: number | undefined; limit?: number | undefined },
) {
  refuseOnBehalf(caller);
  const emailKey = (await findProvenEmailKey(deps.database, caller.userId)) ?? '';
  const { actions, ...counts } = await listOpenActions(deps.database, emailKey, query);
  const envelopes = await viewReceived(deps, caller, listOf(actions, 'envelope'));
  const urls = await deps.database.transaction().execute(async (tx) => {
    const links: string[] = [];
    for (const { envelope, recipientId } of actions) {
      const { id: workflowId, organization_id: organizationId } = envelope.workflow;
      const origin = await findLinkOrigin(deps, tx, organizationId);
      const { url } = await signingLinkFor(tx, deps, { workflowId, recipientId, origin });
      links.push(url);
    }
    return links;
  });
  const items = actions.flatMap(({ actionId, envelope: signed }, index) => {
    const action = signed.actions.find((each) => each.id === actionId);
    const envelope = envelopes[index];
    const publicSignUri = urls[index];
    if (!action || !envelope || !publicSignUri) return [];
    return [{ id: actionId, type: action.type, status: action.status, envelope, publicSignUri }];
  });
  return { ...counts, items };
}
