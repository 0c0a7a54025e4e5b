import { expect, test } from 'vitest';
import { readAddress } from './form-api.ts';

test('an address fills in values by their keys, with a signature and where the person comes from', () => {
  expect(readAddress('')).toEqual({});
  expect(readAddress('?utm_source=x&prefill[]=1&prefill%5Brent%5D=1%20250&prefill[flat]=a%26b')).toEqual({
    values: { rent: '1 250', flat: 'a&b' },
  });
  expect(readAddress('?ref=door%203&signature=ab')).toEqual({ reference: 'door 3', signature: 'ab' });
});
