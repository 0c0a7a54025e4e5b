import { expect, it } from 'vitest';
import { mayChange } from './destination-api.ts';

it('the page of a document asks again for a transfer that goes on or has not begun, and for no other', () => {
  const host = 'files.example.com';
  expect(mayChange({ state: 'pending', host })).toBe(true);
  expect(mayChange({ state: 'none', host })).toBe(true);
  expect(mayChange({ state: 'none', host: null })).toBe(false);
  expect(mayChange({ state: 'done', host })).toBe(false);
  expect(mayChange({ state: 'failed', host })).toBe(false);
});
