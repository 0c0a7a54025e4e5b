import {
  invalidScim,
  isScimObject,
  parseScimFilter,
  Refusal,
  type ScimObject,
  ScimProblem,
} from '@paraph/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '../http/error-handler.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import {
  COUNT_DEFAULT,
  COUNT_MAX,
  LIST_SCHEMA,
  resourceTypes,
  schemas,
  serviceProviderConfig,
} from './discovery.ts';
import {
  createScimGroup,
  deleteScimGroupOf,
  patchScimGroup,
  replaceScimGroup,
  SCIM_GROUPS,
} from './provision-groups.ts';
import {
  createScimUser,
  deleteScimUserOf,
  patchScimUser,
  replaceScimUser,
  SCIM_USERS,
} from './provision-users.ts';
import {
  authenticateProvider,
  noteScimError,
  type ProvisioningDeps,
  type ScimClient,
  type ScimRequest,
  scimUrl,
} from './scim-client.ts';
import { answerScim, getScimRow, type ScimAnswer, type ScimKind } from './scim-resources.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const MEDIA_TYPE = 'application/scim+json';

/** Where the providers of connections say who belongs to an organization (RFC 7644). */
export function addProvisioningPages(app: FastifyInstance, deps: ProvisioningDeps): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerProblem(deps, error, { request, reply }));
    addDiscovery(scope, deps);
    addResources(scope, deps, {
      kind: SCIM_USERS,
      create: createScimUser,
      replace: replaceScimUser,
      patch: patchScimUser,
      remove: deleteScimUserOf,
      patchedStatus: 200,
    });
    addResources(scope, deps, {
      kind: SCIM_GROUPS,
      create: createScimGroup,
      replace: replaceScimGroup,
      patch: patchScimGroup,
      remove: deleteScimGroupOf,
      // Without the members, of whom there may be thousands.
      patchedStatus: 204,
    });
    scope.all('/scim/v2/*', () => {
      throw new ScimProblem(404, null, 'There is nothing here: SCIM 2.0 has /Users and /Groups.');
    });
  });
}

function addDiscovery(app: FastifyInstance, deps: ProvisioningDeps): void {
  const baseUrl = scimUrl(deps.config);
  const pages = { ServiceProviderConfig: serviceProviderConfig(baseUrl) };
  const lists = { ResourceTypes: resourceTypes(baseUrl), Schemas: schemas(baseUrl) };
  const get = (path: string, answer: (params: { id?: string }) => object | undefined) =>
    app.get(`/scim/v2/${path}`, async (request: FastifyRequest<{ Params: { id?: string } }>, reply) => {
      await countHit(deps, 'connectionVisit', addressKey(request.ip));
      const body = answer(request.params);
      if (!body) throw new ScimProblem(404, null, 'There is no such type or schema.');
      return send(reply, 200, body);
    });
  for (const [path, page] of Object.entries(pages)) get(path, () => page);
  for (const [path, list] of Object.entries(lists)) {
    get(path, () => listOf({ total: list.length, startIndex: 1, resources: list }));
    get(`${path}/:id`, ({ id }) => list.find((each) => each.id === id));
  }
}

type UseCase<Input, Output = ScimAnswer> = (
  deps: ProvisioningDeps,
  client: ScimClient,
  input: ScimRequest & Input,
) => Promise<Output>;

interface Resources<Row extends { version: number }> {
  kind: ScimKind<Row>;
  create: UseCase<{ body: ScimObject }>;
  replace: UseCase<{ id: string; body: ScimObject }>;
  patch: UseCase<{ id: string; body: ScimObject }>;
  remove: UseCase<{ id: string }, void>;
  patchedStatus: 200 | 204;
}

type ResourceRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

