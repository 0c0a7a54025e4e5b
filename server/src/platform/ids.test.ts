import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { equalSecrets, newDatedKey, newKey, newOrderedKey, newSerial, newToken, systemIds } from './ids.ts';

const at = (iso: string) => new Date(iso);

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('secrets are compared in a time that does not depend on them, of any length', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  expect(equalSecrets('a secret', 'a secret')).toBe(true);
  expect(equalSecrets('a secret', Buffer.from('a secret'))).toBe(true);
  expect(equalSecrets('a secret', 'a secreT')).toBe(false);
  expect(equalSecrets('a secret', '')).toBe(false);
  expect(compare).toHaveBeenCalledTimes(4);
});

test('a token has 256 random bits, a key 128', () => {
  expect(Buffer.from(newToken(systemIds), 'base64url')).toHaveLength(32);
  expect(newKey(systemIds)).toMatch(/^[0-9a-f]{32}$/);
  expect(newToken(systemIds)).not.toBe(newToken(systemIds));
});

test('ordered keys have 32 hex digits, sort by time and differ within a millisecond', () => {
  const times = [
    '1970-01-01T00:00:00Z',
    '2026-11-22T01:00:00.000Z',
    '2026-11-22T01:00:00.001Z',
    '2500-01-01T00:00:00Z',
  ];
  const keys = times.map((time) => newOrderedKey(systemIds, at(time)));
  expect(keys.filter((key) => /^[0-9a-f]{32}$/.test(key))).toHaveLength(keys.length);
  expect(keys.toSorted()).toEqual(keys);
  const now = at('2026-11-22T01:00:00Z');
  expect(new Set(Array.from({ length: 1000 }, () => newOrderedKey(systemIds, now))).size).toBe(1000);
});

test('dated keys begin with the UTC day', () => {
  expect(newDatedKey(systemIds, at('2026-11-22T23:30:00-01:00'))).toMatch(/^20261123[0-9a-f]{32}$/);
});

test('serial numbers are positive, of 16 bytes, with more than 64 bits of chance', () => {
  const now = at('2026-11-22T01:00:00Z');
  const [first, second] = [newSerial(systemIds, now), newSerial(systemIds, now)];
  expect(first).toHaveLength(16);
  expect(first[0]).toBeLessThan(0x80);
  expect(Buffer.from(first.slice(0, 5))).toEqual(Buffer.from(second.slice(0, 5)));
  expect(Buffer.from(first.slice(6))).not.toEqual(Buffer.from(second.slice(6)));
});

test('no random bytes come twice, however many are taken', () => {
  const taken = Array.from({ length: 3_000 }, (_each, index) => systemIds.bytes(8 + (index % 40)));
  expect(taken.every((bytes, index) => bytes.length === 8 + (index % 40))).toBe(true);
  expect(new Set(taken.map((bytes) => Buffer.from(bytes).toString('hex', 0, 8))).size).toBe(taken.length);
  const [first = new Uint8Array()] = taken;
  const before = Buffer.from(first);
  systemIds.bytes(4096);
  expect(before.equals(first)).toBe(true);
  expect(systemIds.bytes(10_000)).toHaveLength(10_000);
});
