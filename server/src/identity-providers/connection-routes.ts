import { NO_MAPPING } from '@paraph/domain';
import { readProfile } from '../accounts/profiles.ts';
import { newSession, writeSessionCookies } from '../accounts/session-cookie.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { toSeconds } from '../platform/clock.ts';
import { recordNameOf } from '../platform/outside/dns-texts.ts';
import { clearVisitCookie, readVisitCookie } from './connection-pages.ts';
import { logoutUrl, signedOutUrl } from './end-provider-session.ts';
import {
  type ConnectionRecord,
  changeConnection,
  checkDomain,
  createConnection,
  listConnections,
  removeConnection,
  tryConnection,
} from './manage-connections.ts';
import { identityReturnUrl } from './openid.ts';
import { ownAddresses } from './saml-metadata.ts';
import { lastEnd } from './saml-provider.ts';
import type { StoredSamlProvider } from './saml-store.ts';
import { findConnectionOfAddress, nameOf, readSignInChoices } from './sign-in-connections.ts';
import { confirmIdentity, memberReturnUrl, readVisit } from './sign-in-visit.ts';

export function connectionRoutes(deps: Deps) {
  const view = viewConnection(deps.config);
  return {
    listConnections: async ({ caller, query }) => ({
      connections: (await listConnections(deps, caller, query)).map(view),
    }),
    createConnection: async ({ caller, query, body }) =>
      view(await createConnection(deps, caller, { ...query, form: body })),
    updateConnection: async ({ caller, params, query, body }) =>
      view(await changeConnection(deps, caller, { ...query, ...params, form: body })),
    deleteConnection: ({ caller, params, query }) => removeConnection(deps, caller, { ...query, ...params }),
    tryConnection: async ({ caller, params, query }) => {
      const findings = await tryConnection(deps, caller, { ...query, ...params });
      return { usable: findings.every(({ ok }) => ok), findings };
    },
    checkConnectionDomain: async ({ caller, params, query, body }) =>
      view(await checkDomain(deps, caller, { ...query, ...params, ...body })),
    readSignInChoices: () => readSignInChoices(deps),
    startSignIn: ({ body, visitor }) => findConnectionOfAddress(deps, { ...body, ip: visitor.ip }),
    readSignInVisit: async ({ request }) => ({
      visit: await readVisit(deps, readVisitCookie(request, deps.config)),
    }),
    confirmIdentity: async ({ body, request, reply, visitor }) => {
      const session = newSession(deps, { request, visitor });
      const browser = readVisitCookie(request, deps.config);
      const userId = await confirmIdentity(deps, { ...body, browser, session });
      writeSessionCookies(reply, deps.config, session);
      clearVisitCookie(reply, deps.config);
      return readProfile(deps.database, deps, userId);
    },
  } satisfies Partial<Handlers>;
}

function viewConnection(config: Deps['config']) {
  return ({ connection, saml, domains, keeper }: ConnectionRecord) => ({
    ...nameOf(connection),
    kind: saml ? ('saml' as const) : ('oidc' as const),
    saml: saml && viewSaml(saml),
    issuer: connection.issuer,
    clientId: connection.client_id,
    isForSigners: connection.for_signers,
    isForMembers: connection.for_members,
    domains: domains.map(({ domain, token, proven_at: provenAt }) => ({
      ...{ domain, recordName: recordNameOf(domain), recordValue: token },
      provenDate: provenAt && toSeconds(provenAt),
    })),
    isEnforced: connection.is_enforced,
    passwordAdministrator: keeper?.email ?? null,
    passwordAdministratorHasFactor: keeper?.hasFactor ?? false,
    endsSession: connection.ends_session,
    mapping: connection.mapping ?? NO_MAPPING,
    signInUrl: `${config.baseUrl}/sso/${connection.id}`,
    returnUrls: saml
      ? [ownAddresses(config, connection.id).acsUrl]
      : [memberReturnUrl(config, connection.id), identityReturnUrl(config)],
    signedOutUrl: signedOutUrl(config),
    logoutUrl: saml ? ownAddresses(config, connection.id).sloUrl : logoutUrl(config, connection.id),
    workedDate: connection.worked_at && toSeconds(connection.worked_at),
    createDate: toSeconds(connection.created_at),
    changeDate: toSeconds(connection.changed_at),
  });
}

function viewSaml(saml: StoredSamlProvider) {
  const end = lastEnd(saml.certificates);
  return {
    ssoUrl: saml.sso_url,
    sloUrl: saml.slo_url,
    certificates: saml.certificates,
    certificateEndDate: end && toSeconds(end),
    metadataUrl: saml.metadata_url,
    metadataReadDate: saml.metadata_read_at && toSeconds(saml.metadata_read_at),
    metadataProblem: saml.metadata_problem,
    emailAttribute: saml.email_attribute,
    nameAttribute: saml.name_attribute,
    signsRequests: saml.signs_requests,
    allowsUnsolicited: saml.allows_unsolicited,
    answerProblem: saml.answer_problem,
    ownCertificate: saml.own_certificate,
  };
}
