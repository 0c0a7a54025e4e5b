import { invalid } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { answerOnce, type Handlers, RawResponse } from '../http/bind.ts';
import type { Visitor } from '../http/caller.ts';
import { listAppsOfUser, uninstallApp } from './approved-apps.ts';
import { decideAuthorization, readAuthorizationRequest } from './decide-authorization.ts';
import { exchangeCode } from './exchange-code.ts';
import { createApp, deleteApp, listApps, rotateAppSecret, updateApp } from './manage-apps.ts';
import { viewAccess, viewOauthMetadata } from './oauth-view.ts';
import { refreshAccess } from './refresh-access.ts';
import { authenticateClient, issueToken, revokeToken } from './token-endpoint.ts';
import { need, readTokenForm, type TokenForm, TokenProblem } from './token-form.ts';

export function oauthRoutes(deps: Deps) {
  return { ...appRoutes(deps), ...tokenRoutes(deps), ...standardRoutes(deps) } satisfies Partial<Handlers>;
}

function appRoutes(deps: Deps) {
  return {
    listApps: ({ caller }) => listApps(deps, caller),
    createApp: async ({ caller, body }) => answerOnce('createApp', await createApp(deps, caller, body)),
    updateApp: ({ caller, params, body }) => updateApp(deps, caller, { ...params, change: body }),
    rotateAppSecret: async ({ caller, params }) =>
      answerOnce('rotateAppSecret', await rotateAppSecret(deps, caller, params.appId)),
    deleteApp: ({ caller, params }) => deleteApp(deps, caller, params.appId),
    listApprovedApps: ({ caller }) => listAppsOfUser(deps.database, caller.userId),
    uninstallApp: ({ caller, params }) => uninstallApp(deps, caller, params.appId),
    readAuthorizationRequest: ({ caller, request }) => readAuthorizationRequest(deps, caller, request.url),
    decideAuthorization: async ({ caller, request, body }) => {
      const { decision } = body;
      const decided = await decideAuthorization(deps, caller, { url: request.url, decision });
      return answerOnce('decideAuthorization', decided);
    },
  } satisfies Partial<Handlers>;
}

/** The endpoints of the specification: JSON, our error shape, a refresh token that stays the same. */
function tokenRoutes(deps: Deps) {
  const authenticate = (body: { client_id: string; client_secret: string }, { ip }: Visitor) =>
    authenticateClient(deps, { clientId: body.client_id, clientSecret: body.client_secret, ip });
  return {
    exchangeCode: async ({ body, visitor }) => {
      expectGrantType(body.grant_type, ['code', 'authorization_code']);
      const tokens = await exchangeCode(deps, {
        app: await authenticate(body, visitor),
        code: body.code,
        redirectUri: body.redirect_uri,
        codeVerifier: body.code_verifier ?? null,
        rotates: false,
      });
      return { ...viewAccess(tokens), refresh_token: tokens.refreshToken };
    },
    refreshAccess: async ({ body, visitor }) => {
      expectGrantType(body.grant_type, ['refresh_token']);
      const app = await authenticate(body, visitor);
      const refresh = { app, refreshToken: body.refresh_token, mayRotate: false, scopes: null };
      return viewAccess(await refreshAccess(deps, refresh));
    },
  } satisfies Partial<Handlers>;
}

function expectGrantType(stated: string | undefined, allowed: readonly string[]): void {
  if (stated === undefined || allowed.includes(stated)) return;
  throw invalid({ grant_type: `Must be ${allowed[0]}, or left out.` });
}

/** The standard endpoints: form-encoded, with errors of RFC 6749 §5.2. */
function standardRoutes(deps: Deps) {
  return {
    issueToken: ({ request, visitor }) =>
      withStandardErrors(request, async (form) => {
        const tokens = await issueToken(deps, { form, ip: visitor.ip });
        const scope = tokens.scopes.join(' ');
        return { ...viewAccess(tokens), refresh_token: tokens.refreshToken, scope };
      }),
    revokeToken: ({ request, visitor }) =>
      withStandardErrors(request, async (form) => {
        const app = await authenticateClient(deps, { ...form, ip: visitor.ip });
        await revokeToken(deps, { app, token: need(form, 'token') });
        return {};
      }),
    readOauthMetadata: async () => viewOauthMetadata(deps.config),
  } satisfies Partial<Handlers>;
}

async function withStandardErrors<T>(
  request: FastifyRequest,
  run: (form: TokenForm) => Promise<T>,
): Promise<T | RawResponse> {
  try {
    return await run(readTokenForm(request));
  } catch (error) {
    // The one error shape is ours; these two endpoints speak the standard's instead (interface.md §2.1).
    if (!(error instanceof TokenProblem)) throw error;
    const body = { error: error.error, error_description: error.message };
    const usesBasic = request.headers.authorization !== undefined;
    const headers = error.status === 401 && usesBasic ? { 'www-authenticate': 'Basic realm="Paraph"' } : {};
    return new RawResponse(error.status, body, headers as Record<string, string>);
  }
}
