import { includesScope, LIMITS, mayWorkflow, Refusal } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DesignEmbedding } from '../database/column-types.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { findKeyOfAnother } from '../developers/api-keys.ts';
import { FRAME_OPENING_SECONDS } from '../developers/frames.ts';
import { readAddressCookie, writeAddressCookie } from '../http/address-cookie.ts';
import { bearerOf } from '../http/authenticate.ts';
import type { Caller } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { isAppAllowed } from '../oauth/approved-apps.ts';
import { addSeconds } from '../platform/clock.ts';
import { equalSecrets, newKey, newToken, sha256 } from '../platform/ids.ts';
import {
  getWorkflowAddress,
  readVisibleWorkflow,
  type WorkflowAddress,
} from '../workflows/reading/read-workflow.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { type DesignSession, findDesignSession, insertDesignSession } from './design-session-store.ts';

/** The session of a design page: the caller it acts as, and its workflow. */
export interface DesignGuest {
  session: DesignSession;
  caller: Caller;
  address: WorkflowAddress;
}

/**
 * Requires the session's cookie, or the bearer of its frame, a session that has not ended, and a user who may still see
 * the workflow. Only failures are limited by IP address: the employees of a company may share one.
 *
 * @throws Refusal `NOT_FOUND` with the same message for a session that is unknown, ended or of another browser
 */
export async function requireDesignSession(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  request: FastifyRequest,
  id: string,
): Promise<DesignGuest> {
  const session = await findShown(deps, request, id);
  if (session === null || (await isEnded(deps, session))) {
    await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
    throw new Refusal('NOT_FOUND', 'This page has been open too long, or was opened in another browser.');
  }
  if (request.method !== 'GET') await countHit(deps, 'signingAnswers', id);
  const caller = await callerOf(deps.database, session);
  return { session, caller, address: await getWorkflowAddress(deps, caller, session.workflow_id) };
}

/** By either of the two, and never by both: a frame has no cookie, and its address leaves none. */
async function findShown(
  deps: Pick<Deps, 'config' | 'database'>,
  request: FastifyRequest,
  id: string,
): Promise<DesignSession | null> {
  const bearer = bearerOf(request.headers.authorization);
  const secret = bearer ?? readAddressCookie(deps, request, { kind: 'design', id });
  const session = secret ? await findDesignSession(deps.database, id) : null;
  if (!secret || session === null) return null;
  const hash = bearer === null ? cookieHashOf(session) : session.bearer_hash;
  return hash !== null && equalSecrets(sha256(secret), hash) ? session : null;
}

/** The token of a frame opens it once, and nothing else. */
function cookieHashOf({ embedding, token_hash: hash }: DesignSession): Buffer | null {
  return embedding === null ? hash : null;
}

/** Expired, or the user has revoked the app that requested it. */
export async function isEnded(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  session: DesignSession,
): Promise<boolean> {
  const { user_id: userId, app_client_id: clientId } = session;
  if (clock.now() >= session.expires_at) return true;
  return clientId !== null && !(await isAppAllowed(database, { userId, clientId }));
}

/** The user of the session with no more than the session allows. */
async function callerOf(reads: Reads, session: DesignSession): Promise<Caller> {
  const { api_key_id: keyId, on_behalf: onBehalf } = session;
  const byKey = onBehalf && keyId !== null ? await findKeyOfAnother(reads, keyId) : null;
  return {
    userId: session.user_id,
    kind: 'session',
    organizationId: session.organization_id,
    onBehalf,
    ...(byKey ? { byKey } : {}),
    scopes: [session.kind === 'design' ? 'workflows:write' : 'workflows:read'],
    appClientId: session.app_client_id,
    key: `design:${session.id}`,
    sessionHash: null,
  };
}

/** For a visitor with the token: moves it from the address into a cookie. */
export function writeDesignCookie(
  deps: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { id, token }: Pick<DesignSession, 'id'> & { token: string },
): void {
  const seconds = LIMITS.designSessionSeconds;
  writeAddressCookie(deps, reply, { kind: 'design', id, value: token, seconds });
}

/** The view address is shared more widely, so it never allows changes. */
export function requireDesigner({ session }: DesignGuest): void {
  if (session.kind === 'design') return;
  throw new Refusal('UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'This address is to look at the document only.');
}

type OpenDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>;

/**
 * Creates the addresses by which a browser that is not signed in accesses one workflow. They never grant more than the
 * caller's own permissions: without edit permission the designer is read-only.
 */
export async function openDesignSession(deps: OpenDeps, caller: Caller, address: WorkflowAddress) {
  const { workflow } = await readVisibleWorkflow(deps, caller, address);
  const access = await findWorkspaceAccess(deps.database, caller, address.workspaceId);
  const mayWrite = caller.scopes === 'all' || includesScope(caller.scopes, 'workflows:write');
  const mayEdit =
    mayWrite && access !== null && mayWorkflow(access, 'edit', { creatorId: workflow.creator_id });
  const { baseUrl } = deps.config;
  return deps.database.transaction().execute(async (tx) => {
    const insert = (kind: 'design' | 'view') =>
      insertSession(tx, deps, { caller, workflowId: workflow.id, kind });
    const { token: session } = await insert(mayEdit ? 'design' : 'view');
    const { token: view } = await insert('view');
    const [designerUrl, envelopeView] = [`${baseUrl}/designer/${session}`, `${baseUrl}/view/${view}`];
    return { session, designerUrl, envelopeView };
  });
}

interface NewSession {
  caller: Caller;
  workflowId: number;
  kind: 'design' | 'view';
  /** Of a frame, which is to be opened within a few minutes. */
  embedding?: DesignEmbedding;
}

/** Returns the token too, which is not stored. */
export async function insertSession(
  tx: Tx,
  deps: OpenDeps,
  { caller, workflowId, kind, embedding }: NewSession,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const [id, token] = [newKey(deps.ids), newToken(deps.ids)];
  const now = deps.clock.now();
  const seconds = embedding ? FRAME_OPENING_SECONDS : LIMITS.designSessionSeconds;
  const expiresAt = addSeconds(now, seconds);
  await insertDesignSession(tx, {
    id,
    kind,
    embedding: embedding ? JSON.stringify(embedding) : null,
    token_hash: sha256(token),
    workflow_id: workflowId,
    user_id: caller.userId,
    organization_id: caller.organizationId,
    app_client_id: caller.appClientId,
    // The session ends with the API key that opened it: its row is deleted with the key's.
    api_key_id: caller.apiKeyId ?? null,
    on_behalf: caller.onBehalf,
    auto_start: embedding?.showStart ?? false,
    created_at: now,
    expires_at: expiresAt,
  });
  return { id, token, expiresAt };
}
