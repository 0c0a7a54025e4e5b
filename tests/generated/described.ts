import { type Access, type Operation, operations } from '@paraph/contract';
import { buildOpenApi } from '../../contract/src/build-openapi.ts';

/** A JSON schema, as far as requests are made from it. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

/** One operation as its OpenAPI description has it, with the credentials that may call it. */
export interface Described {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  parameters: readonly Parameter[];
  /** Content types a body may have; empty where there is none. */
  media: readonly string[];
  body: Schema | null;
  /** Status → the codes of refusals that are documented for it; none for a success. */
  responses: ReadonlyMap<number, readonly string[]>;
  access: Access;
  scope: string | null;
}

interface OpenApiOperation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string }>;
}

const { paths } = buildOpenApi('any', 'all') as { paths: Record<string, Record<string, OpenApiOperation>> };
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => describe(path, method.toUpperCase(), operation)),
);

/** Every operation there is, from the description that integrators read; the pages' own calls are described alike. */
export function describedOperations(): readonly Described[] {
  return all;
}

function describe(path: string, method: string, described: OpenApiOperation): Described {
  const { operationId: name, parameters, requestBody, responses } = described;
  const { access, scope }: Operation = operations[name as keyof typeof operations];
  const content = Object.entries(requestBody?.content ?? {});
  return {
    name,
    method: method as Described['method'],
    path,
    parameters,
    media: content.map(([type]) => type),
    body: content[0]?.[1].schema ?? null,
    responses: new Map(
      Object.entries(responses).map(([status, { description }]) => [
        Number(status),
        description.split(', ').filter((word) => /^[A-Z_]+$/.test(word)),
      ]),
    ),
    access,
    scope: scope ?? null,
  };
}

/** What is about an organization, and takes nothing else: without that id it would be about one that no id names. */
export const OF_ORGANIZATION = [
  'readOrganizationPicture',
  'readLevels',
  'readOrganizationReminders',
  'deleteOrganizationPicture',
  'publishBrand',
  'deleteBrandLogo',
  'withdrawBrand',
  'readContactSettings',
  'readCollector',
  'readUsage',
  'readAgentSettings',
  'readAgentAllowance',
  'listAgentApps',
  'exportUsage',
  'deleteCollector',
  'retryCollector',
  'listHolds',
  'readRetention',
  'listRetentionChanges',
  'listRetentionRuns',
  'startDryRun',
];
