import { REFUSALS, type RefusalCode } from '@paraph/domain';
import { Value } from 'typebox/value';
import { errorExamples, HEADERS, SchemaRegistry, SECURITY_SCHEMES } from './openapi/components.ts';
import { describeNotifications } from './openapi/describe-notifications.ts';
import { exampleOf, type SchemaJson } from './openapi/example-of.ts';
import { toJson } from './openapi/named-schemas.ts';
import { describeOperation } from './openapi/operation-descriptions.ts';
import { REFUSAL_DESCRIPTIONS } from './openapi/refusal-descriptions.ts';
import { REQUEST_EXAMPLES } from './openapi/request-examples.ts';
import { withLimits } from './openapi/request-limits.ts';
import type { Operation } from './operation.ts';
import { FAMILY_NAMES, familyOf } from './operation-family.ts';
import { operations } from './operations.ts';
import { refusalsOf, successesOf } from './refusals-of.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 description of the operations, from the one list; of `all`, the pages' own calls too, with every
 * schema in its place.
 */
export function buildOpenApi(version: string, which: 'public' | 'all' = 'public'): Json {
  const paths: Record<string, Json> = {};
  const registry = new SchemaRegistry({ isFlat: which === 'all' });
  const shown = (Object.entries(operations) as [string, Operation][]).filter(
    ([, { internal }]) => !internal || which === 'all',
  );
  for (const [operationId, operation] of shown) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: describe(operationId, { operation, registry }),
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paraph',
      version,
      summary: 'Send PDFs to be signed, follow them, and keep the proof',
      description: 'Times are seconds since 1970. Unknown fields and parameters are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This instance' }],
    tags: FAMILY_NAMES.map((name) => ({ name })),
    paths,
    webhooks: describeNotifications(registry),
    components: {
      schemas: registry.written(),
      responses: registry.responses,
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      examples: errorExamples(),
    },
  };
}

interface Described {
  operation: Operation;
  registry: SchemaRegistry;
}

function describe(operationId: string, { operation, registry }: Described): Json {
  const { summary, access, scope, deprecated } = operation;
  const body = operation.body ? withLimits(operation.body) : null;
  return {
    operationId,
    tags: [familyOf(operation.path)],
    summary,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...descriptionOf(operationId, operation),
    security: access === 'caller' ? [{ oauth: scope ? [scope] : [] }, { apiKey: [] }] : [],
    parameters: [
      ...parametersOf('path', operation.params, registry),
      ...parametersOf('query', operation.query, registry),
      ...(isRepeatable(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body ? { requestBody: bodyOf(operationId, { operation, body, registry }) } : {}),
    responses: { ...successesIn({ operation, registry }), ...failuresOf({ operation, registry }) },
  };
}

function descriptionOf(operationId: string, operation: Operation): Json {
  const { deprecated } = operation;
  const instead = deprecated === undefined ? [] : [`Use ${deprecated} instead.`];
  const words = describeOperation(operationId, refusalsOf(operation));
  const description = [...instead, ...(words === null ? [] : [words])].join('\n\n');
  return description === '' ? {} : { description };
}

function isRepeatable({ access, method }: Operation): boolean {
  return access === 'caller' && (method === 'POST' || method === 'PUT');
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Within 24 hours the same key and body give the first answer again, and act once',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '7c1e8a52-6f0d-4b43-9a52-0b1f3f7f6f10',
};

function parametersOf(location: 'path' | 'query', schema: unknown, registry: SchemaRegistry): Json[] {
  const { properties = {}, required = [] } = toJson(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description: property.description ?? '',
    // Maps in a query are written filters[status]=…
    ...(property.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: registry.refer(property),
    example: parameterExample(location, { name, property }),
  }));
}

const FILTER_EXAMPLES: Readonly<Record<string, unknown>> = {
  status: 'started,signed',
  filters: { status: 'started,signed' },
  query: 'lease',
  search: 'lovelace',
  filed: '0',
  expiresBefore: '1795860000',
  session: '1',
  tags: '4,9',
  httpSourceTypes: 'api,web',
  httpSourceValues: 'Rent roll',
  expires: 1_795_256_100,
  signature: 'pK2m…',
  ids: ['2026112142c1f0de9b7a4d1f8c3e5a6b7d8e9f01'],
  data: ['profile'],
};

function parameterExample(
  location: string,
  { name, property }: { name: string; property: SchemaJson },
): unknown {
  const usual = location === 'query' ? FILTER_EXAMPLES[name] : undefined;
  // Seals have other words for their status.
  return usual !== undefined && Value.Check(property, usual) ? usual : exampleOf(property, [name]);
}

const MEDIA = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
  either: ['application/json', 'multipart/form-data'],
} as const;

