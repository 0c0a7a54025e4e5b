import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { oids } from '../asn1/oids.ts';
import { spkiOf } from '../testing/sample-authority.ts';
import { checkSignatureValue } from './verify-algorithm.ts';

const data = Buffer.from('a contract');
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

test.each([
  ['Ed25519', oids.ed25519, null, generateKeyPairSync('ed25519')],
  ['Ed448', oids.ed448, null, generateKeyPairSync('ed448')],
  ['ECDSA with SHA-3', oids.ecdsaWithSha3256, 'sha3-256', ec('P-256')],
  ['ECDSA on a brainpool curve', oids.ecdsaWithSha384, 'sha384', ec('brainpoolP384r1')],
  ['RSA with SHA-3', oids.sha3512WithRsa, 'sha3-512', generateKeyPairSync('rsa', { modulusLength: 2048 })],
])('verifies %s, and no other bytes', (_title, algorithm, hash, { privateKey, publicKey }) => {
  const signed = { algorithm, hash: hash ?? 'sha512', publicKey: spkiOf(publicKey), data };
  const signature = sign(hash, data, privateKey);
  expect(checkSignatureValue({ ...signed, signature })).toBeNull();
  expect(checkSignatureValue({ ...signed, data: Buffer.from('other'), signature })).toBe(
    'its signature is wrong',
  );
  const key = spkiOf(ec('secp256k1').publicKey);
  expect(checkSignatureValue({ ...signed, publicKey: key, signature })).toMatch(/does not fit its algorithm/);
});
