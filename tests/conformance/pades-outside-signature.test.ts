import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createSigningJob,
  finishSignature,
  localSigner,
  outsideSigner,
  PdfRefusal,
  type SignatureAlgorithm,
  validate,
} from '../../pades/src/index.ts';
import { type SampleKey, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { withFields } from '../../pades/src/testing/signed-pdf.ts';
import { scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const { expectValid } = scratchFiles();

const options = {
  fieldName: 'Buyer',
  name: 'Ana',
  appearance: null,
  signingTime: new Date('2026-11-21T14:05:00Z'),
};
const shown = withFields(samplePdf(), 'Buyer');

function holderOf(kind: SampleKey) {
  const keys = sampleKeys(kind);
  return { keys, certificates: authority.signer('Ana', { keys, key: kind }).certificates };
}

/** What a device elsewhere does: it gets the attributes and returns a value. */
type Device = (attributes: Uint8Array, key: KeyObject) => Uint8Array;
const derDevice: Device = (attributes, key) => sign('sha256', attributes, key);
const rawDevice: Device = (attributes, key) => sign('sha256', attributes, { key, dsaEncoding: 'ieee-p1363' });
const pssDevice: Device = (attributes, key) =>
  sign('sha256', attributes, { key, padding: 6, saltLength: 32 });

async function signOutside(
  { keys, certificates }: ReturnType<typeof holderOf>,
  { algorithm, device }: { algorithm: SignatureAlgorithm; device: Device },
) {
  const [own = new Uint8Array()] = certificates;
  const prepared = createSigningJob(shown).prepare(options, own);
  const value = device(prepared.signedAttributes, keys.privateKey);
  return Buffer.concat([
    shown,
    await finishSignature(prepared, outsideSigner({ certificates, algorithm, value })),
  ]);
}

describe('a signature value from outside', () => {
  test.each<[string, SampleKey, SignatureAlgorithm, Device]>([
    ['raw r‖s of P-256', 'ec', 'ecdsa-sha256', rawDevice],
    ['DER of P-256', 'ec', 'ecdsa-sha256', derDevice],
    ['raw r‖s of P-384', 'p384', 'ecdsa-sha256', rawDevice],
    ['RSA by PKCS #1', 'rsa', 'rsa-sha256', derDevice],
    ['RSA by PSS', 'rsa', 'rsa-pss-sha256', pssDevice],
  ])('is embedded: %s', async (_title, kind, algorithm, device) => {
    const file = await signOutside(holderOf(kind), { algorithm, device });
    expectValid(file, authority.root);
    expect(validate(file, { anchors: [authority.root] }).signatures[0]).toMatchObject({
      integrity: { ok: true },
      certificate: { ok: true },
    });
  });

  const other = sampleKeys('ec').privateKey;
  test.each<[string, Device]>([
    ['by another key', (attributes) => sign('sha256', attributes, other)],
    ['over other attributes', (attributes, key) => rawDevice(Buffer.from(attributes).subarray(1), key)],
    ['over the digest of the attributes', (attributes, key) => derDevice(sha256(attributes), key)],
    ['that is cut off', (attributes, key) => rawDevice(attributes, key).subarray(1)],
    ['that is empty', () => new Uint8Array()],
    ['that is zero', () => new Uint8Array(64)],
  ])('is refused: one %s', async (_title, device) => {
    const refusal = signOutside(holderOf('ec'), { algorithm: 'ecdsa-sha256', device });
    await expect(refusal).rejects.toThrow(PdfRefusal);
    await expect(refusal).rejects.toThrow('does not verify with the certificate');
  });

  test('is refused where the key of the certificate does not sign by the algorithm', async () => {
    const holder = holderOf('ec');
    const refusal = signOutside(holder, { algorithm: 'rsa-sha256', device: derDevice });
    await expect(refusal).rejects.toThrow('cannot sign by rsa-sha256');
    expect(() =>
      outsideSigner({ certificates: [], algorithm: 'ecdsa-sha256', value: new Uint8Array() }),
    ).toThrow('needs its certificate');
    // Without that check Node would verify it as what the key is.
    const [own = new Uint8Array()] = holder.certificates;
    const { signedAttributes } = createSigningJob(shown).prepare(options, own);
    const value = derDevice(signedAttributes, holder.keys.privateKey);
    expect(verify('sha256', signedAttributes, holder.keys.publicKey, value)).toBe(true);
  });
});

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const keysOf = { ec: sampleKeys('ec'), p384: sampleKeys('p384'), rsa: sampleKeys('rsa') };

test.each<[SignatureAlgorithm, keyof typeof keysOf]>([
  ['ecdsa-sha384', 'p384'],
  ['ecdsa-sha512', 'ec'],
  ['rsa-sha384', 'rsa'],
  ['rsa-sha512', 'rsa'],
  ['rsa-pss-sha384', 'rsa'],
  ['rsa-pss-sha512', 'rsa'],
])(
  'a signature by another hash than SHA-256 is valid for other programs: %s with a key of the kind %s',
  async (algorithm, kind) => {
    const keys = keysOf[kind];
    const { certificates } = authority.signer('Ana', { keys, key: kind });
    const holder = localSigner(keys.privateKey, certificates, algorithm);
    const signed = await createSigningJob(shown).sign(options, holder);
    expectValid(Buffer.concat([shown, signed]), authority.root);
  },
);
