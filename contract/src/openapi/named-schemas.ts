import { NewField } from '../draft-schemas.ts';
import * as followers from '../follower-schemas.ts';
import * as keys from '../key-operations.ts';
import * as mails from '../mail-operations.ts';
import * as organization from '../organization-operations.ts';
import { QuickField } from '../quick-schemas.ts';
import * as schemas from '../schemas.ts';
import * as seals from '../seal-schemas.ts';
import * as templates from '../template-schemas.ts';
import * as trust from '../trust-operations.ts';
import * as webhooks from '../webhook-operations.ts';
import * as workflows from '../workflow-schemas.ts';
import * as workspaces from '../workspace-operations.ts';
import type { SchemaJson } from './example-of.ts';

const MODULES = [
  schemas,
  workflows,
  { NewField, QuickField },
  followers,
  templates,
  seals,
  workspaces,
  organization,
  keys,
  trust,
  webhooks,
  mails,
];
/** Small enough to be shown in place. */
const MEMBERS_MIN = 2;

/** Objects that have a name in the contract, by what they look like. */
export function readNamedSchemas(): Map<string, string> {
  const named = new Map<string, string>();
  for (const [name, schema] of MODULES.flatMap((module) => Object.entries(module))) {
    const json = toJson(schema);
    const members = Object.keys(json.properties ?? {}).length;
    const isNamed = /^[A-Z][A-Za-z]+$/.test(name) && json.type === 'object' && members >= MEMBERS_MIN;
    if (isNamed && !/(Path|Query)$/.test(name) && !named.has(keyOf(json))) named.set(keyOf(json), name);
  }
  return named;
}

/** The schema as plain JSON, without what its library keeps beside it. */
export function toJson(schema: unknown): SchemaJson {
  return JSON.parse(JSON.stringify(schema ?? {}) ?? '{}');
}

export function keyOf(schema: SchemaJson): string {
  const { description, ...rest } = schema;
  return JSON.stringify(rest);
}
