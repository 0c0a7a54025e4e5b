import { type Intake, openIntake, openScannedIntake } from '@paraph/intake';
import type { FastifyInstance } from 'fastify';
import type { AccountPorts } from './accounts/account-ports.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { findLock } from './accounts/session-lock.ts';
import { findSession } from './accounts/sessions.ts';
import { agentRoutes } from './agents/agent-routes.ts';
import { addMcpPages } from './agents/mcp-pages.ts';
import { addAuthorityPages } from './authority/authority-routes.ts';
import { openAuthority } from './authority/open-authority.ts';
import { eraseSubjects } from './authority/read-certificates.ts';
import { findOrganizationOfHost } from './brands/api.ts';
import { brandRoutes } from './brands/brand-routes.ts';
import { addLinkHostPages } from './brands/link-host-pages.ts';
import { linkHostRoutes } from './brands/link-host-routes.ts';
import { bulkRoutes } from './bulk/bulk-routes.ts';
import { type Config, findKeysDir } from './config/config.ts';
import { inSchema } from './config/database-url.ts';
import { contactRoutes } from './contacts/contact-routes.ts';
import { courtBundleRoutes } from './court-bundle/court-bundle-routes.ts';
import { type Database, type DatabaseOptions, openDatabase, type Tx } from './database/database.ts';
import { keepDatabaseTime } from './database/database-clock.ts';
import { openProcessLock } from './database/process-lock.ts';
import { openReplica } from './database/replica.ts';
import type { Deps } from './deps.ts';
import { addDesignPages } from './design/design-pages.ts';
import { designRoutes } from './design/design-routes.ts';
import { destinationRoutes } from './destinations/destination-routes.ts';
import { deleteKeysOfUser, findApiKey, listKeysOfUser } from './developers/api-keys.ts';
import { developerRoutes } from './developers/developer-routes.ts';
import { listCompletionFiles } from './evidence/completion-certificate.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { releaseExports } from './exports/end-exports.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { addFollowerPages } from './followers/follower-pages.ts';
import { followerRoutes } from './followers/follower-routes.ts';
import { findFollowedWorkflow } from './followers/follower-store.ts';
import type { Credentials } from './http/authenticate.ts';
import type { Handlers } from './http/bind.ts';
import { addHealth } from './http/health.ts';
import { REQUEST_LOCKS } from './http/idempotency.ts';
import type { LinkHosts } from './http/link-hosts.ts';
import { performing } from './http/perform.ts';
import { addressKey, countHit } from './http/rate-limit.ts';
import { buildServer } from './http/server.ts';
import { addWebPages } from './http/web-pages.ts';
import { addReceiptPages } from './identification/receipt-pages.ts';
import { addConnectionPages } from './identity-providers/connection-pages.ts';
import { connectionRoutes } from './identity-providers/connection-routes.ts';
import { findProviderSignOut } from './identity-providers/end-provider-session.ts';
import { identityProviderRoutes } from './identity-providers/identity-provider-routes.ts';
import { addSamlPages } from './identity-providers/saml-pages.ts';
import { findRequiredConnection } from './identity-providers/sign-in-connections.ts';
import { healthRoutes } from './instance-health/health-routes.ts';
import { addMailPages } from './mail/mail-pages.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { type RequestedMail, requestMail } from './mail/request-mail.ts';
import { addMetrics } from './metrics/metrics.ts';
import { findAccessToken } from './oauth/access-tokens.ts';
import { listAppsOfUser, revokeAllAppsOf, revokeAppsOfUser } from './oauth/approved-apps.ts';
import { addOauthPages } from './oauth/oauth-pages.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { agentResource } from './oauth/resources.ts';
import { openBlobs } from './open-blobs.ts';
import { addDepartedLinks } from './organization-moves/redirect-links.ts';
import { recordRoutes } from './organization-record/record-routes.ts';
import { sealRoutes } from './organization-seals/seal-routes.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { type Clock, readMonotonicMs, systemClock } from './platform/clock.ts';
import { systemIds } from './platform/ids.ts';
import { openKeyVault } from './platform/keys/key-vault.ts';
import { type Log, openLog } from './platform/observe/log.ts';
import { openClamd } from './platform/outside/clamd.ts';
import { openConverter } from './platform/outside/converter.ts';
import { checkUrl, policyForUsers } from './platform/outside/http-client.ts';
import type { TraceExport } from './platform/outside/trace-exporter.ts';
import { provisioningRoutes } from './provisioning/provisioning-routes.ts';
import { addProvisioningPages } from './provisioning/scim-pages.ts';
import { findOrganizationOfForm, releaseSubmission } from './public-links/api.ts';
import { addPublicLinkPages } from './public-links/public-link-pages.ts';
import { publicLinkRoutes } from './public-links/public-link-routes.ts';
import { retentionRoutes } from './retention/retention-routes.ts';
import { secondFactorRoutes } from './second-factors/second-factor-routes.ts';
import { openSecondStep } from './second-factors/second-step.ts';
import { sendingRoutes } from './sending/sending-routes.ts';
import { listSignerFiles } from './signing/answers/signer-files.ts';
import { findWorkflowOfLink } from './signing/session/session-store.ts';
import { addSigningPages } from './signing/signing-pages.ts';
import { signingRoutes } from './signing/signing-routes.ts';
import { successionRoutes } from './succession/succession-routes.ts';
import { readTagsOf } from './tags/assign-tags.ts';
import { tagRoutes } from './tags/tag-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { closeWorkspaceTemplates } from './templates/update-template.ts';
import { addTransparencyPages } from './transparency-log/transparency-routes.ts';
import { openSandboxProvider } from './trust-services/sandbox-provider.ts';
import { trustRoutes } from './trust-services/trust-routes.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import { addOfflineVerifier } from './verification/offline-verifier.ts';
import { verifyRoutes } from './verification/verify-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import { findOrganizationOfWorkflow } from './workflows/api.ts';
import { closeWorkspaceWorkflows } from './workflows/drafts/update-workflow.ts';
import { findIdOfEnvelope } from './workflows/reading/read-workflow.ts';
import { workflowRoutes } from './workflows/workflow-routes.ts';
import {
  linkMemberships,
  moveMemberships,
  readMembershipsOf,
  recordForOrganizations,
} from './workspaces/api.ts';
import { createPersonalOrganization } from './workspaces/create-personal-organization.ts';
import { requireAdministrator } from './workspaces/organization-access.ts';
import type { WorkspacePorts } from './workspaces/workspace-ports.ts';
import { workspaceRoutes } from './workspaces/workspace-routes.ts';

