import { expect, test } from 'vitest';
import { acceptedCoding } from './compress-json.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['br; q=0, *', 'gzip'],
  ['*', 'br'],
  ['gzip;q=many', null],
])('of %s the coding is %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});
