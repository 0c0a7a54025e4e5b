import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { children, readDer, readInteger, readOid, readTime } from './der-reader.ts';
import {
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  utf8String,
} from './der-writer.ts';

describe('DER', () => {
  test('reads back any bytes of any length', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
      const bytes = new Uint8Array(length).fill(7);
      const read = readDer(sequence(octetString(bytes)));
      expect(children(read)[0]?.content.length).toBe(length);
    }
  });

  test('reads back any number', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), (value) => {
        expect(readInteger(readDer(integer(value)))).toBe(value);
      }),
    );
  });

  test('reads back any object identifier', () => {
    const arcs = fc.tuple(fc.nat(1), fc.nat(39), fc.nat(), fc.nat()).map((arcs) => arcs.join('.'));
    fc.assert(
      fc.property(arcs, (oid) => {
        expect(readOid(readDer(objectIdentifier(oid)))).toBe(oid);
      }),
    );
    const large = '2.25.179415204873685711963208316587864435208.1';
    for (const oid of [
      '2.999.3',
      '2.80.1',
      '1.39.35184372088832',
      '1.3.4503599627370496.9',
      large,
      `1.2${large.slice(1)}`,
    ])
      expect(readOid(readDer(objectIdentifier(oid)))).toBe(oid);
    expect(() => objectIdentifier('policy')).toThrow('"policy" is no object identifier');
  });

  test('reads back any whole second of three centuries', () => {
    const range = {
      min: new Date('1950-01-01T00:00:00Z'),
      max: new Date('2249-12-31T23:59:59Z'),
      noInvalidDate: true,
    };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const whole = new Date(Math.floor(date.getTime() / 1000) * 1000);
        expect(readTime(readDer(time(whole)))).toEqual(whole);
      }),
    );
  });

  test('puts the elements of a set in the order of their bytes', () => {
    const elements = [utf8String('b'), integer(5), utf8String('a'), octetString(new Uint8Array(3))];
    const read = children(readDer(setOf(elements))).map(({ whole }) => Buffer.from(whole).toString('hex'));
    expect(read).toEqual([...read].sort());
  });

  test('cuts trailing zeros of named bits', () => {
    expect(Buffer.from(namedBits([0, 1])).toString('hex')).toBe('030206c0');
    expect(Buffer.from(namedBits([5, 6])).toString('hex')).toBe('03020106');
  });

  test.each([
    ['an empty file', ''],
    ['a length that is cut off', '3082'],
    ['content that is cut off', '300501'],
    ['an indefinite length', '30800000'],
    ['a length that could be shorter', '308101aa'],
    ['bytes after the end', '050000'],
    ['a long tag', '1f810100'],
  ])('refuses %s', (_title, hex) => {
    expect(() => readDer(Buffer.from(hex, 'hex'))).toThrow('malformed');
  });
});
