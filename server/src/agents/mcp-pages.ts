import { Readable } from 'node:stream';
import { Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type Credentials, visitorOf } from '../http/authenticate.ts';
import type { Caller } from '../http/caller.ts';
import { bodyOf, refusalOf } from '../http/error-handler.ts';
import type { Perform } from '../http/perform.ts';
import { addressKey, countHit, countHits } from '../http/rate-limit.ts';
import { AGENT_SCOPES, agentResource } from '../oauth/resources.ts';
import { answerRequest } from './answer-request.ts';
import { answerRpc, RPC, RpcProblem, type RpcRequest, readRpc, refuseRpc } from './protocol.ts';
import { receiveUpload, UPLOAD_BYTES_MAX } from './uploads.ts';

export interface AgentParts {
  perform: Perform;
  /** By a token that is bound to `/mcp`, or by an API key. */
  credentials: Pick<Credentials, 'findKey'> & { findAgentToken(token: string): Promise<Caller | null> };
}

const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';
const BODY_BYTES_MAX = 1_048_576;

/** Where agents call: JSON-RPC over POST, without sessions or streams (MCP 2026-07-28 and 2025-11-25). */
export function addMcpPages(app: FastifyInstance, deps: Deps, parts: AgentParts): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(deps, error, { request, reply }));
    scope.get(METADATA_PATH, async (_request, reply) => sendJson(reply, viewResource(deps)));
    scope.post('/mcp', { bodyLimit: BODY_BYTES_MAX }, (request, reply) =>
      answerPost(deps, parts, { request, reply }),
    );
    addUploads(scope, deps);
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({
        method,
        url: '/mcp',
        handler: async (_request, reply) =>
          sendJson(reply.status(405).header('allow', 'POST'), { error: 'Agents call this address by POST.' }),
      });
  });
}

/** Bytes as they come, whatever they are said to be. */
function addUploads(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.put('/mcp/uploads/:token', { bodyLimit: UPLOAD_BYTES_MAX }, async (request, reply) => {
      await countHit(deps, 'clientAuthentication', addressKey(request.ip));
      const { token } = request.params as { token: string };
      const bytes = Readable.from((request.body ?? []) as AsyncIterable<Buffer>);
      const received = await receiveUpload(deps, token, { bytes, requestId: request.id });
      return sendJson(reply.status(201), received);
    });
  });
}

/** RFC 9728 §2. */
function viewResource({ config }: Pick<Deps, 'config'>) {
  return {
    resource: agentResource(config),
    authorization_servers: [config.baseUrl],
    scopes_supported: [...AGENT_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Paraph',
    resource_documentation: `${config.baseUrl}/docs`,
  };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

async function answerPost(
  deps: Deps,
  parts: AgentParts,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  refuseForeignOrigin(deps, request);
  const caller = await authenticateAgent(parts, request);
  await countHits(deps.database, deps, {
    rate: 'agentCalls',
    who: caller.key,
    hits: 1,
    refuse: (seconds) => `Too many calls of this agent; wait ${seconds} seconds.`,
  });
  const rpc = readRpc(request.body, headersOf(request));
  if (rpc.id === null) return reply.status(202).send();
  const server = { name: 'paraph', title: 'Paraph', version: deps.config.version };
  const call = { deps, perform: parts.perform, caller, visitor: visitorOf(request), request, reply };
  try {
    return sendJson(reply, answerRpc(rpc, await answerRequest(call, rpc, server), server));
  } catch (error) {
    if (!(error instanceof RpcProblem)) throw error;
    // A handshake's revisions answer what a handler says with 200, a stateless one with the status of the problem.
    return sendJson(reply.status(rpc.isModern ? error.status : 200), refuseRpc(rpc.id, error));
  }
}

/** A page of another site may not call, wherever its name leads (DNS rebinding). */
function refuseForeignOrigin({ config }: Pick<Deps, 'config'>, { headers }: FastifyRequest): void {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(config.baseUrl).origin) return;
  throw new Refusal('UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'Agents are no pages of other sites.');
}

async function authenticateAgent({ credentials }: AgentParts, { headers }: FastifyRequest): Promise<Caller> {
  const shown = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  const found =
    shown === undefined
      ? null
      : ((await credentials.findAgentToken(shown)) ?? (await credentials.findKey(shown)));
  if (found === null || found.user?.isSuspended)
    throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an access token for this address, or an API key.');
  return { ...found, agent: { name: found.credentialName ?? '', clientId: found.appClientId } };
}

function headersOf({ headers }: FastifyRequest) {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  return { version: text('mcp-protocol-version'), method: text('mcp-method'), name: text('mcp-name') };
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.header('content-type', 'application/json').send(JSON.stringify(value));
}

function answerProblem({ config, log }: Deps, error: unknown, { request, reply }: Exchange): void {
  if (error instanceof RpcProblem)
    return void sendJson(reply.status(error.status), refuseRpc(idOf(request), error));
  const refusal = refusalOf(error, { isRead: false });
  const { status, message, missingScope, retryAfterSeconds } = refusal;
  if (status >= 500) log.error({ err: error, requestId: request.id }, 'a request failed');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  const challenge = (more: string) =>
    reply.header('www-authenticate', `Bearer ${more}resource_metadata="${config.baseUrl}${METADATA_PATH}"`);
  if (missingScope !== undefined) challenge(`error="insufficient_scope", scope="${missingScope}", `);
  if (status === 401) {
    const shown = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
    // All at once: many a client renews its token where one scope more is wanted, instead of asking its user.
    challenge(`${shown}scope="${AGENT_SCOPES.join(' ')}", `);
    return void reply
      .status(401)
      .header('content-type', 'application/json')
      .send(bodyOf(refusal, request.id));
  }
  const code = status === 400 && request.body === undefined ? RPC.parseError : RPC.internalError;
  const problem = new RpcProblem(status === 403 ? RPC.invalidRequest : code, message);
  sendJson(reply.status(status), refuseRpc(idOf(request), problem));
}

function idOf({ body }: FastifyRequest): RpcRequest['id'] {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
