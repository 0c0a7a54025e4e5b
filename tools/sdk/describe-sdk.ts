import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { REFUSALS } from '@paraph/domain';
import {
  BulkItem,
  NotifiedEnvelope,
  NotifiedSeal,
  type Operation,
  operations,
} from '../../contract/src/index.ts';
import { EXAMPLES } from './examples.ts';
import { type Json, pageItem, plain, TypeWriter } from './schema-types.ts';

const HEAD = '// Written by `npm run generate` from the contract; not by hand.\n';

interface Described {
  name: string;
  operation: Operation;
  input: Json;
  inputType: string;
  body: Json | null;
}

/** The SDK's list of calls, with a typed and documented method for every operation that is not internal. */
export function describeSdkOperations(): string {
  return written().operations;
}

/** The objects that the calls of the SDK take and give. */
export function describeSdkShapes(): string {
  return written().shapes;
}

function written(): { operations: string; shapes: string } {
  const writer = new TypeWriter();
  const all = (Object.entries(operations) as [string, Operation][])
    .filter(([, operation]) => !operation.internal)
    .map(([name, operation]) => toDescribed(name, operation));
  const byGroup = Map.groupBy(all, ({ operation }) => groupOf(operation.path));
  const groups = [...byGroup].sort(([a], [b]) => rankOf(a) - rankOf(b));
  const inputs = all.map((each) => writeInput(each, writer)).filter((text) => text !== '');
  const interfaces = groups.map(
    ([group, members]) =>
      `export interface ${group} {\n${members.map((each) => writeMethod(each, writer)).join('\n')}}`,
  );
  const calls = all.map((each) => `  ${each.name}: '${writeCall(each)}',\n`).join('');
  const body = [
    ...interfaces,
    `/** Every operation of the interface, under its operationId. */\nexport interface Operations extends ${groups.map(([group]) => group).join(', ')} {}`,
    ...inputs,
    `/** The status of each error, for those that an answer carries as an item. */\nexport const STATUSES: Readonly<Record<string, number>> = ${JSON.stringify(REFUSALS)};`,
    `/** Method and path, then what goes in (nothing, json, form, multipart, either, query:names), whether an app's own\n * credentials are in the body (client), and what comes out if it is no plain object (pages, bytes, one outcome of a bulk call). */\nexport const CALLS = {\n${calls}} as const;`,
  ].join('\n\n');
  // No call takes or gives it; `verifyNotification` does.
  writer.write(plain(NotifiedEnvelope));
  writer.write(plain(NotifiedSeal));
  const shapes = writer.declarations();
  const named = [...shapes.matchAll(/^export (?:type|interface) (\w+)/gm)].map((match) => match[1] ?? '');
  return {
    operations: format(`${HEAD}${imports(body, named)}\n${body}\n`),
    shapes: format(`${HEAD}${importOf(['Upload'], { file: 'upload', body: shapes })}\n${shapes}\n`),
  };
}

function imports(body: string, named: readonly string[]): string {
  const from = (names: readonly string[], file: string) => importOf(names, { file, body });
  return [
    from(['List', 'Page'], 'pages'),
    from(named, 'shapes'),
    from(['CallOptions'], 'transport'),
    from(['Upload'], 'upload'),
  ].join('');
}

