import { describe, expect, test } from 'vitest';
import { signedOddly } from '../testing/hostile-cms.ts';
import { cmsRows } from '../testing/hostile-cms-rows.ts';
import { anchors } from '../testing/level-fixture.ts';
import { validate } from './validate.ts';

const FAILURES = ['FORMAT_FAILURE', 'HASH_FAILURE', 'SIG_CRYPTO_FAILURE'];

describe('a signature whose CMS has', () => {
  test('nothing odd about it is good', () => {
    const [report] = validate(signedOddly({ oddities: () => ({}) }), { anchors }).signatures;
    expect(report).toMatchObject({ sinceSigning: 'unchanged', certificate: { ok: true }, level: 'B-B' });
  });

  test.each(cmsRows.map((row) => [row.made, row] as const))('%s is not taken for good', (_made, row) => {
    const { verdict, signatures } = validate(signedOddly(row), { anchors });
    const [report] = signatures;
    const main = FAILURES.includes(row.sub) ? 'TOTAL-FAILED' : 'INDETERMINATE';
    expect(report?.indication).toEqual({ main, sub: row.sub });
    if (row.broken !== undefined) {
      expect(report?.integrity.reasons.join(' ')).toContain(row.broken);
      const state = row.state ?? 'changed';
      const sinceSigning = state === 'changed' ? 'broken' : 'unknown';
      expect(report).toMatchObject({ integrity: { ok: false, state }, sinceSigning, level: null });
      expect(verdict.state).toBe(state === 'changed' ? 'changed' : 'cannot-be-judged');
    } else {
      expect(report?.certificate.reasons.join(' ')).toContain(row.untrusted);
      expect(report?.certificate.ok).toBe(false);
    }
  });
});
