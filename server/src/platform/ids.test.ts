import { timingSafeEqual } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { equalSecrets, newKey, newToken, systemIds } from './ids.ts';

vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

test('secrets are compared in a time that does not depend on them, of any length', () => {
  expect(equalSecrets('a secret', 'a secret')).toBe(true);
  expect(equalSecrets('a secret', Buffer.from('a secret'))).toBe(true);
  expect(equalSecrets('a secret', 'a secreT')).toBe(false);
  expect(equalSecrets('a secret', '')).toBe(false);
  expect(timingSafeEqual).toHaveBeenCalledTimes(4);
});

test('a token has 256 random bits, a key 128', () => {
  expect(Buffer.from(newToken(systemIds), 'base64url')).toHaveLength(32);
  expect(newKey(systemIds)).toMatch(/^[0-9a-f]{32}$/);
  expect(newToken(systemIds)).not.toBe(newToken(systemIds));
});
