import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { type Operation, type OperationName, operations } from '@paraph/contract';
import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import type { TSchema } from 'typebox';
import { isLoopback } from '../config/base-url.ts';
import type { Deps } from '../deps.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import { loggablePath } from '../platform/observe/log.ts';
import { beginSpan, isTracing, type OpenSpan } from '../platform/observe/tracing.ts';
import { answering } from './acting.ts';
import { authenticate, type Credentials, requesterOf, visitorOf } from './authenticate.ts';
import { type Call, type Handlers, RawResponse } from './bind.ts';
import { addBodyParsers, rawBodyOf } from './body-parsers.ts';
import { type Caller, requireScope } from './caller.ts';
import { withinCallersRows } from './caller-scope.ts';
import { compressJson } from './compress-json.ts';
import { answerError } from './error-handler.ts';
import { readFormValues } from './form-values.ts';
import { requireOwnHost } from './host-header.ts';
import { withIdempotency } from './idempotent-call.ts';
import { check, checkQuery } from './lenient.ts';
import type { LinkHosts } from './link-hosts.ts';
import { malformedRequestHandlers } from './malformed-requests.ts';
import { discard, FORM_LIMITS, type Form, formOf, parseBrackets, readForm } from './multipart.ts';
import { countUploads } from './new-account-limits.ts';
import { limitOrganization, shareOf } from './organization-quotas.ts';
import { addressKey, countHit, limitCaller } from './rate-limit.ts';
import { addSecurityHeaders, setDeprecationHeaders } from './response-headers.ts';
import { guardSession } from './session-guards.ts';
import { closeStalledConnections, HEADERS_MS, PROGRESS_MS } from './stalled-connections.ts';
import { isUtf8Encoded } from './storable.ts';
import { ignoredKeys } from './unknown-keys.ts';
import { noticeUnnamedProxies } from './unnamed-proxies.ts';
import { isPageRequest, serveUnknownPage } from './web-pages.ts';

export interface Served {
  credentials: Credentials;
  handlers: Handlers;
  /** The integer id of the workflow with this 40-character id; null where there is none. */
  findWorkflowId(envelopeId: string): Promise<number | null>;
  /** The hosts of organizations. */
  linkHosts: LinkHosts;
  /** Pages and files besides the operations. */
  addPages(app: FastifyInstance): void;
  /** How long a request may make no progress. */
  progressMs?: number | undefined;
}

/** The HTTP server: every operation of the contract bound to its handler, in one way. */
export function buildServer(deps: Deps, served: Served): FastifyInstance {
  const { progressMs = PROGRESS_MS } = served;
  const app = fastify({
    logger: false,
    trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
    genReqId: () => newKey(deps.ids),
    bodyLimit: LIMITS.jsonBytesMax,
    requestTimeout: 300_000,
    connectionTimeout: progressMs,
    http: { headersTimeout: HEADERS_MS },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseBrackets },
    ...malformedRequestHandlers(deps),
  });
  // Unknown expectations may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  closeStalledConnections(app.server, progressMs);
  traceRequests(app);
  app.register(cookie);
  app.register(multipart, { limits: FORM_LIMITS });
  addBodyParsers(app);
  addSecurityHeaders(app, deps.config);
  requireOwnHost(app, deps.config, served.linkHosts);
  noticeUnnamedProxies(app, deps);
  app.setErrorHandler((error, request, reply) => answerError(error, { request, reply, log: deps.log }));
  app.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request)) return serveUnknownPage(reply);
    const path = loggablePath(request.url).slice(0, 200);
    const refusal = new Refusal('NOT_FOUND', `There is nothing at ${path}.`);
    answerError(refusal, { request, reply, log: deps.log });
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!deps.log.isLevelEnabled('info')) return;
    const { method, url, id, ip } = request;
    const durationMs = Math.round(reply.elapsedTime);
    const path = loggablePath(url);
    deps.log.info({ requestId: id, method, path, status: reply.statusCode, durationMs, ip });
  });
  app.register(async (scope) => {
    const handlers = served.handlers as Readonly<Record<string, unknown>>;
    for (const [name, operation] of Object.entries(operations) as [OperationName, Operation][]) {
      const handle = handlers[name] as Handle;
      if (!operation.loopbackOnly || isLoopback(deps.config.baseUrl))
        bind(scope, { deps, served, operation, handle });
    }
    served.addPages(scope);
  });
  return app;
}

type Handle = (call: Call<Operation>) => Promise<unknown>;

