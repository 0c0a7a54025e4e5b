import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeFields } from './computed-fields.ts';
import { NO_RULES } from './field-rules.ts';
import { computeFormula, readFormula } from './formula.ts';

const VALUES: Readonly<Record<string, string>> = {
  rent: '1200.50',
  miete: '1200,5',
  months: '12',
  none: '0',
  name: 'Ada',
  start: '2024-02-28',
  signed: '21 Nov 2026',
  big: '999999999999999',
};

function computed(text: string): string | null {
  const read = readFormula(text);
  if ('error' in read) throw new Error(read.error);
  return computeFormula(read.formula, (key) => VALUES[key] ?? null);
}

describe('formulas', () => {
  test.each([
    ['rent + 0.1', '1200.60'],
    ['0.1 + 0.2', '0.3'],
    ['rent × months', '14406'],
    ['round(rent * months, 2)', '14406.00'],
    ['miete + 1', '1201,5'],
    ['1 + 2 * 3 − 4 ÷ 2', '5'],
    ['(1 + 2) * -3', '-9'],
    ['1 / 3', '0.333333'],
    ['-2 / 3', '-0.666667'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['sum(rent, missing, months)', '1212.50'],
    ['min(months, 3, missing)', '3'],
    ['max(months, 3)', '12'],
    ['start + 2', '1 Mar 2024'],
    ['signed - 21', '31 Oct 2026'],
    ['signed - start', '997'],
    ['days(start, signed)', '997'],
    ['max(start, signed)', '21 Nov 2026'],
    ['start + 1', '29 Feb 2024'],
    ['signed + 41', '1 Jan 2027'],
  ])('%s is %s', (text, result) => expect(computed(text)).toBe(result));

  test.each([
    'rent + missing',
    'rent / none',
    'name * 2',
    'big * 2',
    'start * 2',
    'start + 0.5',
    'sum(missing)',
    'start + big',
  ])('%s is nothing', (text) => expect(computed(text)).toBeNull());

  test.each([
    ['rent rent', 'an operator is missing'],
    ['rent +', 'is missing'],
    ['(rent', 'closing parenthesis'],
    ['sum()', 'is expected'],
    ['avg(rent)', 'There is no function avg'],
    ['Rent', 'not understood at “Rent”'],
    ['rent = 2', 'not understood at “= 2”'],
    ['round(rent, 7)', '0 to 6 places'],
    ['round(rent, months)', '0 to 6 places'],
    ['days(start)', 'two dates'],
    ['1'.repeat(501), 'at most 500'],
    ['', 'is missing'],
  ])('%s is none', (text, sentence) => {
    expect(readFormula(text)).toEqual({ error: expect.stringContaining(sentence) });
  });

  test('add and multiply cents as whole numbers do', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    const money = (amount: number) =>
      `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 999 }), (one, other, count) => {
        const read = readFormula('one + other * count');
        const values: Record<string, string> = { one: money(one), other: money(other), count: String(count) };
        const sum = 'formula' in read ? computeFormula(read.formula, (key) => values[key] ?? null) : null;
        expect(Number(sum)).toBe(Number(money(one + other * count)));
      }),
    );
  });
});

test('fields are computed from shown fields, boxes, other formulas and what others gave', () => {
  const field = { ...NO_RULES, required: true, readOnly: false, value: null };
  const fields = [
    { ...field, id: 1, type: 'number', key: 'rent', value: '100' },
    { ...field, id: 2, type: 'checkbox', key: 'cellar', value: null },
    { ...field, id: 3, type: 'number', key: 'total', formula: 'rent + cellar * 50 + deposit' },
    { ...field, id: 4, type: 'number', key: 'double', formula: 'total * 2' },
    { ...field, id: 5, type: 'number', key: 'gone', value: '7', showIf: { fieldId: 2, isFilled: true } },
    { ...field, id: 6, type: 'text', formula: 'sum(gone, 1)' },
    { ...field, id: 7, type: 'date', formula: 'total' },
    { ...field, id: 8, type: 'number', formula: 'rent', showIf: { fieldId: 2, isFilled: true } },
  ] as const;
  expect(Object.fromEntries(computeFields(fields, { deposit: '300' }))).toEqual({
    3: '400',
    4: '800',
    6: '1',
    7: null,
    8: null,
  });
  const ticked = fields.map((each) => (each.id === 2 ? { ...each, value: '1' } : each));
  expect(computeFields(ticked, {}).get(3)).toBeNull();
  expect(Object.fromEntries(computeFields(ticked, { deposit: '0' }))).toMatchObject({
    3: '150',
    6: '8',
    8: '100',
  });
});
