import { isDeepStrictEqual } from 'node:util';
import { BulkItem, type Operation, operations } from '../../contract/src/index.ts';
import { type Json, pageItem, plain } from './schema-types.ts';

/** What the clients of every language know of an operation. */
export interface Described {
  name: string;
  operation: Operation;
  input: Json;
  inputType: string;
  body: Json | null;
}

/** Every operation that is not internal. */
export function listDescribed(): Described[] {
  return (Object.entries(operations) as [string, Operation][])
    .filter(([, operation]) => !operation.internal)
    .map(([name, operation]) => toDescribed(name, operation));
}

/** The operations by group: sending comes first, tokens last. */
export function groupDescribed(all: readonly Described[]): [string, Described[]][] {
  return [...Map.groupBy(all, ({ operation }) => groupOf(operation.path))].sort(
    ([a], [b]) => rankOf(a) - rankOf(b),
  );
}

/** Told apart in this order: a workflow's path begins with its workspace's. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/(oauth|\.well-known)\/|\/OAuth\//, 'OAuthOperations'],
  [/\/(quick\/)?envelopes(\/|$)/, 'EnvelopeOperations'],
  [/\/(cloner|templates?)(\/|$)/, 'TemplateOperations'],
  [/\/workflows(\/|$)/, 'WorkflowOperations'],
  [/\/seals(\/|$)/, 'SealOperations'],
  [/\/storage\//, 'FileOperations'],
  [/\/organization(\/|$)/, 'OrganizationOperations'],
  [/\/workspaces(\/|$)/, 'WorkspaceOperations'],
];

function groupOf(path: string): string {
  return GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? 'ProfileOperations';
}

function rankOf(group: string): number {
  const order = ['Envelope', 'Workflow', 'Template', 'Seal', 'Workspace', 'Organization'];
  order.push('Profile', 'File', 'OAuth');
  return order.indexOf(group.replace('Operations', ''));
}

/** One flat input: the names in the path, the query's and the body's. */
function toDescribed(name: string, operation: Operation): Described {
  const body = bodyOf(operation);
  const parts = [plain(operation.params), plain(operation.query), body ?? {}];
  const names = parts.flatMap((part) => Object.keys(part.properties ?? {}));
  const twice = names.find((each, i) => names.indexOf(each) !== i);
  if (twice !== undefined) {
    throw new Error(`${name}: "${twice}" is in two of path, query and body; rename the one in the path.`);
  }
  const required = pathNames(operation.path);
  const input = {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...required, ...parts.flatMap((part) => part.required ?? [])],
    ...(body?.patternProperties ? { patternProperties: body.patternProperties } : {}),
  };
  for (const each of required) input.properties[each] ??= { type: 'string' };
  return { name, operation, body, input, inputType: `${name[0]?.toUpperCase()}${name.slice(1)}Input` };
}

function bodyOf({ body, bodyKind }: Operation): Json | null {
  if (body === undefined) return null;
  const json = plain(body);
  if (bodyKind !== 'form') return json;
  // A form holds text and nothing else.
  const texts = Object.entries(json.properties ?? {}).map(([key, inner]) => [
    key,
    { ...inner, type: 'string' },
  ]);
  return { ...json, properties: Object.fromEntries(texts) };
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Whether it takes anything. */
export function takesInput(input: Json): boolean {
  return Object.keys(input.properties ?? {}).length > 0 || input.patternProperties !== undefined;
}

/** One outcome of a bulk call, though the call names one workflow. */
export function isOutcomeOfOne({ path, answer }: Operation): boolean {
  const { type, items } = plain(answer);
  return path.includes('{workflowId}') && type === 'array' && isDeepStrictEqual(items, plain(BulkItem));
}

/** What comes out: bytes, nothing, a page of items (with `ids` a list of outcomes, for one call), or a value. */
export function answerOf({ operation: { answer } }: Described): {
  kind: 'bytes' | 'nothing' | 'page' | 'value';
  schema: Json;
  /** Where `ids` are given. */
  outcomes?: Json;
} {
  if (answer === null) return { kind: 'nothing', schema: {} };
  if (typeof answer === 'string') return { kind: 'bytes', schema: {} };
  const schema = plain(answer);
  const [page, list] = schema.anyOf ?? [];
  const ofChoice = list?.type === 'array' ? pageItem(page ?? {}) : null;
  if (ofChoice && list) return { kind: 'page', schema: ofChoice, outcomes: list };
  const item = pageItem(schema);
  return item ? { kind: 'page', schema: item } : { kind: 'value', schema };
}
