import type { Evidence } from '@paraph/contract';
import type { Static } from 'typebox';
import { expect } from 'vitest';
import { sha256 } from '../../server/src/platform/ids.ts';

/** Each revision is a beginning of the sealed file, and names who made it. */
export function expectRevisions(record: Static<typeof Evidence>['record'], sealed: Buffer): void {
  const revisions = record.documents[0]?.revisions ?? [];
  const signings = record.signers.filter(({ type }) => type === 'sign');
  const [form, ...signed] = revisions;
  expect(form).toMatchObject({ number: 0, kind: 'fields', actionId: null, signer: null });
  expect(signed.map(({ number, kind, signer }) => ({ number, kind, signer }))).toEqual(
    signings.map(({ name }, index) => ({ number: index + 1, kind: 'signature', signer: name })),
  );
  for (const { sha256: expected, size } of revisions)
    expect(sha256(sealed.subarray(0, size)).toString('hex')).toBe(expected);
}
