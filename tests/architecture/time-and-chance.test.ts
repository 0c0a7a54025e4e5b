import { expect, test } from 'vitest';
import { type Node, type SourceFile, visit } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

/** What the language and Node offer without an import, with the files that may use it. */
const GLOBALS: Readonly<Record<string, RegExp>> = {
  process:
    /^server\/src\/config\/config\.ts$|^operator\/src\/main\.ts$|^intake\/src\/(intake-child|pool\/(run-converter|sandbox))\.ts$/,
  // How long a caller has waited, a call or a traced piece of work has taken.
  performance:
    /^intake\/src\/pool\/intake\.ts$|^server\/src\/platform\/(clock|observe\/tracing|outside\/http-client)\.ts$/,
  fetch: /^$/,
  crypto: /^$/,
  globalThis: /^$/,
  // What is due after a while is a row and a job; these keep something alive, or end what hangs.
  setTimeout:
    /^operator\/src\/main\.ts$|^intake\/src\/pool\/(intake|intake-process)\.ts$|^server\/src\/platform\/(keys\/pkcs11-token|outside\/(clamd|http-client|sms-smpp))\.ts$/,
  setInterval:
    /^intake\/src\/pool\/intake-process\.ts$|^server\/src\/(authority\/open-authority|database\/(database-clock|primary)|files\/sweep-files|jobs\/(presence|wake-workers|worker)|platform\/outside\/trace-exporter)\.ts$/,
  setImmediate: /^$/,
};

/** The clock of the machine; the vault compares it with what the disk says of its files. */
const CLOCK = /^server\/src\/platform\/(clock|keys\/key-vault)\.ts$/;

const guarded = ['domain', 'contract', 'pades', 'storage', 'intake', 'sandbox', 'server', 'operator']
  .flatMap(filesIn)
  .filter(isGuarded);

test('time, chance and the environment (ARCHITECTURE §4) come from where they belong, and nowhere else', () => {
  const bad = findProblems(guarded, function* (file) {
    for (const use of usesOf(file)) {
      const allowed = use === 'Date' ? CLOCK : GLOBALS[use];
      if (!allowed?.test(file.path)) yield `uses ${use}`;
    }
  });
  expect(bad).toEqual([]);
});

function isGuarded({ path }: SourceFile): boolean {
  // The commands of the operator stand around the service; its backups are as pure as a room.
  return !/^(operator\/src\/(?!backup\/|main\.ts)|(pades|storage|intake)\/(src\/testing|examples)\/)/.test(
    path,
  );
}

/** Globals that a file uses by its syntax: not a name of its own, a property, or a word in a text. */
function usesOf({ program }: SourceFile): Set<string> {
  const own = new Set<string>();
  const uses = new Set<string>();
  visit(program, (node, parents) => {
    if (node.type !== 'Identifier') return;
    const name = String(node.name);
    const parent = parents.at(-1);
    if (!parent || parent.type.startsWith('TS') || isPropertyOf(parent, node)) return;
    if (isDeclaration(parent, node)) own.add(name);
    else if (Object.hasOwn(GLOBALS, name)) uses.add(name);
    else if (name === 'Date' && asksForNow(parent, node)) uses.add(name);
    else if (name === 'Math' && memberOf(parent, node) === 'random') uses.add('Math.random');
  });
  return new Set([...uses].filter((name) => !own.has(name)));
}

function isPropertyOf(parent: Node, node: Node): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && parent.computed !== true;
  return parent.type === 'Property' && parent.key === node && parent.shorthand !== true;
}

function isDeclaration(parent: Node, node: Node): boolean {
  if (parent.type === 'VariableDeclarator') return parent.id === node;
  if (/^(Import\w*Specifier|ArrayPattern|AssignmentPattern)$/.test(parent.type)) return true;
  const parameters = parent.params as Node[] | undefined;
  return parent.id === node || parameters?.includes(node) === true;
}

/** A moment is made of what was read; `Date.UTC` and `Date.parse` ask for none. */
function asksForNow(parent: Node, node: Node): boolean {
  if (parent.type === 'NewExpression' && parent.callee === node)
    return (parent.arguments as Node[]).length === 0;
  if (parent.type === 'BinaryExpression') return false;
  const member = memberOf(parent, node);
  return member === null || !['UTC', 'parse', 'prototype'].includes(member);
}

function memberOf(parent: Node, node: Node): string | null {
  if (parent.type !== 'MemberExpression' || parent.object !== node) return null;
  return String((parent.property as Node).name);
}
