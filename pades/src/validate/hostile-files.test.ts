import { afterAll, describe, expect, test } from 'vitest';
import { PdfRefusal } from '../pdf-refusal.ts';
import type { HostileRow } from '../testing/hostile-base.ts';
import { certifiedAttacks } from '../testing/hostile-certified.ts';
import { damagedFiles } from '../testing/hostile-damaged.ts';
import { formAttacks } from '../testing/hostile-forms.ts';
import { incrementalSaving, shadows } from '../testing/hostile-revisions.ts';
import { shadowsOfFields } from '../testing/hostile-shadows.ts';
import { forgeries, transplants, wrappings } from '../testing/hostile-structure.ts';
import { writeHostileTable } from '../testing/hostile-table.ts';
import { sequenceAttacks } from '../testing/hostile-turns.ts';
import { anchors } from '../testing/level-fixture.ts';
import { describeReport } from './describe-report.ts';
import { validate } from './validate.ts';
import type { SinceSigning, ValidationReport } from './validation-report.ts';

function tryToValidate(file: Buffer): ValidationReport | PdfRefusal {
  try {
    return validate(file, { anchors });
  } catch (error) {
    if (error instanceof PdfRefusal) return error;
    throw error;
  }
}

function sinceSigningOf({ allowed, isDamaged }: HostileRow['says']): SinceSigning {
  if (isDamaged === true) return 'unknown';
  return allowed === true ? 'allowed-changes' : 'changes-not-allowed';
}

async function expectSaid({ file, says }: HostileRow): Promise<void> {
  const report = tryToValidate(await file());
  if (report instanceof PdfRefusal) {
    expect(`refused: ${report.code}`).toBe(`refused: ${says.refused ?? 'never'}`);
    return;
  }
  expect(says.refused).toBeUndefined();
  const { signatures, document } = report;
  expect(signatures.map(({ sinceSigning }) => sinceSigning)).not.toContain('unchanged');
  expect(describeReport(report)).not.toContain('unchanged');
  expect(document.removedSignatures).toEqual(says.removed ?? []);
  expect(report.timestamps.filter(({ ok }) => ok)).toEqual([]);
  const one = signatures.find(({ fieldName }) => fieldName === 'One');
  if (says.kinds) {
    const kinds = new Set(one?.changesAfter.flatMap((revision) => revision.kinds));
    expect([...kinds].sort()).toEqual(says.kinds.toSorted());
    expect(document.repaired).toBe(says.kinds.includes('repaired'));
    expect(one?.sinceSigning).toBe(sinceSigningOf(says));
    if (says.isDamaged === true) expect(report.verdict.state).toMatch(/^(damaged|changed)$/);
  } else if (one) expect(one.sinceSigning).toBe(says.isUnknown === true ? 'unknown' : 'broken');
  if (says.kinds === undefined) expect(report.verdict.state).not.toBe('as-signed');
  for (const { indication, sinceSigning } of signatures)
    if (!/^(unchanged|allowed-changes)$/.test(sinceSigning)) expect(indication.main).not.toBe('TOTAL-PASSED');
  if (says.broken !== undefined) expect(one?.integrity.reasons.join(' ')).toContain(says.broken);
  if (says.broken?.includes('/ByteRange')) expect(one?.coverage).toBe('partial');
  for (const [name, reason] of Object.entries(says.verdicts ?? {})) {
    const other = signatures.find(({ fieldName }) => fieldName === name);
    expect(other?.sinceSigning).toBe('broken');
    expect(other?.integrity.reasons.join(' ')).toContain(reason);
  }
}

const attacks = [
  ['universal forgery', forgeries],
  ['signature wrapping', wrappings],
  ['incremental saving', incrementalSaving],
  ['shadow', shadows],
  ['shadow of fields', shadowsOfFields],
  ['certified file', certifiedAttacks],
  ['signing in turn', sequenceAttacks],
  ['form of the upload', formAttacks],
  ['transplants and gaps', transplants],
  ['damaged file', damagedFiles],
] as const;

afterAll(async () => {
  const { PARAPH_HOSTILE_TABLE } = process.env;
  if (PARAPH_HOSTILE_TABLE)
    await writeHostileTable(
      attacks.flatMap(([, rows]) => rows),
      PARAPH_HOSTILE_TABLE,
    );
}, 600_000);

describe.each(attacks)('a file made by %s is never called unchanged:', (_attack, rows) => {
  test.each(rows.map((row) => [row.made, row] as const))('%s', async (_made, row) => {
    await expectSaid(row);
  });
});
