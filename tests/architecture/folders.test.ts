import { describe, expect, test } from 'vitest';
import { findFolderCycles } from './source-tree.ts';
import { filesIn } from './sources.ts';

/** Source roots whose folders import one another in one direction only, type imports included. */
const ROOTS = ['cli/src', 'contract/src', 'domain/src', 'sdk/src'];

describe('folders (ARCHITECTURE §1)', () => {
  test.each(ROOTS)('of %s have no import cycles', (root) => {
    expect(findFolderCycles(filesIn(root), root)).toEqual([]);
  });
});
