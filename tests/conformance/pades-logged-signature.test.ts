import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { authority } from '../../pades/src/testing/level-fixture.ts';
import {
  CONTENT_HASH,
  ORIGIN,
  RECORD,
  signLogged,
  trusted,
  trustedWitness,
} from '../../pades/src/testing/logged-signature.ts';
import { scratchFiles } from './scratch-files.ts';

// What an expert does with docs/log.md and nothing of ours: this part imports no code of the project.

const ARC = 37110460961243104103709962234061926089n;

interface Element {
  tag: number;
  content: Buffer;
  whole: Buffer;
}

function read(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const count = first < 0x80 ? 0 : first & 0x7f;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    const start = at + 2 + count;
    const whole = bytes.subarray(at, start + length);
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, start + length), whole });
    at = start + length;
  }
  return elements;
}

const inside = (element: Element | undefined) => read(element?.content ?? Buffer.alloc(0));
const hash = (...chunks: (Uint8Array | string)[]) =>
  chunks
    .reduce<ReturnType<typeof createHash>>((sum, chunk) => sum.update(chunk), createHash('sha256'))
    .digest();

/** Of 2.25.ARC.LAST. */
function oid(last: number): string {
  const groups: number[] = [];
  for (let left = ARC; left > 0n; left >>= 7n)
    groups.unshift(Number(left & 0x7fn) | (groups.length ? 0x80 : 0));
  return Buffer.from([0x69, ...groups, last]).toString('hex');
}

const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE = '2a864886f70d010910022f';

/** By type; a value each. */
const attributesIn = (set: Element | undefined) =>
  new Map(
    inside(set).map((attribute) => {
      const [type, values] = inside(attribute);
      return [type?.content.toString('hex') ?? '', inside(values)[0]] as const;
    }),
  );

function extensionOf(certificate: Buffer, wanted: string): Element[] {
  const body = inside(inside(read(certificate)[0])[0]);
  const extensions = inside(inside(body.find(({ tag }) => tag === 0xa3))[0]);
  const extension = extensions.find((each) => inside(each)[0]?.content.toString('hex') === wanted);
  const value = extension && inside(extension).at(-1);
  return value ? inside(read(value.content)[0]) : [];
}

/** The root of a tree of `size` leaves (RFC 9162 §2.1.3.2). */
function climb(leaf: Buffer, path: readonly Buffer[], [index, size]: readonly [number, number]): Buffer {
  let [position, last, node] = [index, size - 1, leaf];
  for (const other of path) {
    if (position % 2 === 1 || position === last) {
      node = hash('\x01', other, node);
      while (position % 2 === 0 && position > 0) [position, last] = [position / 2, Math.floor(last / 2)];
    } else node = hash('\x01', node, other);
    [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new Error('The path is too short.');
  return node;
}

function isSigned(text: string, value: Buffer, publicKey: Uint8Array): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  return verify(null, Buffer.from(text), createPublicKey({ key: spki, format: 'der', type: 'spki' }), value);
}

/** Everything between the brackets of the one signature, and everything else. */
function openFile(file: Buffer) {
  const [, one = 0, two = 0, rest = 0] = (
    /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1')) ?? []
  ).map(Number);
  const signed = Buffer.concat([file.subarray(0, one), file.subarray(two, two + rest)]);
  const cms = Buffer.from(file.toString('latin1', one + 1, two - 1), 'hex');
  const signedData = inside(inside(inside(read(cms)[0])[1])[0]);
  const signer = inside(inside(signedData.at(-1))[0]);
  const attributes = attributesIn(signer.find(({ tag }) => tag === 0xa0));
  const named = attributes.get(SIGNING_CERTIFICATE)?.content ?? Buffer.alloc(0);
  const certificates = inside(signedData.find(({ tag }) => tag === 0xa0)).map(({ whole }) => whole);
  const certificate = certificates.find((der) => named.includes(hash(der))) ?? Buffer.alloc(0);
  const proofs = attributesIn(signer.find(({ tag }) => tag === 0xa1));
  return { signed, certificate, attributes, proofs };
}

const made = await signLogged();
const { signed, certificate, attributes, proofs } = openFile(made.file);
const { expectValid } = scratchFiles();

describe('a signature that holds its proofs', () => {
  test('is valid for programs that know nothing of them', () => {
    expectValid(made.file, authority.root);
    expect(new X509Certificate(certificate).subject).toContain('Ana');
  });

  test('is of a document that its certificate names, and says what was shown', () => {
    const digest = attributes.get(MESSAGE_DIGEST)?.content;
    expect(digest).toEqual(hash(signed));
    const [digests] = extensionOf(certificate, oid(1));
    expect(inside(digests).map(({ content }) => content)).toContainEqual(digest);
    expect(attributes.get(oid(4))?.content).toEqual(CONTENT_HASH);
  });

  test('holds the record that its certificate names', () => {
    const [, proofHash] = extensionOf(certificate, oid(1));
    const record = proofs.get(oid(3))?.content ?? Buffer.alloc(0);
    expect(proofHash).toMatchObject({ tag: 0x80, content: hash(record) });
    expect(record.equals(RECORD)).toBe(true);
  });

  test('holds the proof that its certificate is in the log, signed by the log and a witness', () => {
    const [index, entry, path, checkpoint] = inside(proofs.get(oid(2))).map(({ content }) => content);
    if (!index || !entry || !path || !checkpoint) throw new Error('There is no proof.');
    expect(entry.toString()).toMatch(
      new RegExp(`^certificate 2026-\\S+Z ${hash(certificate).toString('hex')}\\n$`),
    );
    const note = checkpoint.toString();
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const [origin, size, root] = text.split('\n');
    const hashes = read(path).map(({ content }) => content);
    const place = [index.readUIntBE(0, index.length), Number(size)] as const;
    expect(climb(hash('\0', entry), hashes, place).toString('base64')).toBe(root);
    expect(origin).toBe(ORIGIN);
    const [ofLog, ofWitness] = note
      .slice(text.length + 1)
      .split('\n')
      .map((line) => {
        return Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4);
      });
    if (!ofLog || !ofWitness) throw new Error('There are not two signatures.');
    expect(isSigned(text, ofLog, trusted.publicKey)).toBe(true);
    const seen = `cosignature/v1\ntime ${ofWitness.readBigUInt64BE()}\n${text}`;
    expect(isSigned(seen, ofWitness.subarray(8), trustedWitness.publicKey)).toBe(true);
  });
});
