import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A node of the ESTree that the parser gives; only what the rules look at. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
  lines: string[];
  /** Import specifiers as written, type-only ones included. */
  imports: string[];
  program: Node;
}

/** All files under version control, or about to be, whose name ends so. */
export function listFiles(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\n').filter((path) => pattern.test(path) && isThere(path));
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

let parsed: SourceFile[] | undefined;

/** Every TypeScript file of the project, parsed once per process. */
export function readSources(): SourceFile[] {
  parsed ??= parseSources();
  return parsed;
}

function parseSources(): SourceFile[] {
  return listFiles(/\.tsx?$/).map((path) => {
    const text = readText(path);
    const program = parseSync(path, text).program as unknown as Node;
    const imports: string[] = [];
    visit(program, (node) => {
      const source = node.source as Node | undefined;
      const isImport = [
        'ImportDeclaration',
        'ExportNamedDeclaration',
        'ExportAllDeclaration',
        'ImportExpression',
      ];
      if (isImport.includes(node.type) && typeof source?.value === 'string') imports.push(source.value);
    });
    return { path, text, lines: text.split('\n'), imports, program };
  });
}

/** Where an import leads: a path of the project, or null for a package. */
export function resolveImport(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(from), specifier.split('?')[0] ?? ''));
}

export function visit(
  node: Node,
  look: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
) {
  look(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') {
        visit(child as Node, look, inner);
      }
    }
  }
}

function isThere(path: string): boolean {
  try {
    readFileSync(join(ROOT, path));
    return true;
  } catch {
    return false;
  }
}
