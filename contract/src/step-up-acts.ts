import type { Operation } from './operation.ts';

/**
 * Every act for which a session shows a factor again, where it showed none within ten minutes. API keys and access
 * tokens are no sessions, and are not asked.
 */
export const STEP_UP_ACTS: readonly string[] = [
  // The factors themselves.
  'POST /api/v1/account/second-factor',
  'DELETE /api/v1/account/second-factor',
  'POST /api/v1/account/second-factor/recovery-codes',
  'POST /api/v1/account/passkeys/challenge',
  'DELETE /api/v1/account/passkeys/{accountPasskeyId}',
  // Keys and secrets, which are shown when they are made.
  'POST /api/v1/api-keys',
  'POST /api/v1/integration-apps',
  'POST /api/v1/integration-apps/{appId}/secret',
  'POST /api/v1/organization/webhooks',
  'POST /api/v1/organization/webhooks/{webhookId}/secret',
  // What others may do.
  'PUT /api/v1/organization/members/{memberId}',
  'POST /api/v1/organization/roles',
  'PUT /api/v1/organization/roles/{roleId}',
  'DELETE /api/v1/organization/roles/{roleId}',
  'PUT /api/v1/workspaces/{workspaceId}/users',
  'PUT /workspaces/{workspaceId}/users',
  'PUT /api/v1/organization/second-factor',
  'POST /api/v1/organization/members/{memberId}/second-factor-reset',
  'PUT /api/v1/organization/identity-provider',
  'DELETE /api/v1/organization/identity-provider',
  'POST /api/v1/organization/connections',
  'PUT /api/v1/organization/connections/{connectionId}',
  'DELETE /api/v1/organization/connections/{connectionId}',
  'POST /api/v1/organization/connections/{connectionId}/provisioning/tokens',
  'PUT /api/v1/organization/collector',
  'PUT /api/v1/organization/agents',
  'PUT /api/v1/organization/agents/allowance',
  // By whose keys people sign, and the organization seals.
  'POST /api/v1/organization/trust-providers',
  'PUT /api/v1/organization/trust-providers/{providerId}',
  'DELETE /api/v1/organization/trust-providers/{providerId}',
  'PUT /api/v1/organization/seal-credential',
  'DELETE /api/v1/organization/seal-credential',
  // How long documents stay.
  'PUT /api/v1/organization/retention',
  'PUT /api/v1/organization/retention/workspaces/{workspaceId}',
  'PUT /api/v1/organization/retention/templates/{templateId}',
  'PUT /api/v1/organization/retention/workflows/{workflowId}',
  // Where a signed workflow is among those that are named.
  'DELETE /api/v1/workspaces/{workspaceId}/workflows',
  'DELETE /api/v1/envelopes/{envelopeId}',
  'DELETE /api/v1/seals/{sealId}',
];

const IN_SOME_CASES: readonly string[] = [
  'DELETE /api/v1/workspaces/{workspaceId}/workflows',
  'DELETE /api/v1/envelopes/{envelopeId}',
  'DELETE /api/v1/seals/{sealId}',
];

type Act = Pick<Operation, 'method' | 'path'>;

/** Whether a call may be answered with `STEP_UP_REQUIRED`. */
export function mayNeedStepUp({ method, path }: Act): boolean {
  return STEP_UP_ACTS.includes(`${method} ${path}`);
}

/** Whether each call is, whatever it is about; the use case decides of the others. */
export function needsStepUp({ method, path }: Act): boolean {
  return mayNeedStepUp({ method, path }) && !IN_SOME_CASES.includes(`${method} ${path}`);
}
