import { expect, test } from 'vitest';
import { readWayBack } from './read-way-back.ts';

const SHOP = 'https://shop.example/return?order=5&lang=fr%20FR';
const read = (query: string) =>
  readWayBack(`/designer/token${query}`, { baseUrl: 'http://paraph.example:3000' });
const callbackOf = (address: string) => read(`?callback=${encodeURIComponent(address)}`).callback;

test.each([
  ['once encoded', `?callback=${encodeURIComponent(SHOP)}`],
  ['twice encoded', `?callback=${encodeURIComponent(encodeURIComponent(SHOP))}`],
  ['unencoded', `?callback=${SHOP}`],
  ['after a stray &', `?&callback=${encodeURIComponent(SHOP)}`],
  ['followed by a stranger', `?callback=${encodeURIComponent(SHOP)}&utm=1`],
])('the callback is read %s', (_how, query) => {
  expect(read(query)).toEqual({ callback: SHOP, autoStart: false });
});

test.each([
  ['before it', `?auto_start=1&callback=${encodeURIComponent(SHOP)}`],
  ['glued on with a second ?', `?auto_start=1?callback=${encodeURIComponent(SHOP)}`],
  ['after it', `?callback=${encodeURIComponent(SHOP)}&auto_start=1`],
  ['after it with a second ?', `?callback=${encodeURIComponent(SHOP)}?auto_start=1`],
  ['after an unencoded one', `?callback=${SHOP}&auto_start=1`],
])('auto_start is read %s', (_where, query) => {
  expect(read(query)).toEqual({ callback: SHOP, autoStart: true });
});

test('without a query there is no way back, and nothing is started', () => {
  expect(read('')).toEqual({ callback: null, autoStart: false });
  expect(read('?auto_start=0&callback=').autoStart).toBe(false);
  expect(read('?auto_start=10').autoStart).toBe(false);
});

test('people are sent to https, to their own machine and to this instance, nowhere else', () => {
  for (const address of ['http://localhost:8080/back', 'http://127.0.0.1/', 'http://[::1]:5000/x']) {
    expect(callbackOf(address)).toBe(address);
  }
  expect(callbackOf('http://paraph.example:3000/documents/1/2')).toBe(
    'http://paraph.example:3000/documents/1/2',
  );
  for (const address of [
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    '//shop.example/',
    '/documents',
    'https://shop.example@evil.example/',
    'https:\\\\evil.example/',
    'https://evil.example/\nx',
    `https://shop.example/${'a'.repeat(2_000)}`,
    'https://[',
    '%',
  ]) {
    expect([address, callbackOf(address)]).toEqual([address, null]);
  }
  expect(read('?callback=%E0%A4%A').callback).toBeNull();
  expect(
    read(`?callback=${encodeURIComponent(encodeURIComponent(encodeURIComponent(SHOP)))}`).callback,
  ).toBeNull();
});
