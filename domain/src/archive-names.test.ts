import { expect, test } from 'vitest';
import { distinctNames, safeFileName } from './archive-names.ts';

test.each([
  ['Lease (sealed).pdf', 'Lease (sealed).pdf'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j\u0000k.pdf', 'a_b_c_d_e_f_g_h_i_j_k.pdf'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
  ['NUL', '_NUL'],
  ['com1.pdf', '_com1.pdf'],
  ['LPT².tar.pdf', '_LPT².tar.pdf'],
  ['Console.pdf', 'Console.pdf'],
  ['ends. . .pdf', 'ends.pdf'],
  ['ends here. ', 'ends here'],
  ['.pdf', 'document.pdf'],
  ['', 'document'],
  // 255 bytes of UTF-8 are what Linux takes.
  [`${'租'.repeat(100)}.pdf`, `${'租'.repeat(78)}.pdf`],
  [`${'𝒜'.repeat(100)}.pdf`, `${'𝒜'.repeat(58)}.pdf`],
])('%j becomes %j', (name, expected) => {
  expect(safeFileName(name)).toBe(expected);
});

test('no name is given twice, also without regard to case', () => {
  const distinct = distinctNames();
  const names = ['Lease.pdf', 'lease.PDF', 'Lease.pdf', 'lease (2).pdf', 'Annex'];
  expect(names.map(distinct)).toEqual([
    'Lease.pdf',
    'lease (2).PDF',
    'Lease (3).pdf',
    'lease (2) (2).pdf',
    'Annex',
  ]);
});
