import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const rootDir = fileURLToPath(new URL('..', import.meta.url));
const sourceOf = (path: string): string => readFileSync(`${rootDir}pades/src/${path}`, 'utf8');

/** Title of each folder, in the order of a file's life; other folders come last. */
const chapters: readonly (readonly [folder: string, title: string])[] = [
  ['intake', 'Examining a file'],
  ['.', 'Files, geometry and errors'],
  ['pdf', 'Structure of a file'],
  ['write', 'Preparing a document'],
  ['appearance', 'Appearance of a signature'],
  ['drawing', 'Images and drawing'],
  ['font', 'Fonts'],
  ['sign', 'Signing'],
  ['cms', 'CMS'],
  ['remote', 'Signing by a remote service'],
  ['levels', 'Long-term levels'],
  ['timestamp', 'Timestamps'],
  ['revocation', 'Revocation'],
  ['certificates', 'Certificates'],
  ['validate', 'Validating'],
];

/** Creates the reference page of the engine: every export with its comment. */
export function describePades(): string {
  const index = sourceOf('index.ts');
  const byChapter = new Map<string, string[]>(chapters.map(([folder]) => [folder, []]));
  for (const statement of bodyOf('index.ts', index)) {
    const from = String((statement.source as Node | null)?.value ?? '').replace(/^\.\//, '');
    const names = (statement.specifiers as Node[]).map((each) => String((each.exported as Node).name));
    for (const name of names) {
      const folder = posix.dirname(from).split('/')[0] ?? '.';
      byChapter.set(folder, [...(byChapter.get(folder) ?? []), describeExport(name, from)]);
    }
  }
  const lines = [
    '# The signature engine, export by export',
    '',
    'Generated from the comments in `pades/src` by `npm run generate`. How it goes together: `pades/README.md`.',
  ];
  for (const [folder, entries] of byChapter) {
    const title = chapters.find(([each]) => each === folder)?.[1] ?? folder;
    // Functions first, then types.
    const isShape = (entry: string): boolean => /```ts\n(interface|type) /.test(entry);
    const sorted = [...entries.filter((entry) => !isShape(entry)), ...entries.filter(isShape)];
    if (entries.length > 0) lines.push('', `## ${title}`, '', sorted.join('\n\n'));
  }
  return `${lines.join('\n')}\n`;
}

/** Fills the examples of `pades/examples` into the engine's README. */
export function fillPadesReadme(): string {
  const readme = readFileSync(`${rootDir}pades/README.md`, 'utf8');
  const marks = /(<!-- example ([\w-]+\.ts) -->\n)[\s\S]*?(?=<!-- \/example -->)/g;
  return readme.replace(marks, (_, begin: string, name: string) => {
    const code = readFileSync(`${rootDir}pades/examples/${name}`, 'utf8');
    return `${begin}\`\`\`ts\n${code}\`\`\`\n`;
  });
}

function describeExport(name: string, path: string): string {
  const text = sourceOf(path);
  const statement = bodyOf(path, text).find(({ declaration }) => nameOf(declaration as Node | null) === name);
  if (!statement) throw new Error(`pades/src/${path} does not export ${name} by itself.`);
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, statement.start))?.[1] ?? '';
  const { words, example } = readComment(comment);
  const code = ['```ts', signatureOf(text, statement.declaration as Node), '```'];
  const shown = example === '' ? [] : ['', 'For example:', '', '```ts', example, '```'];
  return [`### ${name}`, '', ...(words === '' ? [] : [words, '']), ...code, ...shown].join('\n');
}

/** The whole source of an interface or type; functions and constants without body. */
function signatureOf(text: string, declaration: Node): string {
  if (declaration.type === 'FunctionDeclaration')
    return text.slice(declaration.start, (declaration.body as Node).start).trim();
  if (declaration.type === 'ClassDeclaration') return classSignature(text, declaration);
  if (declaration.type !== 'VariableDeclaration') return text.slice(declaration.start, declaration.end);
  const [first] = declaration.declarations as Node[];
  const id = first?.id as Node;
  return `const ${text.slice(id.start, id.end)};`;
}

function classSignature(text: string, declaration: Node): string {
  const body = declaration.body as Node;
  const members = (body.body as Node[]).flatMap((member) => {
    const source = text.slice(member.start, member.end);
    if (source.startsWith('#')) return [];
    const end = (member.value as Node | null)?.body as Node | undefined;
    return [`  ${end ? `${text.slice(member.start, end.start).trim()};` : source}`];
  });
  return `${text.slice(declaration.start, body.start)}{\n${members.join('\n')}\n}`;
}

function readComment(comment: string): { words: string; example: string } {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [told = '', example = ''] = lines.join('\n').trim().split('@example\n');
  const words = told
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/^@throws\s+/gm, '\nThrows ')
    .replace(/^@returns\s+/gm, '\nReturns ')
    .trim();
  return { words, example: example.trim() };
}

function nameOf(declaration: Node | null): string | undefined {
  if (!declaration) return undefined;
  const holder =
    declaration.type === 'VariableDeclaration' ? (declaration.declarations as Node[])[0] : declaration;
  return (holder?.id as Node | undefined)?.name as string | undefined;
}

function bodyOf(path: string, text: string): Node[] {
  const program = parseSync(path, text).program as unknown as { body: Node[] };
  return program.body.filter(({ type }) => type === 'ExportNamedDeclaration');
}
