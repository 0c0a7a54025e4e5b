import { describe, expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import { expectReadOrRefused } from '../testing/damage.ts';
import { withIndefiniteLengths } from '../testing/indefinite-lengths.ts';
import { withDefiniteLengths } from './definite-lengths.ts';
import { integer, octetString, sequence, setOf, utf8String } from './der-writer.ts';

const long = octetString(Buffer.alloc(2500, 7));
const der = sequence(integer(5), setOf([utf8String('Ana'), sequence()]), sequence(long));

describe('withDefiniteLengths', () => {
  test('leaves DER alone', () => {
    const converted = withDefiniteLengths(Buffer.concat([der, Buffer.alloc(9)]));
    expect(Buffer.compare(converted.der, der)).toBe(0);
    expect(converted.end).toBe(der.length);
  });

  test('turns indefinite lengths and strings in pieces into the same DER', () => {
    const ber = withIndefiniteLengths(der);
    expect(ber.includes(Buffer.from('24800482', 'hex'))).toBe(true);
    const converted = withDefiniteLengths(Buffer.concat([ber, Buffer.alloc(9)]));
    expect(Buffer.compare(converted.der, der)).toBe(0);
    expect(converted.end).toBe(ber.length);
    const inner = sequence(withIndefiniteLengths(der));
    expect(Buffer.compare(withDefiniteLengths(inner).der, sequence(der))).toBe(0);
  });

  test.each([
    ['no end', '30800201'],
    ['a length without parts', '0480'],
    ['an octet string of numbers', '24800201050000'],
    ['a part that exceeds the whole', '300302020102'],
    ['too many levels', '3080'.repeat(60)],
  ])('refuses %s', (_title, hex) => {
    expect(() => withDefiniteLengths(Buffer.from(hex, 'hex'))).toThrow(PdfRefusal);
  });

  test('converts or refuses whatever is changed', async () => {
    const ber = withIndefiniteLengths(der);
    await expectReadOrRefused(ber, (changed) =>
      expect(withDefiniteLengths(changed).end).toBeLessThanOrEqual(ber.length),
    );
  });
});