export interface OpenDeps {
  deps: Deps;
  close(): Promise<void>;
}

/** One for the presence of a process, and one that listens for jobs; further ones where these broke. */
const SESSIONS_MAX = 4;

/**
 * Opens everything a process of this instance needs. Tests override the clock, chance, the log or the intake; an
 * intake that is passed in stays open. `pooled` leads to the same database, and is used for what needs no session.
 */
export async function openDeps(
  config: Config,
  databaseOptions: DatabaseOptions,
  {
    pooled = null,
    ...overrides
  }: Partial<Pick<Deps, 'clock' | 'ids' | 'log' | 'intake' | 'replica'>> & {
    pooled?: DatabaseOptions | null;
  } = {},
): Promise<OpenDeps> {
  const log = overrides.log ?? openLog(config.logLevel);
  const ids = overrides.ids ?? systemIds;
  const tracing = await openTracing(config, log);
  const vault = await openKeyVault(findKeysDir(config), ids, {
    passphraseFile: config.vaultPassphraseFile,
  });
  // The error references the whole client; the message is enough.
  const onError = ({ message }: Error) => log.warn({ reason: message }, 'an idle database connection broke');
  const { database, pool, close } = openDatabase(pooled ?? databaseOptions, {
    connectionsMax: config.connections,
    isPooled: pooled !== null,
    preparesStatements: config.preparesStatements,
    scopesRows: config.scopesRows,
    onError,
  });
  const sessions = pooled ? openDatabase(databaseOptions, { connectionsMax: SESSIONS_MAX, onError }) : null;
  const { clock, stop: stopClock } = overrides.clock
    ? { clock: overrides.clock, stop: () => {} }
    : await keepDatabaseTime(pool, log);
  const deps: Deps = {
    config,
    clock,
    ids,
    database,
    pool,
    replica: overrides.replica ?? openConfiguredReplica(config, database, log),
    sessions: sessions?.pool ?? pool,
    requestLock: openProcessLock(databaseOptions, { space: REQUEST_LOCKS, ids }),
    blobs: await openBlobs(config, { ids, clock, database }),
    vault,
    log,
    intake: openScannable(overrides.intake ?? openConfiguredIntake(config, log), config, log),
    converter: config.converter && openConverter(config.converter),
    authority: await openAuthority({ config, clock, ids, vault, log }),
    sandbox: await openSandboxProvider({ config, clock, database, ids, vault }),
  };
  return {
    deps,
    close: async () => {
      stopClock();
      if (!overrides.intake) await deps.intake.close();
      await deps.requestLock.close();
      await deps.replica?.close();
      await sessions?.close();
      await close();
      await tracing?.close();
    },
  };
}

