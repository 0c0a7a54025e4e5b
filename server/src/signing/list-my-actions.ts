import { readProvenEmailKey } from '../accounts/read-proven-email.ts';
import { type Caller, refuseOnBehalf } from '../http/caller.ts';
import { listOpenActions } from '../workflows/reading/list-by-email.ts';
import { viewReceived } from '../workflows/reading/view-workflows.ts';
import { signingLinkFor } from './signing-link.ts';
import type { SigningDeps } from './signing-session.ts';

/**
 * What waits for the caller to sign or review, each with its link. Only for an address that is proven to be theirs:
 * whoever merely claims an address at sign-up must not be handed the links of its owner. Nor must a key that somebody
 * else made to act as them.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for such a key
 */
export async function listMyActions(
  deps: SigningDeps,
  caller: Caller,
  query: { page?: number | undefined; limit?: number | undefined },
) {
  refuseOnBehalf(caller);
  const emailKey = (await readProvenEmailKey(deps.database, caller.userId)) ?? '';
  const { actions, ...counts } = await listOpenActions(deps.database, emailKey, query);
  const envelopes = await viewReceived(
    deps,
    caller,
    actions.map(({ record }) => record),
  );
  const urls = await deps.database.transaction().execute(async (tx) => {
    const links: string[] = [];
    for (const { record, recipientId } of actions) {
      const { url } = await signingLinkFor(tx, deps, { workflowId: record.workflow.id, recipientId });
      links.push(url);
    }
    return links;
  });
  const items = actions.flatMap(({ actionId, record }, index) => {
    const action = record.actions.find((each) => each.id === actionId);
    const envelope = envelopes[index];
    const publicSignUri = urls[index];
    if (!action || !envelope || !publicSignUri) return [];
    return [{ id: actionId, type: action.type, status: action.status, envelope, publicSignUri }];
  });
  return { ...counts, items };
}