function bodyOf(
  operationId: string,
  {
    operation: { bodyKind = 'json' },
    body,
    registry,
  }: { operation: Operation; body: SchemaJson; registry: SchemaRegistry },
): Json {
  const example = REQUEST_EXAMPLES[operationId] ?? exampleOf(body);
  const content = { schema: registry.refer(body), example };
  return { required: true, content: Object.fromEntries(MEDIA[bodyKind].map((kind) => [kind, content])) };
}

const SUCCESSES: Readonly<Record<number, string>> = {
  206: 'The part that the Range header asks for',
  304: 'Not changed since the ETag that was sent; no body',
  416: 'The Range header requests bytes after the end; no body',
};

function successesIn(described: Described): Json {
  const headers = headersOf(described.operation, 'success');
  const statuses = successesOf(described.operation).map((status) => {
    const description = SUCCESSES[status];
    if (description === undefined) return [status, { ...successOf(described), headers }];
    return [
      status,
      status === 206 ? { ...successOf(described), description, headers } : { description, headers },
    ];
  });
  return Object.fromEntries(statuses);
}

function successOf({ operation: { answer }, registry }: Described): Json {
  if (answer === null) return { description: 'Done; no body' };
  if (answer === 'binary') return { description: 'The bytes', content: { 'application/octet-stream': {} } };
  if (answer === 'xml') return { description: 'A report', content: { 'application/xml': {} } };
  if (answer === 'html') return { description: 'A page', content: { 'text/html': {} } };
  const content = { schema: registry.refer(answer), example: exampleOf(toJson(answer)) };
  return { description: 'Done', content: { 'application/json': content } };
}

function headersOf(operation: Operation, outcome: 'success' | number): Json {
  const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  const keyLimits = [
    ...['X-YumiSign-RateLimit-Limit', 'X-YumiSign-RateLimit-Remaining', 'X-YumiSign-CallLimit-Remaining'],
  ];
  const names = [
    'X-Request-Id',
    ...(operation.body ? ['Paraph-Ignored'] : []),
    ...(operation.access === 'caller' && outcome !== 401 ? [...limits, ...keyLimits] : []),
    ...(outcome === 'success' && isRepeatable(operation) ? ['Idempotency-Replayed'] : []),
    ...(outcome === 'success' && operation.deprecated ? ['Deprecation', 'Sunset', 'Link'] : []),
    ...(outcome === 401 ? ['WWW-Authenticate'] : []),
    ...(outcome === 429 || outcome === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function failuresOf(described: Described): Json {
  const { operation } = described;
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => REFUSALS[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        described.registry.referToResponse(nameOf(operation, { status, codes }), {
          description: codes.join(', '),
          headers: headersOf(operation, status),
          content: {
            'application/json': {
              schema: errorOf(described, status),
              examples: Object.fromEntries(codes.map((code) => [code, exampleReference(code)])),
            },
          },
        }),
      ]),
  );
}

/** Two failures of one name are the same failure. */
function nameOf(operation: Operation, { status, codes }: { status: number; codes: RefusalCode[] }): string {
  const words = operation.standardErrors && status < 402 ? ['standard'] : [];
  return [...codes, ...words, ...(operation.access === 'caller' ? [] : ['open'])].join('.');
}

function exampleReference(code: RefusalCode): Json {
  return { summary: REFUSAL_DESCRIPTIONS[code], $ref: `#/components/examples/${code}` };
}

function errorOf({ operation: { standardErrors }, registry }: Described, status: number): Json {
  const ours = { $ref: '#/components/schemas/Error' };
  const isWordedByStandard = standardErrors && (status === 400 || status === 401);
  return isWordedByStandard ? { anyOf: [registry.refer(standardErrors), ours] } : ours;
}
