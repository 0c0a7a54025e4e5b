import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { constants, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { primitives as ofNode } from '../../../pades/src/primitives.ts';
import { Buffer as Bytes } from './bytes.ts';
import { primitives as ours } from './primitives.ts';

const HASHES = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-384', 'sha3-512'];
const CURVES = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
];
const data = randomBytes(1000);
const both = [ofNode, ours] as const;

describe('what is bundled in the place of Node says the same as Node', () => {
  test.each(HASHES)('%s, in parts and from a copy', (name) => {
    const [wanted, actual] = both.map(({ createHash }) => {
      const hash = createHash(name).update(data.subarray(0, 333));
      const copy = hash.copy().update(data.subarray(333));
      return [hash.digest(), copy.digest()].map((digest) => Buffer.from(digest).toString('hex'));
    });
    expect(actual).toEqual(wanted);
  });

  const spkiOf = (key: ReturnType<typeof generateKeyPairSync>['publicKey']) =>
    new Uint8Array(key.export({ type: 'spki', format: 'der' }));

  /** Both read the key alike, and say the same of the value, of one for other data, and of damaged ones. */
  function expectAlike(
    spki: Uint8Array,
    { hash, isPss }: { hash: string | null; isPss: boolean },
    value: Uint8Array,
  ): void {
    const damaged = Array.from({ length: 4 }, (_, index) => {
      const copy = new Uint8Array(value);
      const at = Math.floor((index * copy.length) / 4);
      copy[at] = (copy[at] ?? 0) ^ (1 << index);
      return copy;
    });
    const values = [value, ...damaged, value.subarray(1), value.subarray(0, -1), Uint8Array.of(...value, 0)];
    const [wanted, actual] = both.map(({ readPublicKey }) => {
      const key = readPublicKey(spki);
      const said = values.map((signature) => key?.verify({ hash, isPss, data, signature }));
      const other = key?.verify({ hash, isPss, data: data.subarray(1), signature: value });
      return { kind: [key?.type, key?.curve, key?.modulusBits], said, other };
    });
    expect(actual).toEqual(wanted);
    expect(actual?.said[0]).toBe(true);
    expect(actual?.said.filter(Boolean)).toHaveLength(1);
    expect(actual?.other).toBe(false);
  }

  test.each(CURVES)('ECDSA on %s, with digests shorter and longer than its order', (namedCurve) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (const hash of ['sha256', 'sha512', 'sha3-384'])
      expectAlike(spkiOf(publicKey), { hash, isPss: false }, sign(hash, data, privateKey));
    const bent = new Uint8Array(spkiOf(publicKey));
    bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
    expect(both.map(({ readPublicKey }) => readPublicKey(bent))).toEqual([null, null]);
  });

  test.each(['ed25519', 'ed448'] as const)('EdDSA with %s', (type) => {
    const { publicKey, privateKey } = generateKeyPairSync(type as 'ed25519');
    expectAlike(spkiOf(publicKey), { hash: null, isPss: false }, sign(null, data, privateKey));
  });

  test.each([
    [2048, HASHES],
    [1024, ['sha256']],
    [2049, ['sha384']],
  ])('RSA of %i bits, with both paddings', (modulusLength, hashes) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
    for (const hash of hashes) {
      expectAlike(spkiOf(publicKey), { hash, isPss: false }, sign(hash, data, privateKey));
      const padding = { padding: 6, saltLength: hash.length };
      expectAlike(
        spkiOf(publicKey),
        { hash, isPss: true },
        sign(hash, data, { key: privateKey, ...padding }),
      );
    }
  });

  test('a PSS value that lacks its leading zero', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const key = { key: privateKey, padding: 6 };
    let value = sign('sha256', data, key);
    while (value[0] !== 0) value = sign('sha256', data, key);
    expectAlike(spkiOf(publicKey), { hash: 'sha256', isPss: true }, value);
  });

  test('an RSA key for PSS alone, and keys that are none', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
    const spki = spkiOf(publicKey);
    expectAlike(spki, { hash: 'sha256', isPss: true }, sign('sha256', data, privateKey));
    const unpadded = { hash: 'sha256', isPss: false, data, signature: randomBytes(256) };
    expect(both.map(({ readPublicKey }) => readPublicKey(spki)?.verify(unpadded))).toEqual([false, false]);
    for (const none of [new Uint8Array(), Uint8Array.of(0x30, 0), data, spki.subarray(0, 40)])
      expect(ours.readPublicKey(none)).toBeNull();
  });

  test('the same bytes inflated, the same damage found, and no byte more than permitted', () => {
    const text = Buffer.from('0000000016 00000 n \n'.repeat(400));
    const sources = [Buffer.alloc(0), Buffer.from('a'), text, randomBytes(20_000), Buffer.alloc(40_000)];
    const streams = sources.flatMap((source) =>
      [0, 1, 9].flatMap((level) => [
        deflateSync(source, { level }),
        deflateSync(source, { level, strategy: constants.Z_FIXED }),
        deflateSync(source, { level, strategy: constants.Z_HUFFMAN_ONLY }),
      ]),
    );
    for (const stream of streams) {
      expect(alike(stream, 1_000_000)).not.toBeTypeOf('string');
      alike(stream, 10_000);
      alike(Buffer.concat([stream, text]), 1_000_000);
      for (let index = 0; index < 24; index += 1) {
        const bent = Buffer.from(stream);
        const at = index < 8 ? index % bent.length : Math.floor(((index - 8) * bent.length) / 16);
        bent[at] = (bent[at] ?? 0) ^ (1 << (index % 8));
        alike(bent, 1_000_000);
        alike(stream.subarray(0, at), 1_000_000);
      }
    }
    expect(ours.inflate(deflateSync(Buffer.alloc(2_000_000)), 1_999_999)).toBe('limit');
  });

  function alike(stream: Uint8Array, bytesMax: number): Uint8Array | string {
    const [wanted, actual] = both.map(({ inflate }) => inflate(stream, bytesMax));
    const digest = (result: Uint8Array | string | undefined) =>
      result instanceof Uint8Array ? Buffer.from(result).toString('base64') : result;
    expect(digest(actual)).toBe(digest(wanted));
    return actual ?? '';
  }
});

