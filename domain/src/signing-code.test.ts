import { expect, test } from 'vitest';
import { maskPhone, readCode } from './signing-code.ts';

test.each([
  ['+33612345612', '+33 ••• 12'],
  ['+12025550143', '+1 ••• 43'],
  ['+79161234567', '+7 ••• 67'],
  ['+41791234567', '+41 ••• 67'],
  ['+352621123456', '+352 ••• 56'],
  ['+971501234567', '+971 ••• 67'],
])('%s is shown as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

test('a code is read as people type, paste and dictate it', () => {
  for (const text of ['012345', ' 012 345 ', '012-345', '０１２３４５', '٠١٢٣٤٥', '012\u00a0345'])
    expect(readCode(text)).toBe('012345');
  for (const text of ['', '12345', '1234567', '12345a', '+123456', '0x1234'])
    expect(readCode(text)).toBeNull();
});
