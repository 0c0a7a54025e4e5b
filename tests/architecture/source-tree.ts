import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  /** Import specifiers that remain at run time. */
  valueImports: string[];
  /** The syntax tree, built on first use: reading the imports needs none. */
  readonly program: Node;
}

/** All files under version control, or about to be. */
const allFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

export function listFiles(pattern: RegExp): string[] {
  return allFiles.filter((path) => pattern.test(path));
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Every TypeScript file of the project, parsed. */
export function readSources(): SourceFile[] {
  return listFiles(/\.tsx?$/).map((path) => parseSource(path, readText(path)));
}

function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const named = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ specifier: moduleRequest.value, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, entries: [entry] }] : [],
      ),
    ),
  ];
  const dynamic = dynamicImports
    .map(({ moduleRequest }) => /^'(.+)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1])
    .filter((specifier) => specifier !== undefined);
  const values = named.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  return {
    path,
    text,
    lines: text.split('\n'),
    imports: [...new Set([...named.map(({ specifier }) => specifier), ...dynamic])],
    valueImports: [...new Set(values.map(({ specifier }) => specifier))],
    get program() {
      return parsed.program as unknown as Node;
    },
  };
}

/** Where an import leads: a path of the project, or null for a package. The server exports each of its files. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('@paraph/server/')) return specifier.replace('@paraph/server', 'server/src');
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(from), specifier.split('?')[0] ?? ''));
}

/** `parents` is the way to the node at the moment of the call; a list of it is made by who needs one later. */
export function visit(
  node: Node,
  look: (node: Node, parents: readonly Node[]) => void,
  parents: Node[] = [],
) {
  look(node, parents);
  parents.push(node);
  for (const key in node) {
    const value = node[key];
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (typeof (value as Node).type === 'string') visit(value as Node, look, parents);
      continue;
    }
    for (const child of value) if (typeof child?.type === 'string') visit(child as Node, look, parents);
  }
  parents.pop();
}

/** Cycles of imports between files, type imports included. */
export function findFileCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap((specifier) => resolveImport(path, specifier) ?? []),
    ]),
  );
  return findCycles(graph).map((cycle) => cycle.join(' → '));
}

/**
 * Cycles of imports between folders, type imports included. A file directly in `root` counts as a folder of its own,
 * because an index imports every folder and the foundations are imported by every folder.
 *
 * @returns one line per cycle, which names for every arrow one import that makes it
 */
export function findFolderCycles(files: readonly SourceFile[], root: string): string[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const { from, to, example } of listFolderImports(files, root)) {
    const targets = arrows.get(from) ?? new Map<string, string>();
    if (!targets.has(to)) targets.set(to, example);
    arrows.set(from, targets);
  }
  const graph = new Map([...arrows].map(([from, targets]) => [from, [...targets.keys()]]));
  return findCycles(graph).map((cycle) =>
    cycle
      .slice(1)
      .map((to, at) => arrows.get(cycle[at] ?? '')?.get(to))
      .join('; '),
  );
}

/** Every import that leads from one folder of `root` to another, as the names below `root`. */
export function listFolderImports(
  files: readonly SourceFile[],
  root: string,
): { from: string; to: string; example: string }[] {
  const folderOf = (path: string) => (dirname(path) === root ? path : dirname(path)).slice(root.length + 1);
  return files.flatMap(({ path, imports }) =>
    imports.flatMap((specifier) => {
      const target = resolveImport(path, specifier);
      if (!target?.startsWith(`${root}/`) || folderOf(target) === folderOf(path)) return [];
      return [{ from: folderOf(path), to: folderOf(target), example: `${path} imports ${target}` }];
    }),
  );
}

/** Imports between the folders of `root` that do not lead to a lower layer, and folders that `layers` does not name. */
export function findLayerProblems(
  files: readonly SourceFile[],
  root: string,
  layers: readonly (readonly string[])[],
): string[] {
  const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));
  return listFolderImports(files, root).flatMap(({ from, to, example }) => {
    const unknown = [from, to].filter((folder) => layerOf(folder) < 0);
    if (unknown.length > 0) return unknown.map((folder) => `${folder} of ${root} has no layer`);
    return layerOf(to) < layerOf(from) ? [] : [`${example}, which is not in a lower layer`];
  });
}

/** At least one cycle of every strongly connected part, found by a depth-first search; first and last node are equal. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      cycles.push([...trail.slice(trail.indexOf(node)), node]);
      return;
    }
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) walk(target, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return cycles;
}