function addResources<Row extends { version: number }>(
  app: FastifyInstance,
  deps: ProvisioningDeps,
  resources: Resources<Row>,
): void {
  const { kind } = resources;
  const path = `/scim/v2/${kind.name}s`;
  const route = routesOf(deps);
  const one = `${path}/:id`;
  app.post(
    path,
    route(async (client, request, reply) => {
      const answer = await resources.create(deps, client, { ...askedBy(request), body: bodyOf(request) });
      const { location } = { location: '', ...(answer.resource.meta as { location?: string } | undefined) };
      return sendResource(reply.header('location', location), 201, answer);
    }),
  );
  app.get(
    path,
    route(async (client, request, reply) => {
      const range = rangeOf(request.query);
      const { rows, total } = await kind.list(deps.database, client.connectionId, range);
      const page = await kind.view(deps.database, client, { rows, request: askedBy(request) });
      return send(reply, 200, listOf({ total, startIndex: range.offset + 1, resources: page }));
    }),
  );
  app.get(
    one,
    route(async (client, request, reply) => {
      const row = await getScimRow(deps.database, client, { kind, ...request.params });
      const answer = await answerScim(deps.database, client, { kind, row, request: askedBy(request) });
      const isKnown = request.headers['if-none-match'] === `W/"${answer.version}"`;
      return isKnown ? reply.status(304).send() : sendResource(reply, 200, answer);
    }),
  );
  app.put(
    one,
    route(async (client, request, reply) => {
      const change = { ...askedBy(request), ...request.params, body: bodyOf(request) };
      return sendResource(reply, 200, await resources.replace(deps, client, change));
    }),
  );
  app.patch(
    one,
    route(async (client, request, reply) => {
      const change = { ...askedBy(request), ...request.params, body: bodyOf(request) };
      const isShort = resources.patchedStatus === 204 && change.attributes === undefined;
      const asked = isShort ? { ...change, excludedAttributes: 'members' } : change;
      const answer = await resources.patch(deps, client, asked);
      return isShort ? withEtag(reply, answer).status(204).send() : sendResource(reply, 200, answer);
    }),
  );
  app.delete(
    one,
    route(async (client, request, reply) => {
      await resources.remove(deps, client, { ...askedBy(request), ...request.params });
      return reply.status(204).send();
    }),
  );
}

/** Authenticates first; what is refused afterwards is shown to the administrators of the connection. */
function routesOf(deps: ProvisioningDeps) {
  return (
    handle: (client: ScimClient, request: ResourceRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    async (request: ResourceRequest, reply: FastifyReply) => {
      const { authorization } = request.headers;
      const client = await authenticateProvider(deps, { authorization, ip: request.ip });
      return handle(client, request, reply).catch(async (error: unknown) => {
        const { status, detail } = problemOf(error, request);
        // To ask for what is not there is how providers begin.
        if (status !== 404) await noteScimError(deps, client.tokenId, detail);
        throw error;
      });
    };
}

function askedBy({ query, headers }: ResourceRequest): ScimRequest {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined);
  return {
    attributes: text('attributes'),
    excludedAttributes: text('excludedAttributes'),
    ifMatch: headers['if-match'],
  };
}

/** RFC 7644 §3.4.2.4: `startIndex` counts from 1, and what is below it means 1. */
function rangeOf(query: Record<string, unknown>) {
  const number = (name: string, otherwise: number) => {
    const text = query[name];
    if (text === undefined || text === '') return otherwise;
    if (typeof text !== 'string' || !/^-?\d{1,9}$/.test(text))
      throw invalidScim('invalidValue', `${name} is a number.`);
    return Number(text);
  };
  const { filter } = query;
  return {
    filter: typeof filter === 'string' && filter.trim() !== '' ? parseScimFilter(filter) : null,
    offset: Math.max(1, number('startIndex', 1)) - 1,
    limit: Math.min(COUNT_MAX, Math.max(0, number('count', COUNT_DEFAULT))),
  };
}

function bodyOf({ body }: ResourceRequest): ScimObject {
  if (isScimObject(body)) return body;
  throw invalidScim('invalidSyntax', 'Send a JSON object.');
}

function listOf(page: { total: number; startIndex: number; resources: readonly object[] }) {
  const { total, startIndex, resources } = page;
  const counts = { totalResults: total, startIndex, itemsPerPage: resources.length };
  return { schemas: [LIST_SCHEMA], ...counts, Resources: resources };
}

function sendResource(reply: FastifyReply, status: number, answer: ScimAnswer): FastifyReply {
  return send(withEtag(reply, answer), status, answer.resource);
}

function withEtag(reply: FastifyReply, { version }: ScimAnswer): FastifyReply {
  return reply.header('etag', `W/"${version}"`);
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.status(status).header('content-type', MEDIA_TYPE).send(JSON.stringify(body));
}

function problemOf(error: unknown, { method }: FastifyRequest) {
  if (error instanceof ScimProblem)
    return {
      status: error.status,
      scimType: error.scimType,
      detail: error.message,
      retryAfterSeconds: undefined,
    };
  const refusal = error instanceof Refusal ? error : refusalOf(error, { isRead: method === 'GET' });
  const { status, message, violations, retryAfterSeconds } = refusal;
  const sentences = Object.entries(violations ?? {}).map(([name, sentence]) => `${name}: ${sentence}`);
  const detail = [message, ...sentences].join(' ');
  return { status, scimType: status === 400 ? ('invalidSyntax' as const) : null, detail, retryAfterSeconds };
}

/** RFC 7644 §3.12. */
function answerProblem(
  { log }: ProvisioningDeps,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const { status, scimType, detail, retryAfterSeconds } = problemOf(error, request);
  if (status >= 500) log.error({ err: error, requestId: request.id }, 'a request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
  const body = { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType ? { scimType } : {}), detail };
  send(reply, status, body);
}
