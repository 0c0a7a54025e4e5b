import { SANDBOX_POLICY } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { evaluateQualifiedClaim } from './qualified-claim.ts';
import type { TrustAnchor } from './verified-document.ts';

type Signature = Parameters<typeof evaluateQualifiedClaim>[0];

const anchors: TrustAnchor[] = [
  { der: Buffer.from('own'), trustedBy: 'this-instance', isQualifying: false },
  { der: Buffer.from('time'), trustedBy: 'named-by-operator', isQualifying: false },
  { der: Buffer.from('both'), trustedBy: 'named-by-operator', isQualifying: false },
  { der: Buffer.from('both'), trustedBy: 'named-by-organization', isQualifying: true },
  { der: Buffer.from('provider'), trustedBy: 'named-by-organization', isQualifying: true },
  { der: Buffer.from('sandbox'), trustedBy: 'sandbox', isQualifying: true },
];

function evaluate(certificate: Partial<Signature['certificate']>, signature: Partial<Signature> = {}) {
  return evaluateQualifiedClaim(
    {
      integrity: { intact: true, state: 'intact', reasons: [] },
      coverage: 'whole-revision',
      certificate: {
        trusted: true,
        root: 4,
        reasons: [],
        revocation: 'good',
        policies: [],
        qualifiedLacks: [],
        isForSeals: false,
        checkedAt: 1,
        checkedAtSource: 'timestamp',
        chain: [],
        ...certificate,
      },
      ...signature,
    },
    anchors,
  );
}

describe('a certificate that states that it is qualified', () => {
  test('is believed below a named authority, whatever else that one is named for', () => {
    expect(evaluate({})).toMatchObject({ state: 'confirmed', reasons: [] });
    expect(evaluate({ root: 2 })).toMatchObject({ state: 'confirmed' });
  });

  test.each([
    ['our own authority', evaluate({ root: 0 }), 'not among the authorities'],
    ['an authority for timestamps', evaluate({ root: 1 }), 'not among the authorities'],
    ['an unknown one', evaluate({ root: null, trusted: false, reasons: ['No path.'] }), 'No path.'],
    ['a statement left out', evaluate({ qualifiedLacks: ['No device.'] }), 'No device.'],
    ['revocation', evaluate({ revocation: 'revoked' }), 'was revoked'],
    ['no proof about revocation', evaluate({ revocation: 'unknown' }), 'does not prove'],
    [
      'other bytes',
      evaluate({}, { integrity: { intact: false, state: 'changed', reasons: [] } }),
      'does not fit',
    ],
    ['a part alone', evaluate({}, { coverage: 'partial' }), 'does not fit'],
  ])('is not believed with %s', (_, claim, words) => {
    expect(claim?.state).toBe('not-confirmed');
    expect(claim?.reasons.join(' ')).toContain(words);
  });

  test('is marked as of the sandbox by its anchor or its policy, also where an organization named that', () => {
    expect(evaluate({ root: 5 })?.state).toBe('sandbox');
    expect(evaluate({ policies: [SANDBOX_POLICY] })?.state).toBe('sandbox');
  });

  test('says nothing where it states nothing', () => {
    expect(evaluate({ qualifiedLacks: null })).toBeNull();
  });
});
