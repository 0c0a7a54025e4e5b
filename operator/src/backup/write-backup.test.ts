import { expect, test } from 'vitest';
import { requireNoLoss } from './write-backup.ts';

test('a database that lost most of its files replaces no backup', () => {
  const former = { snapshot: 'last', files: 100 };
  expect(() => requireNoLoss(former, { files: 49 })).toThrow(/49 files, and the backup last had 100/);
  expect(() => requireNoLoss(former, { files: 50 })).not.toThrow();
  expect(() => requireNoLoss({ ...former, files: 19 }, { files: 0 })).not.toThrow();
  expect(() => requireNoLoss(null, { files: 0 })).not.toThrow();
});
