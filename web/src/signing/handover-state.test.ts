import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { pathOfSquares } from '../ui/qr-squares.ts';
import { reachOf } from './handover-state.ts';

it.each([
  ['https://sign.example.com/signing/continue#x', 'all'],
  ['https://localhost.example.com/signing/continue', 'all'],
  ['http://sign.example.com/signing/continue', 'insecure'],
  ['http://192.168.1.20:3000/signing/continue', 'insecure'],
  ['http://localhost:3000/signing/continue', 'local'],
  ['http://127.0.0.1:3000/signing/continue', 'local'],
  ['http://[::1]:3000/signing/continue', 'local'],
])('an address for another device: %s is reached by %s', (url, reach) => {
  expect(reachOf(url)).toBe(reach);
});

it('an address for another device is drawn as the squares of its code, each once', () => {
  const { data } = encode('https://sign.example.com/signing/continue#token');
  const drawn = [...pathOfSquares(data).matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  expect(drawn).toEqual(dark);
  expect(dark.length).toBeGreaterThan(100);
});
