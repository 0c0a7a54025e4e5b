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

const CONTENT = createHash('sha256').update('what was shown').digest();

/** A server that says of what content the signature is, and a page that knows it. */
const withContent = async (stated: Buffer | null, shown: Buffer | null) => {
  const made = await honest();
  const attributes = buildSignedAttributes(
    preview.digest,
    made.certificate,
    stated === null ? {} : { contentHash: stated },
  );
  const contentHash = shown === null ? {} : { contentHash: shown };
  return made.key.sign(requestOf({ ...made, attributes }), { ...made.shown, ...contentHash });
};

describe('the content that a signature is of', () => {
  test('is signed where it is the one that the page knows', async () => {
    await expect(withContent(CONTENT, CONTENT)).resolves.toHaveLength(1);
  });

  test.each([
    ['another content', 'content', Buffer.alloc(32), CONTENT],
    ['a content of which the page knows nothing', 'attributes', CONTENT, null],
    ['no content', 'attributes', null, CONTENT],
  ] as const)('is refused where the server states %s', async (_what, check, stated, shown) => {
    const signing = withContent(stated && Buffer.from(stated), shown && Buffer.from(shown));
    await expect(signing).rejects.toMatchObject({ name: 'RefusedRequest', check });
  });

  test('is refused where another attribute stands in its place', async () => {
    const made = await honest();
    const attributes = attributesOf(made.certificate, {
      more: [attribute(oids.signingTime, octetString(CONTENT))],
    });
    const signing = made.key.sign(requestOf({ ...made, attributes }), {
      ...made.shown,
      contentHash: CONTENT,
    });
    await expect(signing).rejects.toMatchObject({ check: 'content' });
  });
});

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

type Manipulation = (made: Made) => Partial<Made> | Promise<Partial<Made>>;

const withDigest =
  (digest: Buffer): Manipulation =>
  ({ certificate }) => ({ attributes: buildSignedAttributes(digest, certificate) });

const withCertificate = (publicKey: Uint8Array, subject: Parameters<typeof certify>[1] = {}) => {
  const certificate = certify(publicKey, subject);
  return { certificate, attributes: buildSignedAttributes(preview.digest, certificate) };
};

const ofSubject =
  (subject: Parameters<typeof certify>[1]): Manipulation =>
  ({ key }) =>
    withCertificate(key.publicKey, subject);

const withAttributes =
  (change: (certificate: Uint8Array) => Parameters<typeof attributesOf>[1]): Manipulation =>
  ({ certificate }) => ({ attributes: attributesOf(certificate, change(certificate)) });

const oneMore = (attribute: Uint8Array) => withAttributes(() => ({ more: [attribute] }));

const withBytes =
  (bytes: Buffer): Manipulation =>
  ({ certificate }) => ({
    attributes: buildSignedAttributes(digestBy(bytes), certificate),
    shown: shownAs(bytes),
  });

const withText = (change: (text: string) => string) => withBytes(altered(change));

const secondRange = '%/ByteRange [0 1 2 3]\n';
const longer = inRange(3, (rest) => rest + secondRange.length);

