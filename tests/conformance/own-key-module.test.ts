import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { objectIdentifier, octetString, sequence, setOf, time } from '../../pades/src/asn1/der-writer.ts';
import { buildSignedAttributes, createSigningJob } from '../../pades/src/index.ts';
import { createOwnKey } from '../../web/src/signing/own-key/own-key.ts';
import { RefusedRequest } from '../../web/src/signing/own-key/refused-request.ts';

import {
  attribute,
  attributesOf,
  authority,
  boundTo,
  certify,
  drawn,
  essCertificate,
  file,
  honest,
  lease,
  MADE_AT,
  type Made,
  oids,
  options,
  otherSpki,
  preview,
  previewOf,
  requestOf,
  shownAs,
} from './own-key-requests.ts';

describe('the page’s own key', () => {
  test('signs what was shown, and nothing a second time', async () => {
    const made = await honest();
    expect(Buffer.from(attributesOf(made.certificate)).equals(made.attributes)).toBe(true);
    const [signature] = await made.key.sign(requestOf(made), made.shown);
    expect(signature?.documentId).toBe(7);
    expect(signature?.value).toHaveLength(64);
    const spki = createPublicKey({ key: Buffer.from(made.key.publicKey), format: 'der', type: 'spki' });
    const by = { key: spki, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', made.attributes, by, signature?.value ?? Buffer.alloc(0))).toBe(true);
    await expect(made.key.sign(requestOf(made), made.shown)).rejects.toThrow('signed before');
  });

  test('proves that the page has it by a signature that no document can have', async () => {
    const key = await createOwnKey();
    const nonce = Buffer.alloc(32, 5);
    const proof = await key.prove(nonce);
    const message = Buffer.concat([Buffer.from('paraph-own-key-v1\0'), nonce, key.publicKey]);
    const spki = createPublicKey({ key: Buffer.from(key.publicKey), format: 'der', type: 'spki' });
    expect(verify('sha256', message, { key: spki, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true);
    // Attributes are a SET.
    expect(message[0]).not.toBe(0x31);
  });

  test('signs after a second signer, who certified nothing, and for names of any length', async () => {
    const long = { name: 'x'.repeat(70), email: 'ana@bücher.example' };
    const signed = Buffer.concat([
      file,
      await createSigningJob(file).sign(
        { ...options, fieldName: 'Ben', name: 'Ben' },
        authority.signer('Ben'),
      ),
    ]);
    const { update, digest } = previewOf(signed, { name: long.name });
    const key = await createOwnKey();
    const certificate = certify(key.publicKey, { commonName: `${'x'.repeat(63)}…`, email: long.email });
    const attributes = buildSignedAttributes(digest, certificate);
    const shown = { ...shownAs(Buffer.concat([signed, update]), signed.length), ...long };
    await expect(key.sign(requestOf({ certificate, attributes }), shown)).resolves.toHaveLength(1);
  });
});

/** The signature's dictionary of the preview, changed in place; numbers keep their width. */
function altered(change: (text: string) => string): Buffer {
  const text = preview.update.toString('latin1');
  const update = Buffer.from(change(text), 'latin1');
  expect(update.equals(preview.update)).toBe(false);
  return Buffer.concat([file, update]);
}

/** What a server would have to sign for a file whose range it chose itself. */
function digestBy(bytes: Buffer): Buffer {
  const [, ...numbers] = /\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/.exec(
    bytes.subarray(file.length).toString('latin1'),
  ) ?? ['', '0', '0', '0', '0'];
  const [first = 0, length = 0, second = 0, rest = 0] = numbers.map(Number);
  const hash = createHash('sha256').update(bytes.subarray(first, first + length));
  return hash.update(bytes.subarray(second, second + rest)).digest();
}

const inRange = (index: number, change: (number: number) => number) => (text: string) =>
  text.replace(/(\/ByteRange \[)([^\]]+)\]/, (whole, open: string, list: string) => {
    const numbers = list.trim().split(/ +/).map(Number);
    numbers[index] = change(numbers[index] ?? 0);
    return `${open}${numbers.join(' ')}`.padEnd(whole.length - 1).concat(']');
  });

/** One manipulation each: what the server makes of an honest request. */
const manipulations: [part: string, title: string, manipulate: (made: Made) => Made | Promise<Made>][] = [
  [
    'digest',
    'another document',
    (made) => {
      const swapped = previewOf(lease('fr'));
      return { ...made, attributes: buildSignedAttributes(swapped.digest, made.certificate) };
    },
  ],
  [
    'digest',
    'another preview: other answers, picture or reason',
    (made) => {
      const swapped = previewOf(file, { reason: 'I pay twice' });
      return { ...made, attributes: buildSignedAttributes(swapped.digest, made.certificate) };
    },
  ],
  [
    'digest',
    'a preview of before: a replay',
    (made) => {
      const earlier = previewOf(file, { signingTime: new Date(MADE_AT.getTime() - 60_000) });
      return { ...made, attributes: buildSignedAttributes(earlier.digest, made.certificate) };
    },
  ],
  [
    'binding',
    'attributes that name another certificate of the same key',
    (made) => {
      const twin = certify(made.key.publicKey, { commonName: 'Ana Lin' });
      return { ...made, attributes: buildSignedAttributes(preview.digest, twin) };
    },
  ],
  [
    'key',
    'a certificate of another key',
    (made) => {
      const certificate = certify(otherSpki);
      return { ...made, certificate, attributes: buildSignedAttributes(preview.digest, certificate) };
    },
  ],
  [
    'name',
    'a certificate in another name',
    (made) => {
      const certificate = certify(made.key.publicKey, { commonName: 'Ben' });
      return { ...made, certificate, attributes: buildSignedAttributes(preview.digest, certificate) };
    },
  ],
  [
    'name',
    'a certificate with another address',
    (made) => {
      const certificate = certify(made.key.publicKey, { email: 'ben@example.org' });
      return { ...made, certificate, attributes: buildSignedAttributes(preview.digest, certificate) };
    },
  ],
  [
    'validity',
    'a certificate that has ended',
    (made) => {
      const certificate = certify(made.key.publicKey, { notAfter: new Date('2026-11-21T14:04:59Z') });
      return { ...made, certificate, attributes: buildSignedAttributes(preview.digest, certificate) };
    },
  ],
  ['certificate', 'no certificate', (made) => ({ ...made, certificate: made.attributes })],
  [
    'attributes',
    'content of another type: a timestamp, for instance',
    (made) => ({ ...made, attributes: attributesOf(made.certificate, { type: oids.timestampInfo }) }),
  ],
  [
    'attributes',
    'one attribute more',
    (made) => {
      const more = [attribute(oids.signingTime, time(new Date('2020-01-01T00:00:00Z')))];
      return { ...made, attributes: attributesOf(made.certificate, { more }) };
    },
  ],
  [
    'attributes',
    'an attribute twice',
    (made) => {
      const more = [attribute(oids.messageDigest, octetString(Buffer.alloc(32)))];
      return { ...made, attributes: attributesOf(made.certificate, { more }) };
    },
  ],
  [
    'attributes',
    'an attribute with two values',
    (made) => {
      const both = attribute(oids.messageDigest, octetString(preview.digest), octetString(Buffer.alloc(32)));
      const rest = [attribute(oids.contentType, objectIdentifier(oids.data))];
      const bound = attribute(oids.signingCertificate, boundTo(made.certificate));
      return { ...made, attributes: setOf([both, ...rest, bound]) };
    },
  ],
  [
    'attributes',
    'something that is no attributes: the body of a certificate',
    (made) => {
      const body = certify(made.key.publicKey).subarray(4);
      return { ...made, attributes: body.subarray(0, 4 + Buffer.from(body).readUInt16BE(2)) };
    },
  ],
  [
    'attributes',
    'bytes after the attributes',
    (made) => ({ ...made, attributes: Buffer.concat([made.attributes, Buffer.from([5, 0])]) }),
  ],
  [
    'digest',
    'a digest by another algorithm',
    (made) => {
      const digest = createHash('sha512').update(preview.digest).digest();
      return { ...made, attributes: attributesOf(made.certificate, { digest }) };
    },
  ],
  [
    'binding',
    'a certificate that is named by SHA-1',
    (made) => {
      const bound = boundTo(made.certificate, oids.sha1);
      return { ...made, attributes: attributesOf(made.certificate, { bound }) };
    },
  ],
  [
    'binding',
    'a certificate that is named by another algorithm',
    (made) => {
      const bound = boundTo(made.certificate, oids.sha512);
      return { ...made, attributes: attributesOf(made.certificate, { bound }) };
    },
  ],
  [
    'binding',
    'a second certificate beside the own one',
    (made) => {
      const both = sequence(essCertificate(made.certificate), essCertificate(certify(otherSpki)));
      return { ...made, attributes: attributesOf(made.certificate, { bound: sequence(both) }) };
    },
  ],
  [
    'range',
    'a range that leaves out the end of the file',
    (made) => withBytes(made, altered(inRange(3, (rest) => rest - 9))),
  ],
  [
    'range',
    'a range that begins later',
    (made) =>
      withBytes(
        made,
        altered((text) => text.replace('/ByteRange [0 ', '/ByteRange [9 ')),
      ),
  ],
  [
    'range',
    'a range that leaves out more than its own value',
    (made) => withBytes(made, altered(inRange(1, (length) => length - 20))),
  ],
  [
    'range',
    'content in place of the value',
    (made) =>
      withBytes(
        made,
        altered((text) => text.replace('/Contents <0000', '/Contents <28aF')),
      ),
  ],
  [
    'range',
    'a second signature in the same preview',
    async (made) => {
      const both = Buffer.concat([
        preview.update,
        await createSigningJob(drawn).sign({ ...options, fieldName: 'Ben' }, authority.signer('Ben')),
      ]);
      return withBytes(made, Buffer.concat([file, both]));
    },
  ],
  [
    'range',
    'a second range behind one that covers everything',
    (made) => {
      const more = '%/ByteRange [0 1 2 3]\n';
      const longer = inRange(3, (rest) => rest + more.length);
      return withBytes(
        made,
        altered((text) => longer(text) + more),
      );
    },
  ],
  ['range', 'no signature at all', (made) => withBytes(made, Buffer.concat([file, Buffer.from('%%EOF')]))],
  [
    'time',
    'another time than the preview’s',
    (made) => ({ ...made, shown: { ...made.shown, madeAtMs: MADE_AT.getTime() + 60_000 } }),
  ],
  [
    'time',
    'a time that is not now',
    (made) => ({ ...made, shown: { ...made.shown, nowMs: MADE_AT.getTime() + 3 * 86_400_000 } }),
  ],
];

function withBytes(made: Made, bytes: Buffer): Made {
  const attributes = buildSignedAttributes(digestBy(bytes), made.certificate);
  return { ...made, attributes, shown: shownAs(bytes) };
}

describe('a manipulated server is refused', () => {
  test.each(manipulations)('%s: %s', async (part, _title, manipulate) => {
    const made = await manipulate(await honest());
    const refusal = await made.key.sign(requestOf(made), made.shown).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RefusedRequest);
    expect((refusal as RefusedRequest).check).toBe(part);
  });

  test('documents: one more, one less, another one, one twice', async () => {
    for (const ids of [[7, 8], [], [8], [7, 7]]) {
      const made = await honest();
      const documents = ids.map((documentId) => ({ documentId, signedAttributes: made.attributes }));
      const refusal = await made.key
        .sign({ certificate: made.certificate, documents }, made.shown)
        .catch(partOf);
      expect(refusal, ids.join()).toBe('documents');
    }
    // Even if the page was led to show one twice.
    const made = await honest();
    const twice = { ...made.shown, documents: [...made.shown.documents, ...made.shown.documents] };
    const { certificate, documents } = requestOf(made);
    const request = { certificate, documents: [...documents, ...documents] };
    expect(await made.key.sign(request, twice).catch(partOf)).toBe('documents');
  });
});

function partOf(error: unknown): string {
  return error instanceof RefusedRequest ? error.check : String(error);
}
