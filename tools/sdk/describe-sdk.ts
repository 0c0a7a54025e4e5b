import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { REFUSALS } from '@paraph/domain';
import { NotifiedEnvelope, NotifiedSeal, type Operation } from '../../contract/src/index.ts';
import {
  answerOf,
  type Described,
  groupDescribed,
  isOutcomeOfOne,
  listDescribed,
  takesInput,
} from './calls.ts';
import { EXAMPLES } from './examples.ts';
import { plain, TypeWriter } from './schema-types.ts';

const HEAD = '// Written by `npm run generate` from the contract; not by hand.\n';

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
  const all = listDescribed();
  const groups = groupDescribed(all);
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

function writeInput({ input, inputType }: Described, writer: TypeWriter): string {
  const isOpen = input.patternProperties !== undefined;
  if (!takesInput(input)) return '';
  return `export interface ${inputType} {\n${writer.members(input)}${isOpen ? '[part: string]: unknown;\n' : ''}}`;
}

function writeMethod(described: Described, writer: TypeWriter): string {
  const { name, operation, input, inputType } = described;
  const isOptional = (input.required ?? []).length === 0;
  const given = takesInput(input) ? `input${isOptional ? '?' : ''}: ${inputType}, ` : '';
  const doc = writeComment(described);
  const { kind, schema, outcomes } = answerOf(described);
  if (outcomes) {
    // With ids, a list of outcomes; without, a page.
    const outcome = `(input: ${inputType} & { ids: string[] }, options?: CallOptions) => Promise<${writer.write(outcomes)}>`;
    const item = writer.write(schema);
    return `${doc}${name}: (${outcome}) & List<Omit<${inputType}, 'ids'>, ${item}${isOptional ? ', true' : ''}>;\n`;
  }
  if (kind === 'page')
    return `${doc}${name}: List<${inputType}, ${writer.write(schema)}${isOptional ? ', true' : ''}>;\n`;
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

/** A line of the list of calls, the same in every language. */
export function writeCall(described: Described): string {
  const { operation, body, input } = described;
  const { method, path, query, bodyKind = 'json', access } = operation;
  const { kind } = answerOf(described);
  const queryNames = Object.keys(plain(query).properties ?? {});
  return [
    method,
    path,
    ...(takesInput(input) ? [] : ['nothing']),
    ...(body ? [bodyKind] : []),
    ...(body && queryNames.length > 0 ? [`query:${queryNames.join(',')}`] : []),
    ...(access === 'client' ? ['client'] : []),
    ...(kind === 'page' ? ['pages'] : []),
    ...(kind === 'bytes' ? ['bytes'] : []),
    ...(isOutcomeOfOne(operation) ? ['one'] : []),
  ].join(' ');
}

function format(text: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
  const args = [biome, 'format', '--stdin-file-path=sdk/src/operations.ts'];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}
