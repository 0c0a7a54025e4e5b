import { invalid, LIMITS, SCOPES } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { insertGrant } from './app-store.ts';
import { redirectBack } from './authorization-query.ts';
import { type AuthorizationRequest, authorize } from './authorize.ts';
import { hostOf, ownerlessName } from './oauth-view.ts';
import { readClient } from './read-client.ts';
import { insertCode } from './token-store.ts';

type AskDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/** What the page shows the user, by its own address. */
export async function readAuthorizationRequest(deps: AskDeps, caller: Caller, url: string) {
  const { app, scopes, redirectUri } = await requireAuthorizationRequest(deps, caller, url);
  const { owner_id: ownerId, origin } = app;
  const owner = ownerId === null ? null : (await readUserNames(deps.database, [ownerId])).get(ownerId);
  return {
    app: { name: app.name, ownerName: owner?.name ?? ownerlessName(app), origin, host: hostOf(app) },
    scopes: scopes.map((name) => ({ name, words: SCOPES[name] })),
    redirectHost: new URL(redirectUri).host,
  };
}

/** Where the browser goes once the user has decided: back to the app, with a code or without (RFC 6749 §4.1.2). */
export async function decideAuthorization(
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'ids'>,
  caller: Caller,
  { url, decision }: { url: string; decision: 'allow' | 'deny' },
): Promise<{ redirectTo: string }> {
  const request = await requireAuthorizationRequest(deps, caller, url);
  const back = { state: request.state, iss: deps.config.baseUrl };
  if (decision === 'deny') {
    const denied = { error: 'access_denied', error_description: 'The user denied the request.', ...back };
    return { redirectTo: redirectBack(request.redirectUri, denied) };
  }
  const code = newToken(deps.ids);
  await saveGrant(deps, caller, { request, code });
  return { redirectTo: redirectBack(request.redirectUri, { code, ...back }) };
}

async function requireAuthorizationRequest(deps: AskDeps, caller: Caller, url: string) {
  const first = await authorize(deps, url);
  if (first.kind === 'unread') await readClient(deps, caller, first.clientId);
  const verdict = first.kind === 'unread' ? await authorize(deps, url) : first;
  if (verdict.kind === 'request') return verdict.request;
  const sentence = 'This request cannot be allowed; open its page again.';
  throw invalid({ query: verdict.kind === 'page' ? verdict.sentence : sentence });
}

async function saveGrant(
  deps: Pick<Deps, 'database' | 'clock' | 'ids'>,
  caller: Caller,
  { request, code }: { request: AuthorizationRequest; code: string },
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const grantId = await insertGrant(tx, {
      app_id: request.app.id,
      user_id: caller.userId,
      scopes: [...request.scopes],
      approved_at: now,
      resource: request.resource,
    });
    const detail = { appId: request.app.id, app: request.app.name, scopes: request.scopes.join(' ') };
    await recordForOrganizations(tx, { userId: caller.userId, name: 'app.allowed', detail, now });
    await insertCode(tx, {
      code_hash: sha256(code),
      grant_id: grantId,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      issued_at: now,
      expires_at: addSeconds(now, LIMITS.authorizationCodeSeconds),
    });
  });
}
