/** The part of OpenAPI 3.1 that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  default?: unknown;
  format?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example: unknown;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
}

export interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface OpenApi {
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export interface ShownOperation extends Operation {
  method: string;
  path: string;
}

/** The operations of a family, in the order of the description. */
export function operationsOf({ paths }: OpenApi, family: string): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(family))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The path segment of a family. */
export function slugOf(family: string): string {
  return family.toLowerCase().replaceAll(' ', '-');
}

export function resolveResponse({ components }: OpenApi, response: Response): Response {
  const name = response.$ref?.split('/').pop();
  return name === undefined ? response : (components.responses[name] ?? response);
}

/** A row of a property table. */
export interface Line {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  /** The schema whose properties are shown when the row is expanded. */
  inner: Schema | null;
}

/** The properties of an object, or of a list's items. */
export function linesOf(openApi: OpenApi, schema: Schema): Line[] {
  const target = objectIn(openApi, schema);
  return Object.entries(target?.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(openApi, property),
    isRequired: target?.required?.includes(name) ?? false,
    description: property.description ?? '',
    inner: objectIn(openApi, property),
  }));
}

/** The object schema of a schema, of its items, or of one of its alternatives. */
function objectIn(openApi: OpenApi, schema: Schema): Schema | null {
  const resolved = resolve(openApi, schema);
  if (resolved.properties) return resolved;
  if (resolved.items) return objectIn(openApi, resolved.items);
  const alternative = resolved.anyOf?.map((each) => objectIn(openApi, each)).find((each) => each !== null);
  return alternative ?? null;
}

/** The type as text: `integer`, `list of Step`, `text or null`. */
export function typeOf(openApi: OpenApi, schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').pop() ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => String(each)).join(' · ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(openApi, each)))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(openApi, schema.items ?? {})}`;
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'object' && !schema.properties) return 'map';
  return String(schema.type ?? 'anything');
}

function resolve({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

/** The call as a curl command. */
export function curlOf(operation: ShownOperation): string {
  const { method, path, parameters, requestBody, security } = operation;
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), path);
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$PARAPH_URL${filled}"`];
  if (security.length > 0) lines.push('-H "X-Api-Key: $PARAPH_API_KEY"');
  const [kind, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (kind === 'application/json') {
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(content?.example, null, 2)}'`);
  }
  if (kind === 'application/x-www-form-urlencoded')
    lines.push(...pairs(content?.example, '--data-urlencode'));
  if (kind === 'multipart/form-data') lines.push(...pairs(content?.example, '-F'));
  return lines.join(' \\\n  ');
}

/** Form fields in bracket notation; a file by its name. */
function pairs(example: unknown, flag: string): string[] {
  const flat: [string, unknown][] = [];
  const walk = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) flat.push([name, value]);
    else for (const [key, inner] of Object.entries(value)) walk(name === '' ? key : `${name}[${key}]`, inner);
  };
  walk('', example);
  return flat.map(([name, value]) =>
    value === 'contract.pdf' ? `${flag} '${name}=@contract.pdf'` : `${flag} '${name}=${String(value)}'`,
  );
}

/** Splits a description into paragraphs and explanations by error code. */
export function readDescription(description = ''): { does: string[]; errors: ReadonlyMap<string, string> } {
  const [does = '', list = ''] = description.split('\n\nErrors:\n');
  const errors = [...list.matchAll(/^- `(\w+)`: (.+)$/gm)].map(
    ([, code = '', why = '']) => [code, why] as const,
  );
  return { does: does.split('\n\n').filter(Boolean), errors: new Map(errors) };
}
