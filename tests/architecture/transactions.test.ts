import { expect, test } from 'vitest';
import { type Node, resolveImport, type SourceFile, visit } from './source-tree.ts';
import { filesIn } from './sources.ts';

/** Functions that wait for another machine, a device or another process, or open what does. */
const OUTSIDE =
  /^server\/src\/platform\/(outside\/(http-client|persistent-connections|smtp|sms-[a-z]+|clamd|converter|revocation-client|trace-exporter)|keys\/(key-wrappers|pkcs11-[a-z]+))\.ts#|^@paraph\/(storage#openObject|intake#open(Scanned)?Intake$)/;
/** Services that do so, by the names under which use cases have them. */
const SERVICES = /^(blobs|converter|intake|gateway|transport|mailer)$/;

/** A function of a file, and what it calls: functions by file and name, and services. */
interface Known {
  calls: string[];
  services: string[];
}

test('transactions (ARCHITECTURE §3) wait for the database alone, in all that they call', () => {
  const files = ['server', 'operator'].flatMap(filesIn);
  const functions = new Map<string, Known>();
  const roots: { where: string; known: Known }[] = [];
  for (const file of files) {
    for (const [name, node] of topLevelFunctions(file))
      functions.set(`${file.path}#${name}`, callsOf(file, node));
    for (const node of transactionBodies(file))
      roots.push({ where: `${file.path}:${lineOf(file, node)}`, known: callsOf(file, node) });
  }
  expect(roots.length).toBeGreaterThan(50);
  const bad = roots.flatMap(({ where, known }) => {
    const trail = findOutside(known, functions);
    return trail === null ? [] : [`${where} calls ${trail.join(' → ')}`];
  });
  expect(bad).toEqual([]);
});

/** The first way from these calls to what waits for the outside. */
function findOutside(start: Known, functions: ReadonlyMap<string, Known>): string[] | null {
  const done = new Set<string>();
  const walk = (known: Known, trail: readonly string[]): string[] | null => {
    const [service] = known.services;
    if (service !== undefined) return [...trail, service];
    for (const call of known.calls) {
      if (OUTSIDE.test(call)) return [...trail, call];
      if (done.has(call)) continue;
      done.add(call);
      const next = functions.get(call);
      const found = next && walk(next, [...trail, call]);
      if (found) return found;
    }
    return null;
  };
  return walk(start, []);
}

function topLevelFunctions({ program }: SourceFile): [string, Node][] {
  return (program.body as Node[]).flatMap((statement): [string, Node][] => {
    const declared = (
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    ) as Node | null;
    if (declared?.type === 'FunctionDeclaration') return [[String((declared.id as Node).name), declared]];
    if (declared?.type !== 'VariableDeclaration') return [];
    return (declared.declarations as Node[]).flatMap((each): [string, Node][] => {
      const init = each.init as Node | null;
      return init && /Function/.test(init.type) ? [[String((each.id as Node).name), init]] : [];
    });
  });
}

/** The functions that `transaction().execute(…)` is given, whatever is set between the two. */
function transactionBodies({ program }: SourceFile): Node[] {
  const bodies: Node[] = [];
  visit(program, (node) => {
    const callee = node.callee as Node | undefined;
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return;
    if ((callee.property as Node).name === 'execute' && beginsTransaction(callee.object as Node))
      bodies.push(...(node.arguments as Node[]));
  });
  return bodies;
}

function beginsTransaction(node: Node): boolean {
  const callee = node.callee as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  return (callee.property as Node).name === 'transaction' || beginsTransaction(callee.object as Node);
}

function callsOf(file: SourceFile, node: Node): Known {
  const imports = importsOf(file);
  const local = new Set(topLevelFunctions(file).map(([name]) => name));
  const known: Known = { calls: [], services: [] };
  visit(node, (each) => {
    if (each.type === 'Identifier') {
      // Also where it is passed on, as to map().
      const name = String(each.name);
      const from = imports.get(name);
      if (from) known.calls.push(from);
      else if (local.has(name)) known.calls.push(`${file.path}#${name}`);
    }
    const callee = each.callee as Node | undefined;
    if (each.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return;
    const service = serviceOf(callee.object as Node);
    if (service) known.services.push(`${service}.${String((callee.property as Node).name)}`);
  });
  return known;
}

function serviceOf(object: Node): string | null {
  const name = String(object.type === 'MemberExpression' ? (object.property as Node).name : object.name);
  return SERVICES.test(name) ? name : null;
}

function importsOf({ path, program }: SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    const specifier = String((statement.source as Node).value);
    const target = specifier.startsWith('@paraph/') ? specifier : resolveImport(path, specifier);
    for (const each of statement.specifiers as Node[])
      if (target && each.type === 'ImportSpecifier' && each.importKind !== 'type')
        imports.set(String((each.local as Node).name), `${target}#${String((each.imported as Node).name)}`);
  }
  return imports;
}

function lineOf({ text }: SourceFile, { start }: Node): number {
  return text.slice(0, start).split('\n').length;
}
