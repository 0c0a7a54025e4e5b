import { expect } from 'vitest';
import { describeReport } from '../validate/describe-report.ts';
import { validate } from '../validate/validate.ts';
import { anchors } from './level-fixture.ts';

/** Nothing is wrong with it: every signature holds, and what came after each is allowed. */
export function expectNoAlarm(file: Uint8Array, options: Partial<Parameters<typeof validate>[1]> = {}) {
  const report = validate(file, { anchors, ...options });
  for (const { integrity, certificate, changesAfter, sinceSigning, timestamp } of report.signatures) {
    expect(integrity.reasons).toEqual([]);
    expect(certificate.reasons).toEqual([]);
    expect(timestamp?.reasons ?? []).toEqual([]);
    expect(changesAfter.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(changesAfter.flatMap(({ kinds }) => kinds)).not.toContain('unused-objects');
    expect(sinceSigning).toMatch(/^(unchanged|allowed-changes)$/);
  }
  for (const timestamp of report.timestamps) expect(timestamp).toMatchObject({ ok: true, reasons: [] });
  expect(report.document).toMatchObject({ removedSignatures: [], unreadableEvidence: 0 });
  expect(describeReport(report)).not.toMatch(/not valid|NOT PERMITTED|broken/);
  return report;
}
