import { readFile } from 'node:fs/promises';
import { NotifiedEnvelope, NotifiedSeal, type Operation, operations } from '@paraph/contract';
import { REFUSALS } from '@paraph/domain';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../../contract/src/build-openapi.ts';
import { exampleOf } from '../../contract/src/openapi/example-of.ts';
import { toJson } from '../../contract/src/openapi/named-schemas.ts';
import { OPERATION_DESCRIPTIONS } from '../../contract/src/openapi/operation-descriptions.ts';
import { refusalsOf } from '../../contract/src/refusals-of.ts';

interface Content {
  schema?: object;
  example?: unknown;
}

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; description: string; example: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { $ref?: string; headers: object; content?: Record<string, Content> }>;
}

const text = await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8');
const description = JSON.parse(text) as {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  components: Record<string, Record<string, { properties?: Record<string, { description?: string }> }>>;
};
const described = Object.values(description.paths).flatMap((methods) => Object.values(methods));
const find = (name: string) => described.find(({ operationId }) => operationId === name) as Described;
const shown = (Object.entries(operations) as [string, Operation][]).filter(([, { internal }]) => !internal);

describe('the OpenAPI description', () => {
  test('has every operation that is not the pages’ own', () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      shown.map(([name]) => name).sort(),
    );
  });

  test('says of every parameter what it is, with an example that its schema takes', () => {
    const bad = shown.flatMap(([name, { params, query }]) => {
      const schemas = { ...propertiesOf(params), ...propertiesOf(query) };
      return find(name)
        .parameters.filter((each) => each.in !== 'header')
        .filter((each) => each.description === '' || !Value.Check(schemas[each.name] ?? {}, each.example))
        .map((each) => `${name}: ${each.name} ${JSON.stringify(each.example)}`);
    });
    expect(bad).toEqual([]);
  });

  test('shows a body and an answer of every operation, as the contract takes them', () => {
    const bad = shown.flatMap(([name, { body, answer }]) => [
      ...(body && !Value.Check(body, exampleOf(toJson(body))) ? [`${name}: body`] : []),
      ...(isSchema(answer) && !Value.Check(answer, exampleOf(toJson(answer))) ? [`${name}: answer`] : []),
    ]);
    expect(bad).toEqual([]);
  });

  test('says of every operation what it does and follows from it, and each error with its cause', () => {
    const bad = shown.flatMap(([name, operation]) => {
      const { description = '', summary } = find(name);
      const [does = ''] = description.replace(/^Use .*\n\n/, '').split('\n\nErrors:\n');
      const missing = refusalsOf(operation).filter((code) => !description.includes(`- \`${code}\`: `));
      const isThin = does.length < 60 || does === summary;
      return isThin || missing.length > 0 ? [`${name}: ${[does, ...missing].join(' ')}`] : [];
    });
    expect(bad).toEqual([]);
    const words = Object.entries(OPERATION_DESCRIPTIONS);
    const idle = words.flatMap(([name, { refuses = {} }]) => {
      const operation: Operation | undefined = operations[name as keyof typeof operations];
      const codes: readonly string[] = operation ? refusalsOf(operation) : [];
      return Object.keys(refuses)
        .filter((code) => !codes.includes(code))
        .map((code) => `${name}: ${code}`);
    });
    expect(idle).toEqual([]);
    expect(words.map(([name]) => name).sort()).toEqual(shown.map(([name]) => name).sort());
  });

  test('describes every form, part by part', () => {
    const all: [string, Operation][] = Object.entries(operations);
    const bad = all.filter(([, { body, bodyKind }]) => bodyKind !== undefined && body === undefined);
    expect(bad.map(([name]) => name)).toEqual([]);
  });

  test('says of every property what it is', () => {
    const { paths, components } = description;
    expect(propertiesWithoutWords({ paths, schemas: components.schemas })).toEqual([]);
  });

  test('has an example of every error, and the headers that come with it', () => {
    expect(Object.keys(description.components.examples ?? {})).toEqual(Object.keys(REFUSALS));
    const answers = description.components.responses as Record<string, object>;
    for (const { responses, operationId } of described) {
      for (const [status, response] of Object.entries(responses)) {
        const name = response.$ref?.split('/').pop();
        const { headers } = name ? (answers[name] as typeof response) : response;
        expect(headers, `${operationId} ${status}`).toHaveProperty('X-Request-Id');
        if (status === '429') expect(headers).toHaveProperty('Retry-After');
      }
    }
  });

  test('names how to be let in, for every call that needs it', () => {
    expect(Object.keys(description.components.securitySchemes ?? {})).toEqual(['oauth', 'apiKey']);
    for (const [name, { access, scope }] of shown) {
      const expected = access === 'caller' ? [{ oauth: [scope] }, { apiKey: [] }] : [];
      expect(find(name).security, name).toEqual(expected);
    }
  });

  test('marks what is going away, and what to use instead', () => {
    const old = described.filter((each) => 'deprecated' in each);
    expect(old.map(({ operationId }) => operationId).sort()).toEqual(['editWorkflow', 'setRolesDirectly']);
    for (const each of old) {
      expect(each.description).toMatch(/^Use (GET|POST|PUT|DELETE) \/api\/v1\//);
      const headers = Object.keys(each.responses['200']?.headers ?? {});
      expect(headers).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
    }
  });

  test('describes every notification with its headers and an envelope', () => {
    expect(Object.keys(description.webhooks)).toContain('workflow.signed');
    for (const [event, { post }] of Object.entries(description.webhooks)) {
      const names = post.parameters.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['Paraph-Signature', 'webhook-id', 'webhook-signature']));
      const { example } = Object.values(post.requestBody?.content ?? {})[0] ?? {};
      expect(Value.Check(event.startsWith('seal.') ? NotifiedSeal : NotifiedEnvelope, example)).toBe(true);
    }
  });

  test('refers only to what is there', () => {
    const references = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(500);
    const missing = references.filter(([, kind = '', name = '']) => !description.components[kind]?.[name]);
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  test('is the same for tools that follow no references, each schema in its place', () => {
    const { paths } = buildOpenApi('any', 'all');
    expect(JSON.stringify(paths)).not.toContain('#/components/schemas/Workflow');
  });
});

/** Paths of the properties, at any depth, that no description explains. */
function propertiesWithoutWords(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const properties: Record<string, { description?: string }> = key === 'properties' ? inner : {};
    const silent = Object.entries(properties).filter(([, each]) => !each.description);
    return [
      ...silent.map(([name]) => `${at}/${name}`),
      ...(/^examples?$/.test(key) ? [] : propertiesWithoutWords(inner, `${at}/${key}`)),
    ];
  });
}

function propertiesOf(schema: unknown): Record<string, object> {
  return ((schema ?? {}) as { properties?: Record<string, object> }).properties ?? {};
}

function isSchema(answer: Operation['answer']): answer is Exclude<Operation['answer'], string | null> {
  return typeof answer === 'object' && answer !== null;
}