function bind(
  app: FastifyInstance,
  { deps, served, operation, handle }: { deps: Deps; served: Served; operation: Operation; handle: Handle },
): void {
  const { baseUrl } = deps.config;
  const run = async (request: FastifyRequest, reply: FastifyReply, caller: Caller | null) => {
    const params = await readParams(operation, request, served);
    const query = operation.query ? readQuery(operation.query, request) : {};
    const requester = () => ({ ...requesterOf(caller, request, reply), ...shareOf(deps, caller) });
    const body = await readBody(deps, { operation, request, reply, requester });
    const visitor = visitorOf(request);
    const call = { params, query, body, caller, visitor, request, reply } as Call<Operation>;
    try {
      if (isForm(operation)) await countUploads(deps, caller, body as Form);
      const perform = () =>
        withIdempotency(deps, { operation, call, raw: rawBodyOf(request) }, () => handle(call));
      return await answering({ caller, visitor }, () =>
        withinCallersRows(deps, { caller, operation }, perform),
      );
    } finally {
      if (isForm(operation)) await discard(body as Form);
    }
  };
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onSend: compressJson,
    handler: async (request, reply) => {
      setDeprecationHeaders(operation, request, reply);
      const caller = await authenticate(request, operation, { credentials: served.credentials, baseUrl });
      if (caller) await limitCaller(deps, caller, { reply, rate: operation.callerRate });
      if (caller) await limitOrganization(deps, caller);
      if (caller) guardSession(deps, operation, caller);
      if (caller && operation.scope) requireScope(caller, operation.scope);
      if (operation.countedAs) await countHit(deps, operation.countedAs, addressKey(request.ip));
      const result = await run(request, reply, caller);
      return send(operation, result, reply);
    },
  });
}

/** Where a path names a workflow by its 40-character id, the handler gets the integer (interface.md §1). */
async function readParams(
  operation: Operation,
  request: FastifyRequest,
  { findWorkflowId }: Pick<Served, 'findWorkflowId'>,
): Promise<unknown> {
  if (!operation.params) return {};
  const params = check(operation.params, request.params) as Record<string, unknown>;
  if (typeof params.workflowId !== 'string') return params;
  return { ...params, workflowId: (await findWorkflowId(params.workflowId)) ?? NO_WORKFLOW };
}

/** An id that no workflow has, so that every operation responds with its own "not found". */
const NO_WORKFLOW = 0;

function readQuery(schema: TSchema, request: FastifyRequest): unknown {
  if (!isUtf8Encoded(request.url)) throw invalid({ query: 'Must be UTF-8.' });
  return checkQuery(schema, request.query);
}

async function readBody(
  deps: Deps,
  about: { operation: Operation; request: FastifyRequest; reply: FastifyReply; requester(): Requester },
): Promise<unknown> {
  const { operation, request, reply, requester } = about;
  if (!operation.body) return undefined;
  if (isForm(operation)) {
    const isJson = operation.bodyKind === 'either' && !request.isMultipart();
    const { countedAs, fileBytesMax } = operation;
    const filesMax = countedAs ? 1 : FORM_LIMITS.files;
    const form = isJson
      ? formOf(request.body, sha256(rawBodyOf(request)))
      : await readForm(request, {
          folder: deps.blobs.incomingDir,
          uploader: await deps.requestLock.id(),
          requester: requester(),
          filesMax,
          fileBytesMax,
        });
    nameIgnored(reply, operation.body, form.values);
    return { ...form, ...readFormValues(operation.body, form.values) };
  }
  nameIgnored(reply, operation.body, request.body);
  // Use cases with rules report NUL with all other problems; values of signers are stored unchanged, so it is checked
  // here.
  return check(operation.body, request.body, { leavesNul: operation.access !== 'signer' });
}

/** Before anything is refused: a name that is written wrong is often why. */
function nameIgnored(reply: FastifyReply, schema: TSchema, body: unknown): void {
  const keys = ignoredKeys(schema, body);
  if (keys !== null) reply.header('Paraph-Ignored', keys);
}

function isForm({ bodyKind }: Operation): boolean {
  return bodyKind === 'multipart' || bodyKind === 'either';
}

function send(operation: Operation, result: unknown, reply: FastifyReply): FastifyReply {
  if (result instanceof RawResponse) {
    reply.status(result.status).headers(result.headers);
    if (typeof result.body !== 'object' || result.body === null || isBytes(result.body))
      return reply.send(result.body);
    return sendJson(reply, result.body);
  }
  reply.status(operation.status);
  if (operation.answer === null) return reply.send();
  return sendJson(reply, result);
}

function isBytes(body: object): boolean {
  return body instanceof Uint8Array || 'pipe' in body;
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').send(JSON.stringify(value));
}

/** A span for each request, named by the template of its route: paths and queries may hold tokens. */
function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    const span = beginSpan({ name: request.method, kind: 'server' }, parent);
    if (span === null) return done();
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
      },
      isError: statusCode >= 500,
    });
  });
}
