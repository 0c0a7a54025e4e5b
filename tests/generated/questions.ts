import { type Described, describedOperations, type Schema } from './described.ts';
import type { Ids } from './organization.ts';
import { furtherRequestsOf, type Request, requestOf } from './requests.ts';

/** A request that names things, as a function of which things. */
export interface Question {
  operation: Described;
  /** Tells it from the other questions of the operation. */
  about: string;
  /** The kinds of things that it names. */
  kinds: readonly string[];
  request(ids: Ids): Request;
}

/** Known or not looked up: no id to ask about. */
const NO_IDS = new Set([
  'password',
  'apiKey',
  'token',
  'clientId',
  'clientSecret',
  // On a door.
  'formToken',
  'consentVersion',
  'shownHash',
]);

/** Optional parameters that are ids under another name than their kind's. */
const KINDS: Record<string, string> = {
  newWorkspaceId: 'workspaceId',
  ids: 'envelopeId',
  'actOnWorkflows ids': 'workflowId',
  'exportAnswers ids': 'workflowId',
  'createExport ids': 'workflowId',
  'readArchives ids': 'archivedWorkflowId',
  fromWorkflowId: 'workflowId',
  fromTemplateId: 'templateId',
  appIds: 'appId',
  apiKeyIds: 'keyId',
  personId: 'userId',
  'createPublicLink placeholderId': 'templateRecipientId',
};

/** Every request that names a thing: the plain one, the further ones, and one for each optional parameter. */
export function questionsAbout(ids: Ids): Question[] {
  const all = describedOperations().flatMap((operation) => [
    ask(operation, '', { ids, request: (named) => requestOf(operation, named) }),
    ...furtherRequestsOf(operation, ids).map((_each, index) =>
      ask(operation, `further ${index}`, {
        ids,
        request: (named) => furtherRequestsOf(operation, named)[index] ?? requestOf(operation, named),
      }),
    ),
    ...optionalIds(operation).map((parameter) =>
      ask(operation, parameter.name, {
        ids,
        request: (named) => withParameter(requestOf(operation, named), parameter, named),
      }),
    ),
  ]);
  return all.filter(({ kinds }) => kinds.length > 0);
}

function ask(
  operation: Described,
  about: string,
  { ids, request }: { ids: Ids; request(ids: Ids): Request },
): Question {
  return { operation, about, request, kinds: kindsUsed(ids, request) };
}

/** Which ids a request is made of. */
function kindsUsed(ids: Ids, request: (ids: Ids) => Request): string[] {
  const used = new Set<string>();
  const watched = new Proxy(ids, {
    get: (all, kind: string) => {
      if (kind in all && !NO_IDS.has(kind)) used.add(kind);
      return all[kind];
    },
  });
  const plain = JSON.stringify(request(watched));
  // What was looked at may still not be in the request.
  return [...used].filter((kind) => JSON.stringify(request({ ...ids, [kind]: 'another' })) !== plain);
}

interface OptionalId {
  place: 'query' | 'body';
  name: string;
  kind: string;
  isList: boolean;
}

function optionalIds(operation: Described): OptionalId[] {
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => ({ place: 'query' as const, name, schema }));
  const inBody = Object.entries(operation.body?.properties ?? {}).map(([name, schema]) => ({
    place: 'body' as const,
    name,
    schema,
  }));
  return [...inQuery, ...inBody]
    .filter(({ name }) => looksLikeId(name))
    .map(({ place, name, schema }) => {
      const kind = KINDS[`${operation.name} ${name}`] ?? KINDS[name] ?? name;
      return { place, name, kind, isList: isList(schema) };
    });
}

function withParameter(request: Request, { place, name, kind, isList }: OptionalId, ids: Ids): Request {
  const id = ids[kind];
  if (id === undefined) {
    throw new Error(
      `The parameter ${name} looks like an id, and nothing here is of that kind: make one in ` +
        'tests/generated/organization.ts, or say in KINDS of tests/generated/questions.ts of which kind it is.',
    );
  }
  const given = { [name]: isList ? [id] : id };
  if (place === 'query') return { ...request, query: { ...request.query, ...given } };
  return { ...request, body: { ...(request.body as object), ...given } };
}

/** Names in a body that look like ids of things, and that no request of the operation gives. */
export function unaskedIds(operation: Described, ids: Ids): string[] {
  const requests = [requestOf(operation, ids), ...furtherRequestsOf(operation, ids)];
  const given = new Set(requests.flatMap(({ body }) => namesIn(body)));
  for (const { name } of optionalIds(operation)) given.add(name);
  return [...new Set(idNamesIn(operation.body ?? {}))].filter((name) => !given.has(name));
}

function idNamesIn(schema: Schema): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      ...(looksLikeId(name) ? [name] : []),
      ...idNamesIn(inner),
    ]),
    ...(schema.items ? idNamesIn(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(idNamesIn),
  ];
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

function looksLikeId(name: string): boolean {
  // The id of a certificate, and the name of a SAML provider, are those of a provider, and of nothing here.
  return /^ids?$|Ids?$/.test(name) && name !== 'credentialId' && name !== 'entityId';
}

function isList(schema: Schema): boolean {
  return schema.type === 'array' || (schema.anyOf ?? []).some(isList);
}
