import { expect, test } from 'vitest';
import { renewalDueAt } from './renewal.ts';

test('a timestamp is renewed a year ahead, and sooner where its certificate is short-lived', () => {
  const made = new Date('2026-01-01T00:00:00Z');
  const due = (expires: string) => renewalDueAt(made, new Date(expires)).toISOString().slice(0, 10);
  expect(due('2036-01-01T00:00:00Z')).toBe('2034-12-31');
  expect(due('2026-04-01T00:00:00Z')).toBe('2026-03-02');
  expect(due('2025-12-01T00:00:00Z') <= '2026-01-01').toBe(true);
});