function openConfiguredReplica(
  { replicaUrl, databaseSchema, queueSchema, connections, preparesStatements, scopesRows }: Config,
  primary: Database,
  log: Log,
) {
  if (replicaUrl === null) return null;
  return openReplica(
    { connectionString: inSchema(replicaUrl, databaseSchema), queueSchema },
    {
      ...{
        primary,
        connectionsMax: connections,
        preparesStatements,
        scopesRows,
        monotonicMs: readMonotonicMs,
      },
      onAway: (reason) => log.warn({ reason }, 'the replica is away: lists are read from the primary'),
    },
  );
}

/** The code that sends traces is loaded only where there is a collector. */
async function openTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<TraceExport | null> {
  if (tracing === null) return null;
  const { startTraceExport } = await import('./platform/outside/trace-exporter.ts');
  return startTraceExport(tracing, log);
}

function openConfiguredIntake({ intakeProcesses }: Pick<Config, 'intakeProcesses'>, log: Log): Intake {
  return openIntake(log, intakeProcesses === null ? {} : { processesMax: intakeProcesses });
}

function openScannable(intake: Intake, { scanner }: Pick<Config, 'scanner'>, log: Log): Intake {
  return scanner === null ? intake : openScannedIntake(intake, { scanner: openClamd(scanner), log });
}

/** What rooms beside have of a workflow that is erased. */
export async function releaseBeside(tx: Tx, workflowId: number): Promise<number[]> {
  await eraseSubjects(tx, workflowId);
  await releaseSubmission(tx, workflowId);
  return [
    ...(await listSignerFiles(tx, workflowId)),
    ...(await listCompletionFiles(tx, workflowId)),
    ...(await releaseExports(tx, workflowId)),
  ];
}

/** A mail that is about no workflow. */
export function queueAccountMail(
  tx: Tx,
  mail: Omit<RequestedMail, 'eventId' | 'recipientId' | 'workflowId'>,
): Promise<number | null> {
  return requestMail(tx, { ...mail, workflowId: null, eventId: null, recipientId: null });
}

function accountPortsOf(deps: Deps): AccountPorts {
  return {
    createPersonalOrganization: (tx, newcomer) => createPersonalOrganization(tx, deps, newcomer),
    linkMemberships,
    moveMemberships,
    recordForOrganizations,
    openSecondStep: (userId) => openSecondStep(deps, userId),
    findRequiredConnection,
    findProviderSignOut: (tokenHash) => findProviderSignOut(deps, tokenHash),
    listOrganizationNames: async (reads, userId) =>
      [...(await readMembershipsOf(reads, userId)).values()].map(({ organizationName }) => organizationName),
    queueMail: queueAccountMail,
    listAccess: async (reads, userId) => ({
      apps: (await listAppsOfUser(reads, userId)).map(({ id, name, ownerName, lastUseDate }) => ({
        id,
        name,
        ownerName,
        lastUseDate,
      })),
      apiKeys: await listKeysOfUser(reads, userId),
    }),
    endAccess: async (tx, { userId, appIds, apiKeyIds, now }) => {
      await revokeAppsOfUser(tx, { userId, appIds, now });
      await deleteKeysOfUser(tx, { userId, keyIds: apiKeyIds, now });
    },
  };
}

interface AppParts {
  isWorking?: () => boolean;
  progressMs?: number;
  /** The clock on the wall, which is compared with the database's. */
  machine?: Clock;
}

