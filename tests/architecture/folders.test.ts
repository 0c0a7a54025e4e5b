import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFolderCycles, findLayerProblems, listFiles, resolveImport } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

/** Source roots whose folders import one another in one direction only, type imports included. */
const ROOTS = [
  'cli/src',
  'contract/src',
  'domain/src',
  'intake/src',
  'operator/src',
  'pades/src',
  'postgres/src',
  'sandbox/src',
  'sdk/src',
  'server/src',
  'storage/src',
  'verifier/src',
  'web/src',
];

/**
 * Lists the services that the composition root passes to use cases. It names those of rooms by their types, and every
 * room picks from it what it uses.
 */
const SERVICES = 'server/src/deps.ts';

/** The folders of a root from the lowest layer to the highest; a folder imports lower layers only, never its own. */
const LAYERS: Record<string, readonly string[][]> = {
  'pades/src': [
    ['limits.ts', 'pdf-refusal.ts', 'primitives.ts'],
    ['byte-source.ts', 'geometry.ts', 'xml.ts'],
    ['asn1', 'pdf', 'transparency'],
    ['certificates', 'font', 'intake'],
    ['cms', 'drawing', 'remote', 'revocation'],
    ['appearance', 'timestamp'],
    ['write'],
    ['sign'],
    ['levels', 'validate'],
    ['index.ts', 'testing'],
    ['testing/fuzz'],
  ],
  'intake/src': [
    ['intake-messages.ts'],
    // What starts the processes, and what runs in them: neither imports the other.
    ['pool', 'reading'],
    ['index.ts', 'intake-child.ts', 'testing'],
  ],
  'server/src/platform': [
    ['clock.ts', 'fonts.ts', 'ids.ts', 'json.ts', 'outage.ts', 'project-dir.ts', 'zip.ts'],
    ['observe'],
    ['outside'],
    ['keys'],
  ],
  'server/src/workflows': [
    ['store'],
    ['reading'],
    ['lifecycle'],
    ['envelopes'],
    ['drafts'],
    ['api.ts'],
    ['workflow-routes.ts'],
  ],
  'server/src/signing': [
    ['session/consent-texts'],
    ['session'],
    ['answers'],
    ['proof'],
    ['finish'],
    ['advanced', 'qualified'],
    ['api.ts', 'list-my-actions.ts', 'signing-pages.ts', 'signing-view.ts'],
    ['preview-brand.ts', 'read-signing.ts', 'reassign-recipient.ts', 'try-as-signer.ts'],
    ['signing-routes.ts'],
  ],
  'web/src': [
    ['signing/own-key', 'text/ar', 'text/de', 'text/en', 'text/es', 'text/fr'],
    ['api', 'text'],
    ['ui', 'embedding'],
    ['account', 'mailbox', 'signing'],
    ['authorize', 'kept-signature', 'organization'],
    ['frame'],
    ['exports', 'messages'],
    ['contacts', 'dashboard', 'docs'],
    ['design', 'developers', 'seals', 'verify'],
    ['templates'],
    ['bulk'],
    ['entry-routes.tsx'],
    ['routes.tsx'],
    ['main.tsx'],
  ],
};

/** Below every room: all that these folders may import of the server, type imports included. */
const FOUNDATIONS: Record<string, RegExp> = {
  'server/src/platform': /^server\/src\/platform\//,
  // Neither another machine than the database's, nor a key.
  'server/src/database': /^server\/src\/(database\/|platform\/([a-z-]+\.ts$|observe\/))/,
};

describe('folders (ARCHITECTURE §1)', () => {
  test.each(ROOTS)('of %s have no import cycles', (root) => {
    const files = filesIn(root).filter(({ path }) => path !== SERVICES);
    expect(findFolderCycles(files, root)).toEqual([]);
  });

  test(`are imported by ${SERVICES} as types only`, () => {
    expect(filesIn('server').find(({ path }) => path === SERVICES)?.valueImports).toEqual([]);
  });

  test.each(Object.entries(LAYERS))('of %s import lower layers only', (root, layers) => {
    expect(findLayerProblems(filesIn(root), root, layers)).toEqual([]);
  });

  test.each(Object.entries(FOUNDATIONS))('of %s know no room', (root, allowed) => {
    const bad = findProblems(filesIn(root), function* ({ path, imports }) {
      for (const target of imports.flatMap((specifier) => resolveImport(path, specifier) ?? []))
        if (!allowed.test(target)) yield `imports ${target}`;
    });
    expect(bad).toEqual([]);
  });

  test('of the server, and those of platform, say in a README what they are for', () => {
    const folders = filesIn('server').flatMap(
      ({ path }) => /^server\/src\/(platform\/)?[a-z-]+(?=\/)/.exec(path)?.[0] ?? [],
    );
    const described = new Set(listFiles(/\/README\.md$/).map((path) => dirname(path)));
    expect([...new Set(folders)].filter((folder) => !described.has(folder))).toEqual([]);
  });
});
