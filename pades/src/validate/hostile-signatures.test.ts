import { describe, expect, test } from 'vitest';
import { signedOddly } from '../testing/hostile-cms.ts';
import { cmsRows } from '../testing/hostile-cms-rows.ts';
import { anchors } from '../testing/level-fixture.ts';
import { validate } from './validate.ts';

describe('a signature whose CMS has', () => {
  test('nothing odd about it is good', () => {
    const [report] = validate(signedOddly({ made: 'as usual', parts: () => ({}) }), { anchors }).signatures;
    expect(report).toMatchObject({ sinceSigning: 'unchanged', certificate: { ok: true }, level: 'B-B' });
  });

  test.each(cmsRows.map((row) => [row.made, row] as const))('%s is not taken for good', (_made, row) => {
    const [report] = validate(signedOddly(row), { anchors }).signatures;
    if (row.broken !== undefined) {
      expect(report?.integrity.reasons.join(' ')).toContain(row.broken);
      expect(report).toMatchObject({ sinceSigning: 'broken', level: null });
    } else {
      expect(report?.certificate.reasons.join(' ')).toContain(row.untrusted);
      expect(report?.certificate.ok).toBe(false);
    }
  });
});