/** The composition root: every room's routes and pages. */
export function buildApp(
  deps: Deps,
  { isWorking = () => true, progressMs, machine = systemClock }: AppParts = {},
): FastifyInstance {
  const credentials: Credentials = {
    findSession: (token, visitor) => findSession(deps, token, visitor),
    findLock: (token) => findLock(deps, token),
    findToken: (token) => findAccessToken(deps, token),
    findKey: (secret) => findApiKey(deps, secret),
  };
  const policy = policyForUsers(deps.config);
  const checkCallbackUrl = async (url: string) => checkUrl(url, policy);
  const workflowDeps = { ...deps, checkCallbackUrl, releaseBeside };
  const workspacePorts: WorkspacePorts = {
    queueMail: queueAccountMail,
    findRequiredConnection,
    readTagsOf,
    revokeApps: revokeAllAppsOf,
    moveContents: [(tx, closure) => closeWorkspaceWorkflows(tx, deps, closure), closeWorkspaceTemplates],
  };
  const handlers: Handlers = {
    ...accountRoutes(deps, accountPortsOf(deps)),
    ...secondFactorRoutes(deps, { queueMail: queueAccountMail }),
    ...workspaceRoutes({ ...deps, ...workspacePorts }),
    ...recordRoutes(deps, { requireAdministrator }),
    ...usageRoutes(deps),
    ...agentRoutes(deps, { get: () => perform }),
    ...brandRoutes(deps),
    ...linkHostRoutes(deps),
    ...tagRoutes(deps),
    ...contactRoutes(deps),
    ...sendingRoutes(deps),
    ...developerRoutes(deps, { checkCallbackUrl }),
    ...oauthRoutes(deps),
    ...workflowRoutes(workflowDeps),
    ...templateRoutes(workflowDeps),
    ...bulkRoutes(workflowDeps),
    ...publicLinkRoutes({ ...workflowDeps, queueMail: queueAccountMail }),
    ...designRoutes(deps),
    ...evidenceRoutes(deps),
    ...followerRoutes(deps),
    ...courtBundleRoutes(deps),
    ...exportRoutes(deps),
    ...sealRoutes(workflowDeps),
    ...signingRoutes(deps, { queueMail: requestMail }),
    ...mailRoutes(deps),
    ...webhookRoutes(deps),
    ...trustRoutes(deps),
    ...identityProviderRoutes(deps),
    ...connectionRoutes(deps),
    ...provisioningRoutes(deps),
    ...destinationRoutes(deps),
    ...verifyRoutes(deps),
    ...healthRoutes(deps),
    ...retentionRoutes(deps),
    ...personalDataRoutes(deps),
    ...successionRoutes({ ...deps, revokeApps: workspacePorts.revokeApps }),
  };
  const perform = performing(deps, handlers);
  const linkHosts = linkHostsOf(deps);
  const addPages = (app: FastifyInstance) => {
    addDepartedLinks(app, deps, linkHosts);
    addAllPages(app, deps, { isWorking, machine });
    const findAgentToken = (token: string) => findAccessToken(deps, token, agentResource(deps.config));
    const agents = { ...credentials, findAgentToken };
    addMcpPages(app, deps, { perform, credentials: agents });
  };
  const findWorkflowId = (envelopeId: string) => findIdOfEnvelope(deps, envelopeId);
  return buildServer(deps, { credentials, handlers, findWorkflowId, linkHosts, addPages, progressMs });
}

function linkHostsOf({ database }: Pick<Deps, 'database'>): LinkHosts {
  return {
    findOrganizationOfHost: (host) => findOrganizationOfHost(database, host),
    findOrganizationOfLink: async ({ of, ...link }) => {
      if (of === 'form') return findOrganizationOfForm(database, link.value);
      const find = of === 'recipient' ? findWorkflowOfLink : findFollowedWorkflow;
      const workflowId = await find(database, link);
      return workflowId === null ? null : findOrganizationOfWorkflow(database, workflowId);
    },
  };
}

/** What has an address without being an operation of the contract. */
function addAllPages(app: FastifyInstance, deps: Deps, health: Required<Omit<AppParts, 'progressMs'>>): void {
  addHealth(app, deps, health);
  addMetrics(app, deps);
  const { serveApp, serveSigning } = addWebPages(app);
  addOauthPages(app, deps, serveApp);
  addConnectionPages(app, deps);
  addProvisioningPages(app, {
    ...deps,
    ...{ moveMemberships, recordForOrganizations, queueMail: queueAccountMail },
  });
  addSamlPages(app, deps);
  addLinkHostPages(app, deps);
  addSigningPages(app, deps, serveSigning);
  addFollowerPages(app, deps, serveSigning);
  addPublicLinkPages(app, serveSigning);
  addMailPages(app, deps);
  addDesignPages(app, deps, serveApp);
  addAuthorityPages(app, deps);
  addOfflineVerifier(app, deps);
  addTransparencyPages(app, deps);
  addReceiptPages(app, deps);
  deps.sandbox?.addPages(app, (ip) => countHit(deps, 'authorityAnswers', addressKey(ip)));
}