/** Of the names that the body uses. */
function importOf(names: readonly string[], { file, body }: { file: string; body: string }): string {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from './${file}.ts';\n`;
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

/** Sending comes first, tokens last. */
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

function writeInput({ input, inputType }: Described, writer: TypeWriter): string {
  const isOpen = input.patternProperties !== undefined;
  if (!takesInput(input)) return '';
  return `export interface ${inputType} {\n${writer.members(input)}${isOpen ? '[part: string]: unknown;\n' : ''}}`;
}

function takesInput(input: Json): boolean {
  return Object.keys(input.properties ?? {}).length > 0 || input.patternProperties !== undefined;
}

function writeMethod(described: Described, writer: TypeWriter): string {
  const { name, operation, input, inputType } = described;
  const isOptional = (input.required ?? []).length === 0;
  const given = takesInput(input) ? `input${isOptional ? '?' : ''}: ${inputType}, ` : '';
  const doc = writeComment(described);
  const answer = plain(operation.answer);
  const [page, list] = answer.anyOf ?? [];
  if (page && list?.type === 'array' && pageItem(page)) {
    // With ids, a list of outcomes; without, a page.
    const outcome = `(input: ${inputType} & { ids: string[] }, options?: CallOptions) => Promise<${writer.write(list)}>`;
    const item = writer.write(pageItem(page));
    return `${doc}${name}: (${outcome}) & List<Omit<${inputType}, 'ids'>, ${item}${isOptional ? ', true' : ''}>;\n`;
  }
  const item = pageItem(answer);
  if (item) return `${doc}${name}: List<${inputType}, ${writer.write(item)}${isOptional ? ', true' : ''}>;\n`;
  return `${doc}${name}(${given}options?: CallOptions): Promise<${answerType(operation, writer)}>;\n`;
}

function answerType({ answer }: Operation, writer: TypeWriter): string {
  if (answer === null) return 'void';
  return typeof answer === 'string' ? 'Response' : writer.write(answer);
}

function writeComment({
  name,
  operation: { method, path, summary, access, scope, refusals },
}: Described): string {
  const who = access === 'caller' ? `; needs the scope \`${scope}\`` : '';
  const example = EXAMPLES[name];
  const [words = '', deprecated] = summary.split(/\. Deprecated(?::\s*)?/);
  const lines = [
    `${words}.`,
    '',
    `\`${method} ${path}\`${who}.`,
    ...(refusals.length === 0 ? [] : ['', 'Fails with', ...refusals.map((code) => `\`${code}\``)]),
  ];
  const text = lines.join('\n').replace(/Fails with\n([\s\S]+)$/, (_, codes: string) => wrapCodes(codes));
  const ending = deprecated === undefined ? [] : ['', `@deprecated ${deprecated}`.trim()];
  const all = [...text.split('\n'), ...ending, ...(example ? ['', '@example', ...example.split('\n')] : [])];
  return `/**\n${all.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** Several codes to a line. */
function wrapCodes(codes: string): string {
  const lines = ['Fails with'];
  for (const code of codes.split('\n')) {
    const line = lines.pop() ?? '';
    if (line.length + code.length > 100) lines.push(line, code);
    else lines.push(`${line} ${code}`);
  }
  return `${lines.join('\n')}.`;
}

function writeCall({ operation, body, input }: Described): string {
  const { method, path, query, bodyKind = 'json', access, answer } = operation;
  const shape = plain(answer);
  const queryNames = Object.keys(plain(query).properties ?? {});
  const isPaged =
    typeof answer === 'object' && (pageItem(shape) ?? pageItem(shape.anyOf?.[0] ?? {})) !== null;
  return [
    method,
    path,
    ...(takesInput(input) ? [] : ['nothing']),
    ...(body ? [bodyKind] : []),
    ...(body && queryNames.length > 0 ? [`query:${queryNames.join(',')}`] : []),
    ...(access === 'client' ? ['client'] : []),
    ...(isPaged ? ['pages'] : []),
    ...(typeof answer === 'string' ? ['bytes'] : []),
    ...(isOutcomeOfOne(operation) ? ['one'] : []),
  ].join(' ');
}

/** One outcome of a bulk call, though the call names one workflow. */
function isOutcomeOfOne({ path, answer }: Operation): boolean {
  const { type, items } = plain(answer);
  return path.includes('{workflowId}') && type === 'array' && isDeepStrictEqual(items, plain(BulkItem));
}

function format(text: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
  const args = [biome, 'format', '--stdin-file-path=sdk/src/operations.ts'];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}
