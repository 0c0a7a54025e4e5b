import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { spkiOf } from '../testing/sample-authority.ts';
import { signatureValueBytes } from './signer.ts';

/** Each is the longest with a chance of at least one in 16. */
const TRIES = 200;

test.each(['P-256', 'P-521', 'brainpoolP512r1'])(
  'the longest signature of a key on the curve %s is known before it signs',
  (namedCurve) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const lengths = Array.from({ length: TRIES }, () => sign('sha256', Buffer.of(1), privateKey).length);
    expect(Math.max(...lengths)).toBe(signatureValueBytes(spkiOf(publicKey)));
  },
);
