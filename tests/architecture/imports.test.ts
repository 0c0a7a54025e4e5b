import { expect, test } from 'vitest';
import { type Node, type SourceFile, visit } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

interface Reserved {
  what: string;
  /** Of the module. */
  specifier: RegExp;
  /** Of what is imported from it; null for all of it. */
  names: RegExp | null;
  /** Files that may import it. */
  allowed: RegExp;
}

/** The commands of the operator; backup is a room of its own, and allowed what it needs. */
const COMMANDS = 'operator/src/(?!backup/)';

/** What leaves the process or cannot be foreseen is imported where it belongs, and nowhere else. */
const RESERVED: readonly Reserved[] = [
  {
    what: 'the disk',
    specifier: /^node:fs(\/promises)?$/,
    names: null,
    // Settings name files. Pages, fonts, migrations, the verifier, and the list of common passwords are files of the
    // program.
    allowed: new RegExp(
      `^storage/src/|^intake/src/(intake-child|pool/(intake-process|run-converter)|reading/(pdfium|signature-page))\\.ts$|^(${COMMANDS}|operator/src/backup/)|^server/src/(files/(examine-document|make-pdf|sweep-files)\\.ts$|config/readers\\.ts$|open-blobs\\.ts$` +
        '|platform/(fonts|project-dir|outside/converter|keys/(key-vault|secret-file))\\.ts$|database/(migrate|schema-version)\\.ts$' +
        '|http/(web-pages|multipart)\\.ts$|metrics/state-gauges\\.ts$' +
        '|verification/offline-verifier\\.ts$|accounts/password\\.ts$)',
    ),
  },
  {
    what: 'the network',
    specifier: /^node:(net|tls|http2?|https|dgram|dns)(\/promises)?$|^(undici|nodemailer|aws4fetch)$/,
    names: /^(?!isIP$|isIPv[46]$|STATUS_CODES$)/,
    allowed: new RegExp(
      `^storage/src/object-store\\.ts$|^${COMMANDS}|^server/src/(platform/outside/|metrics/metrics\\.ts$)`,
    ),
  },
  {
    what: 'other programs',
    specifier: /^node:(child_process|cluster|worker_threads)$/,
    names: null,
    allowed: /^intake\/src\/pool\/(intake-process|run-converter|sandbox)\.ts$/,
  },
  {
    what: 'the process',
    specifier: /^node:process$/,
    names: null,
    // Which folders of copies are of processes that run no more.
    allowed: new RegExp(`^storage/src/local-copies\\.ts$|^${COMMANDS}`),
  },
  {
    what: 'randomness',
    specifier: /^node:crypto$|^crypto$/,
    names: /^(random|getRandomValues|webcrypto|default$)/,
    allowed: new RegExp(`^server/src/platform/ids\\.ts$|^${COMMANDS}`),
  },
  {
    what: 'the web framework',
    specifier: /^(fastify|@fastify\/.*)$/,
    names: null,
    allowed:
      /^sandbox\/src\/(index|pages)\.ts$|^server\/src\/(http\/|app\.ts$|[a-z-]+\/(?:[a-z]+\/)?[a-z-]*(-routes|-pages|-cookie)\.ts$|files\/serve-(linked-)?file\.ts$)/,
  },
  {
    what: 'the driver of the database',
    specifier: /^pg$/,
    names: null,
    allowed: new RegExp(
      `^(${COMMANDS}|operator/src/backup/)|^server/src/(database/|jobs/|deps\\.ts$|files/backup-store\\.ts$)`,
    ),
  },
];

const guarded = ['domain', 'contract', 'pades', 'storage', 'intake', 'sandbox', 'server', 'operator']
  .flatMap(filesIn)
  .filter(isProduct);
const imported = new Map(guarded.map((file) => [file, importsOf(file)]));

test.each(RESERVED)('imports by layer (ARCHITECTURE §2): $what', ({ specifier, names, allowed }) => {
  const bad = findProblems(guarded, function* (file) {
    if (allowed.test(file.path)) return;
    for (const each of imported.get(file) ?? [])
      if (specifier.test(each.from) && (names === null || names.test(each.name)))
        yield `imports ${each.name} from ${each.from}`;
  });
  expect(bad).toEqual([]);
});

function isProduct({ path }: SourceFile): boolean {
  return !/^(pades|storage|intake)\/(src\/testing|examples)\//.test(path);
}

/** What a file imports at run time, by its name where it is exported; `*` for a whole module. */
function importsOf({ program }: SourceFile): { from: string; name: string }[] {
  const found: { from: string; name: string }[] = [];
  visit(program, (node) => {
    const from = (node.source as Node | null | undefined)?.value;
    if (typeof from !== 'string' || node.importKind === 'type' || node.exportKind === 'type') return;
    const specifiers = (node.specifiers as Node[] | undefined) ?? [];
    if (specifiers.length === 0) found.push({ from, name: '*' });
    for (const each of specifiers.filter(({ importKind }) => importKind !== 'type'))
      found.push({ from, name: nameOf(each) });
  });
  return found;
}

function nameOf(specifier: Node): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  const named = (specifier.imported ?? specifier.local) as Node | undefined;
  return specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier'
    ? String(named?.name ?? named?.value)
    : '*';
}