describe('the bytes of the bundle are those of Node', () => {
  const texts = ['', 'a\0b', 'äöü', '\u{1f600} \ufeffx', '41zz', 'abc', 'AbC', 'QUJD', 'QUI='];

  test.each(['latin1', 'utf8', 'hex', 'base64'] as const)('from and to %s', (encoding) => {
    for (const text of texts.filter((each) => encoding !== 'base64' || /^QU/.test(each))) {
      expect([...Bytes.from(text, encoding)]).toEqual([...Buffer.from(text, encoding)]);
    }
    const all = Uint8Array.from({ length: 20_000 }, (_, index) => index);
    expect(Bytes.from(all).toString(encoding)).toBe(Buffer.from(all).toString(encoding));
    expect(Bytes.from(all).toString(encoding, 7, 90)).toBe(Buffer.from(all).toString(encoding, 7, 90));
    expect(Bytes.from(all.buffer, 5, 9).toString(encoding)).toBe(
      Buffer.from(all.buffer, 5, 9).toString(encoding),
    );
  });

  test('compared, joined, searched and written', () => {
    const [one, other] = [Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3)];
    for (const [left = one, right = one] of [
      [one, other],
      [other, one],
      [one, one],
      [one, Uint8Array.of(1, 3)],
    ])
      expect(Bytes.compare(left, right)).toBe(Buffer.compare(left, right));
    expect([...Bytes.concat([one, other])]).toEqual([1, 2, 1, 2, 3]);
    expect(Bytes.from(one).equals(Uint8Array.of(1, 2))).toBe(true);
    const text = Bytes.from('ststartxref startxref');
    expect([0, 3, 12, 13].map((at) => text.indexOf('startxref', at))).toEqual([2, 12, 12, -1]);
    const filled = Bytes.alloc(4);
    filled.writeUInt16BE(0xfeff, 1);
    expect([...filled]).toEqual([0, 0xfe, 0xff, 0]);
  });
});
