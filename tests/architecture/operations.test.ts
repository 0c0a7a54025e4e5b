import {
  type Operation,
  operations,
  RECORDED_OPERATIONS,
  refusalsOf,
  UNRECORDED_OPERATIONS,
} from '@paraph/contract';
import { ORGANIZATION_EVENTS, SCOPE_NAMES, type Scope } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { readText } from './source-tree.ts';

interface Described {
  operationId: string;
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const all = Object.entries(operations) as [string, Operation][];
const openApi = JSON.parse(readText('contract/openapi.json')) as {
  paths: Record<string, Record<string, Described>>;
};
const described = Object.values(openApi.paths).flatMap((methods) => Object.values(methods));

describe('no operation lacks what an integrator needs (ARCHITECTURE §7)', () => {
  test('its scope, and no more than it needs: to read where it reads, to write where it writes', () => {
    const bad = all.flatMap(([name, { access, scope, method }]) => {
      if (access !== 'caller') return [];
      if (!scope) return [`${name} names no scope`];
      const reading = scope.replace(/:write$/, ':read') as Scope;
      const wanted = method === 'GET' && SCOPE_NAMES.includes(reading) ? reading : scope;
      if (method !== 'GET' && scope.endsWith(':read')) return [`${name} changes something with ${scope}`];
      return scope === wanted ? [] : [`${name} reads with ${scope}; ${wanted} is enough`];
    });
    expect(bad).toEqual([]);
  });

  test('its own refusals, without those that follow from how it is let in', () => {
    const again = all.flatMap(([name, operation]) => {
      const implied = refusalsOf({ ...operation, refusals: [] });
      return operation.refusals.filter((code) => implied.includes(code)).map((code) => `${name}: ${code}`);
    });
    expect(again).toEqual([]);
  });

  test('what it writes into the record of the organization, or why nothing, where it changes something', () => {
    const recorded = Object.keys(RECORDED_OPERATIONS);
    const unrecorded = Object.keys(UNRECORDED_OPERATIONS);
    const changing = all.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
    expect(changing.filter((name) => !recorded.includes(name) && !unrecorded.includes(name))).toEqual([]);
    expect(recorded.filter((name) => unrecorded.includes(name))).toEqual([]);
    expect(unrecorded.filter((name) => !changing.includes(name))).toEqual([]);
    // What administrators alone may do is theirs; what it does to a document is in the events of that.
    const kinds = new Set(Object.values(RECORDED_OPERATIONS).flat());
    const others = ORGANIZATION_EVENTS.filter((kind) => !kinds.has(kind));
    expect(others).toEqual([
      // By commands of the operator.
      'organization.moved',
      'organization.departed',
      'organization.quota_changed',
      // By the groups of a provider, at a sign-in.
      'connection.member_arrived',
      'connection.roles_changed',
      // By what a provider provisions.
      'member.provisioned',
      'member.deactivated',
      'member.reactivated',
    ]);
  });

  test('an example of every parameter, body and answer', () => {
    const bad = described.flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...parameters
        .filter(({ example }) => example === undefined || example === '')
        .map(({ name }) => `${operationId}: the parameter ${name} has no example`),
      ...Object.entries(requestBody?.content ?? {})
        .filter(([, { example }]) => isEmpty(example))
        .map(([type]) => `${operationId}: the body as ${type} has no example`),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .flatMap(([status, { content = {} }]) =>
          Object.entries(content)
            .filter(([type, { example }]) => type === 'application/json' && example === undefined)
            .map(() => `${operationId}: the answer ${status} has no example`),
        ),
    ]);
    expect(bad).toEqual([]);
  });
});

/** A body without a value is no example. */
function isEmpty(example: unknown): boolean {
  return typeof example !== 'object' || example === null || Object.keys(example).length === 0;
}
