import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a line has quotes where it needs them, and no cell that a spreadsheet would calculate', () => {
  const cells = [
    'plain',
    null,
    -5,
    'a,b',
    'say "yes"',
    'two\nlines',
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
  ];
  const expected = `plain,,-5,"a,b","say ""yes""","two\nlines",'=1+1,'+1,'-1,'@SUM(A1),'\t=1,"'\r=1"\r\n`;
  expect(csvLine(cells)).toBe(expected);
});
