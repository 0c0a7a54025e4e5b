import { REFUSALS, type RefusalCode, SCOPES } from '@paraph/domain';
import type { TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { refusalsOf, successesOf } from './refusals-of.ts';
import { ErrorBody } from './schemas.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the operations, from the one list; of `all`, the pages' own calls too. */
export function buildOpenApi(version: string, which: 'public' | 'all' = 'public'): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, operation] of Object.entries(operations) as [string, Operation][]) {
    if (operation.internal && which === 'public') continue;
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describe(operationId, operation);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Paraph', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas: { Error: plain(ErrorBody) },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: '/integration-apps/authorize',
              tokenUrl: '/oauth/token',
              scopes: SCOPES,
            },
          },
        },
      },
    },
  };
}

function describe(operationId: string, operation: Operation): Json {
  const { summary, access, scope } = operation;
  return {
    operationId,
    summary,
    ...(access === 'caller' ? { security: [{ oauth: scope ? [scope] : [] }] } : {}),
    parameters: [...parametersOf('path', operation.params), ...parametersOf('query', operation.query)],
    ...(operation.body || operation.bodyKind ? { requestBody: bodyOf(operation) } : {}),
    responses: { ...successesIn(operation), ...failuresOf(operation) },
  };
}

function parametersOf(place: 'path' | 'query', schema: TSchema | undefined): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // Maps in a query are written filters[status]=…
    ...(isMap(property) ? { style: 'deepObject', explode: true } : {}),
    schema: plain(property),
  }));
}

function isMap(property: unknown): boolean {
  return (
    typeof property === 'object' && property !== null && 'type' in property && property.type === 'object'
  );
}

const MEDIA = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
  either: ['application/json', 'multipart/form-data'],
} as const;

function bodyOf({ body, bodyKind = 'json' }: Operation): Json {
  const content = { schema: body ? plain(body) : { type: 'object' } };
  return { required: true, content: Object.fromEntries(MEDIA[bodyKind].map((kind) => [kind, content])) };
}

const SUCCESSES: Readonly<Record<number, string>> = {
  206: 'The part that the Range header asks for',
  304: 'Not changed since the ETag that was sent; no body',
  416: 'The Range header asks for what lies behind the end; no body',
};

function successesIn(operation: Operation): Json {
  const { answer } = operation;
  const described = successesOf(operation).map((status) => {
    const description = SUCCESSES[status];
    if (description === undefined) return [status, successOf(answer)];
    return [status, status === 206 ? { ...successOf(answer), description } : { description }];
  });
  return Object.fromEntries(described);
}

function successOf(answer: Operation['answer']): Json {
  if (answer === null) return { description: 'Done; no body' };
  if (answer === 'binary') return { description: 'The bytes', content: { 'application/octet-stream': {} } };
  if (answer === 'html') return { description: 'A page', content: { 'text/html': {} } };
  return { description: 'Done', content: { 'application/json': { schema: plain(answer) } } };
}

function failuresOf(operation: Operation): Json {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(operation))
    byStatus.set(REFUSALS[code], [...(byStatus.get(REFUSALS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: errorOf(operation, status) } },
        },
      ]),
  );
}

function errorOf({ standardErrors }: Operation, status: number): Json {
  const ours = { $ref: '#/components/schemas/Error' };
  const isWordedByStandard = standardErrors && (status === 400 || status === 401);
  return isWordedByStandard ? { anyOf: [plain(standardErrors), ours] } : ours;
}

/** The schema as plain JSON, without what its library keeps beside it. */
function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema));
}
