import { describe, expect, test } from 'vitest';
import { findFolderCycles, findLayerProblems } from './source-tree.ts';
import { filesIn } from './sources.ts';

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
    ['asn1', 'pdf'],
    ['certificates', 'font', 'intake'],
    ['cms', 'drawing', 'remote', 'revocation', 'transparency'],
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
  'server/src/workflows': [
    ['store'],
    ['reading'],
    ['lifecycle'],
    ['envelopes'],
    ['drafts'],
    ['api.ts', 'bulk-item.ts'],
    ['draft-routes.ts', 'envelope-routes.ts', 'workflow-routes.ts'],
  ],
  'server/src/signing': [
    ['session/consent-texts'],
    ['session'],
    ['answers'],
    ['proof'],
    ['finish'],
    ['advanced', 'qualified'],
    ['api.ts', 'list-my-actions.ts', 'read-signing-facts.ts', 'signing-pages.ts', 'signing-view.ts'],
    ['read-signing.ts', 'reassign-recipient.ts', 'try-as-signer.ts'],
    ['attachment-routes.ts'],
    ['signing-routes.ts'],
  ],
  'web/src': [
    ['signing/own-key', 'text/ar', 'text/de', 'text/en', 'text/es', 'text/fr'],
    ['api', 'text'],
    ['ui'],
    ['account', 'mailbox', 'signing'],
    ['authorize', 'organization'],
    ['frame'],
    ['dashboard', 'docs'],
    ['design', 'developers', 'verify'],
    ['templates'],
    ['routes.tsx'],
    ['main.tsx'],
  ],
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
});