/** One manipulation each: what the server makes of an honest request. */
const manipulations: Record<string, Record<string, Manipulation>> = {
  digest: {
    'another document': withDigest(previewOf(lease('fr')).digest),
    'another preview: other answers, picture or reason': withDigest(
      previewOf(file, { reason: 'I pay twice' }).digest,
    ),
    'a preview of before: a replay': withDigest(
      previewOf(file, { signingTime: new Date(MADE_AT.getTime() - 60_000) }).digest,
    ),
    'a digest by another algorithm': withAttributes(() => ({
      digest: createHash('sha512').update(preview.digest).digest(),
    })),
  },
  binding: {
    'attributes that name another certificate of the same key': ({ key }) => {
      const twin = certify(key.publicKey, { commonName: 'Ana Lin' });
      return { attributes: buildSignedAttributes(preview.digest, twin) };
    },
    'a certificate that is named by SHA-1': withAttributes((certificate) => ({
      bound: boundTo(certificate, oids.sha1),
    })),
    'a certificate that is named by another algorithm': withAttributes((certificate) => ({
      bound: boundTo(certificate, oids.sha512),
    })),
    'a second certificate beside the own one': withAttributes((certificate) => {
      const both = sequence(essCertificate(certificate), essCertificate(certify(otherSpki)));
      return { bound: sequence(both) };
    }),
  },
  key: { 'a certificate of another key': () => withCertificate(otherSpki) },
  name: {
    'a certificate in another name': ofSubject({ commonName: 'Ben' }),
    'a certificate with another address': ofSubject({ email: 'ben@example.org' }),
  },
  validity: { 'a certificate that has ended': ofSubject({ notAfter: new Date('2026-11-21T14:04:59Z') }) },
  certificate: { 'no certificate': ({ attributes }) => ({ certificate: attributes }) },
  attributes: {
    'content of another type: a timestamp, for instance': withAttributes(() => ({
      type: oids.timestampInfo,
    })),
    'one attribute more': oneMore(attribute(oids.signingTime, time(new Date('2020-01-01T00:00:00Z')))),
    'an attribute twice': oneMore(attribute(oids.messageDigest, octetString(Buffer.alloc(32)))),
    'an attribute with two values': ({ certificate }) => {
      const both = attribute(oids.messageDigest, octetString(preview.digest), octetString(Buffer.alloc(32)));
      const type = attribute(oids.contentType, objectIdentifier(oids.data));
      const bound = attribute(oids.signingCertificate, boundTo(certificate));
      return { attributes: setOf([both, type, bound]) };
    },
    'something that is no attributes: the body of a certificate': ({ key }) => {
      const body = certify(key.publicKey).subarray(4);
      return { attributes: body.subarray(0, 4 + Buffer.from(body).readUInt16BE(2)) };
    },
    'bytes after the attributes': ({ attributes }) => ({
      attributes: Buffer.concat([attributes, Buffer.from([5, 0])]),
    }),
  },
  range: {
    'a range that leaves out the end of the file': withText(inRange(3, (rest) => rest - 9)),
    'a range that begins later': withText((text) => text.replace('/ByteRange [0 ', '/ByteRange [9 ')),
    'a range that leaves out more than its own value': withText(inRange(1, (length) => length - 20)),
    'content in place of the value': withText((text) => text.replace('/Contents <0000', '/Contents <28aF')),
    'a second signature in the same preview': async (made) => {
      const signing = createSigningJob(drawn).sign({ ...options, fieldName: 'Ben' }, authority.signer('Ben'));
      return withBytes(Buffer.concat([drawn, await signing]))(made);
    },
    'a second range behind one that covers everything': withText((text) => longer(text) + secondRange),
    'no signature at all': withBytes(Buffer.concat([file, Buffer.from('%%EOF')])),
  },
  time: {
    'another time than the preview’s': ({ shown }) => ({
      shown: { ...shown, madeAtMs: MADE_AT.getTime() + 60_000 },
    }),
    'a time that is not now': ({ shown }) => ({
      shown: { ...shown, nowMs: MADE_AT.getTime() + 3 * 86_400_000 },
    }),
  },
};

describe.each(Object.entries(manipulations))(
  'a manipulated server is refused for the %s of',
  (check, cases) => {
    test.each(Object.entries(cases))('%s', async (_title, manipulate) => {
      const before = await honest();
      const made = { ...before, ...(await manipulate(before)) };
      expect(await made.key.sign(requestOf(made), made.shown).catch(checkOf)).toBe(check);
    });
  },
);

test('a manipulated server is refused documents: one more, one less, another one, one twice', async () => {
  for (const ids of [[7, 8], [], [8], [7, 7]]) {
    const made = await honest();
    const documents = ids.map((documentId) => ({ documentId, signedAttributes: made.attributes }));
    const refusal = await made.key
      .sign({ certificate: made.certificate, documents }, made.shown)
      .catch(checkOf);
    expect(refusal, ids.join()).toBe('documents');
  }
  // Even if the page was led to show one twice.
  const made = await honest();
  const twice = { ...made.shown, documents: [...made.shown.documents, ...made.shown.documents] };
  const { certificate, documents } = requestOf(made);
  const request = { certificate, documents: [...documents, ...documents] };
  expect(await made.key.sign(request, twice).catch(checkOf)).toBe('documents');
});

function checkOf(error: unknown): string {
  return error instanceof RefusedRequest ? error.check : String(error);
}
