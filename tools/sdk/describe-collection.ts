import { buildOpenApi } from '../../contract/src/build-openapi.ts';
import { toPairs } from '../../sdk/src/brackets.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}

interface Schema {
  format?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Described {
  tags?: string[];
  summary: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> };
}

/** All requests with their examples, as Postman (2.1) and Bruno import them. */
export function describeCollection(version: string): string {
  const { paths, tags } = buildOpenApi(version) as unknown as {
    paths: Record<string, Record<string, Described>>;
    tags: { name: string }[];
  };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
  const folders = tags.map(({ name }) => ({
    name,
    item: all.filter(({ described }) => described.tags?.[0] === name).map(writeRequest),
  }));
  const collection = {
    info: {
      name: 'Paraph',
      description:
        'Set `baseUrl` and `apiKey` among the variables. Made from the same description as the SDKs.',
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'apikey', apikey: pairsOf({ key: 'X-Api-Key', value: '{{apiKey}}', in: 'header' }) },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

function writeRequest({ path, method, described }: { path: string; method: string; described: Described }) {
  const { parameters = [], summary, description, security = [] } = described;
  const names = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parameters.filter((each) => each.in === 'query').flatMap(writeQuery);
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [],
      url: {
        raw: `{{baseUrl}}/${names}`,
        host: ['{{baseUrl}}'],
        path: names.split('/'),
        variable: parameters
          .filter((each) => each.in === 'path')
          .map(({ name, example, description: about }) => ({
            key: name,
            value: String(example ?? ''),
            description: about,
          })),
        query,
      },
      ...writeBody(described),
      description: description ?? summary,
    },
    response: [],
  };
}

/** What may be left out is there and switched off. */
function writeQuery({ name, required, example, description }: Parameter) {
  return toPairs({ [name]: example ?? '' }).map(([key, value]) => ({
    key,
    value,
    description,
    disabled: !required,
  }));
}

function writeBody({ requestBody }: Described): { body?: object } {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (content === undefined) return {};
  const { example = {}, schema } = content;
  if (type === 'application/json')
    return {
      body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } },
    };
  const isFile = (key: string) => hasBytes(schema.properties?.[key] ?? {});
  const parts = Object.entries(example).flatMap(([key, value]): object[] =>
    isFile(key)
      ? [{ key, type: 'file', src: [] }]
      : toPairs({ [key]: value }).map(([name, text]) => ({ key: name, value: text, type: 'text' })),
  );
  const mode = type === 'multipart/form-data' ? 'formdata' : 'urlencoded';
  return { body: { mode, [mode]: parts } };
}

function hasBytes({ format, anyOf = [] }: Schema): boolean {
  return format === 'binary' || anyOf.some(hasBytes);
}

function pairsOf(values: Record<string, string>) {
  return Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
}
