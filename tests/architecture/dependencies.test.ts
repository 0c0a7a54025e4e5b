import { expect, test } from 'vitest';
import { listFiles, readText, resolveImport, type SourceFile } from './source-tree.ts';
import { sources } from './sources.ts';

interface Manifest {
  name: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const root = readManifest('.');
const folders = ['.', ...(root.workspaces ?? [])];

test.each(folders)('dependencies (ARCHITECTURE §1) of %s are all used there', (folder) => {
  const manifest = readManifest(folder);
  const isUsed = usedIn(folder, manifest);
  expect(declaredBy(manifest).filter((name) => !isUsed(name))).toEqual([]);
});

test.each(folders)('dependencies (ARCHITECTURE §1) of %s name every package that it imports', (folder) => {
  // Tests use what the workspaces use; a test inside a workspace uses the root's tools.
  // The package for embedding is no workspace, and has its peers in a manifest of its own.
  const around = folder === '.' ? folders : ['.', folder, ...(folder === 'sdk' ? ['sdk/embed'] : [])];
  const declared = new Set(around.flatMap((each) => declaredBy(readManifest(each))));
  const bad = filesOf(folder).flatMap(({ path, imports }) =>
    imports
      .map(packageOf)
      .filter((name) => name !== null && !name.startsWith('@paraph/') && !declared.has(name))
      .map((name) => `${path} imports ${name}`),
  );
  expect(bad).toEqual([]);
});

/** Used: imported, or named in a script, a style sheet or a setting; a type package with the package that it types. */
function usedIn(folder: string, manifest: Manifest): (name: string) => boolean {
  const files = filesOf(folder);
  const imported = new Set(files.flatMap(({ path, imports }) => imports.map((each) => ownerOf(path, each))));
  const mentions = [
    ...listFiles(/\.(mjs|css|json|html)$/)
      .filter((path) => workspaceOf(path) === folder && !/(^|\/)package(-lock)?\.json$/.test(path))
      .map(readText),
    ...files.flatMap(({ text }) =>
      [...text.matchAll(/(?:resolve|join|createRequire\([^)]*\))\([^)]*\)/g)].map(([call]) => call),
    ),
    ...files.flatMap(({ text }) => [...text.matchAll(/`[@\w/-]+\$\{platform\(\)\}/g)].map(([name]) => name)),
    ...Object.values(manifest.scripts ?? {}),
  ].join('\n');
  const isUsed = (name: string): boolean => {
    if (imported.has(name) || new RegExp(`(?<![\\w@/-])${name}(?![\\w-])`).test(mentions)) return true;
    // Binaries for one platform are found by a name that holds the platform.
    const family = /^(.*?)(darwin|linux)-(arm64|x64)$/.exec(name)?.[1];
    if (family !== undefined) return mentions.includes(`\`${family}\${`);
    const typed = /^@types\/(.+)$/.exec(name)?.[1];
    return typed === 'node' || (typed !== undefined && isUsed(typed));
  };
  return isUsed;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readText(`${folder}/package.json`)) as Manifest;
}

function declaredBy({ dependencies, devDependencies, optionalDependencies, ...more }: Manifest): string[] {
  return Object.keys({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...more.peerDependencies,
  });
}

function workspaceOf(path: string): string {
  const [first = ''] = path.split('/');
  return folders.includes(first) ? first : '.';
}

function filesOf(folder: string): SourceFile[] {
  return sources.filter(({ path }) => workspaceOf(path) === folder);
}

/** `@scope/name` or `name` of a bare specifier, or null for a file, a data URL or a module of Node. */
function packageOf(specifier: string): string | null {
  if (/^(\.|node:|virtual:)/.test(specifier)) return null;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? null;
}

/** The package that an import reaches, also where it names a file of another workspace. */
function ownerOf(path: string, specifier: string): string | null {
  const target = resolveImport(path, specifier);
  if (target === null) return packageOf(specifier);
  const folder = workspaceOf(target);
  return folder === workspaceOf(path) || folder === '.' ? null : readManifest(folder).name;
}
