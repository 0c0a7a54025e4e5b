import { expect, test } from 'vitest';
import { type ChangeKind, isAllowedAt } from './change-kinds.ts';

const ALWAYS: ChangeKind[] = ['repaired', 'timestamp', 'validation-data'];
const FILLING: ChangeKind[] = [...ALWAYS, 'form-fill', 'metadata', 'signature', 'unused-objects'];
const FIRST_KINDS: ChangeKind[] = [
  'action',
  'appearance',
  'attachment',
  'catalogue',
  'content',
  'form',
  'layers',
];
const SECOND_KINDS: ChangeKind[] = [
  'navigation',
  'other',
  'page',
  'page-added',
  'page-removed',
  'permissions',
];
const DAMAGE: ChangeKind[] = ['emptied', 'revived', 'shown'];
const LAST: ChangeKind[] = ['signature-changed', 'structure', 'unreadable', 'unreferenced-bytes'];
const ALL = [
  ...FILLING,
  'annotation' as const,
  'field-added' as const,
  ...FIRST_KINDS,
  ...SECOND_KINDS,
  ...DAMAGE,
  ...LAST,
];

// ISO 32000-1 Table 254; null: without a certification.
test.each([
  [1, ALWAYS],
  [2, FILLING],
  [3, [...FILLING, 'annotation']],
  [null, [...FILLING, 'annotation', 'field-added']],
] as const)('a certification of level %s allows exactly its own kinds of changes', (level, allowed) => {
  expect(ALL.filter((kind) => isAllowedAt(level, kind))).toEqual([...allowed]);
});
