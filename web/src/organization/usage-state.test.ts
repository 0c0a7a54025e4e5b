import { expect, test } from 'vitest';
import { monthsOf, sumOf, yearsUntil } from './usage-state.ts';

const counts = { started: 1, completed: 2, signatures: 3, sealedFiles: 4, storedBytes: 5, mails: 6 };
const row = (month: string, workspaceId: number) => ({ ...counts, month, workspaceId, workspaceName: null });

test('rows stand in their months, in the order in which these come, and are added up', () => {
  const months = monthsOf([row('2026-11', 1), row('2026-11', 2), row('2026-10', 1)]);
  expect(months.map(({ month, rows }) => [month, rows.length])).toEqual([
    ['2026-11', 2],
    ['2026-10', 1],
  ]);
  expect(sumOf(months[0]?.rows ?? [])).toEqual({
    ...{ started: 2, completed: 4, signatures: 6 },
    ...{ sealedFiles: 8, storedBytes: 10, mails: 12 },
  });
  expect(yearsUntil(new Date('2027-01-01T00:30:00+02:00'))[0]).toBe('2026');
});
