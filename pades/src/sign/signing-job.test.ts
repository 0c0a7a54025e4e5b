import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { ecdsaSignatureFromRaw, localSigner, type Signer } from '../certificates/signer.ts';
import { buildCms, buildSignedAttributes } from '../cms/build-cms.ts';
import { inspect } from '../intake/inspect.ts';
import type { PdfRefusal } from '../pdf-refusal.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { withFields } from '../testing/signed-pdf.ts';
import { validate } from '../validate/validate.ts';
import { embedContents } from './contents-placeholder.ts';
import type { SignatureOptions } from './prepare-signature.ts';
import { createSigningJob, prepareSignature, signPdf } from './signing-job.ts';

const authority = sampleAuthority();
const ana = authority.signer('Ana');
const ben = authority.signer('Ben');
const anchors = [authority.root];

function options(fieldName: string, more: Partial<SignatureOptions> = {}): SignatureOptions {
  return { fieldName, appearance: null, name: 'Ana', signingTime: new Date('2026-11-21T14:05:00Z'), ...more };
}

const prepared = (): Buffer => withFields(samplePdf(), 'One', 'Two', 'Three');

function expectRefusal(step: Promise<unknown>, refusal: Partial<PdfRefusal>): Promise<void> {
  return expect(step).rejects.toMatchObject({ name: 'PdfRefusal', ...refusal });
}
const saying = (words: string) => ({ message: expect.stringContaining(words) });

describe('createSigningJob', () => {
  test('gives the same bytes as signing the grown file anew each time', async () => {
    const pdf = prepared();
    const rsa = authority.signer('Rsa', { key: 'rsa' });
    const job = createSigningJob(pdf);
    const inJob = [await job.sign(options('One'), rsa), await job.sign(options('Two'), rsa)];
    const first = await signPdf(pdf, options('One'), rsa);
    const second = await signPdf(Buffer.concat([pdf, first]), options('Two'), rsa);
    expect(Buffer.concat(inJob).equals(Buffer.concat([first, second]))).toBe(true);
  });

  test('reads a source in pieces as it reads bytes', async () => {
    const pdf = prepared();
    const reads: number[] = [];
    const source: ByteSource = {
      size: pdf.length,
      read: (offset, length) => {
        reads.push(length);
        return Buffer.from(pdf.subarray(offset, offset + length));
      },
    };
    const rsa = authority.signer('Rsa', { key: 'rsa' });
    const fromSource = await signPdf(source, options('One'), rsa);
    expect(fromSource).toEqual(await signPdf(pdf, options('One'), rsa));
    expect(reads.length).toBeGreaterThan(1);
  });

  test('certifies with the first signature and approves with the others', async () => {
    const pdf = prepared();
    const job = createSigningJob(pdf);
    const one = await job.sign(options('One'), ana);
    const two = await job.sign(options('Two'), ben);
    expect(Buffer.from(one).toString('latin1')).toContain('/TransformMethod /DocMDP');
    expect(Buffer.from(two).toString('latin1')).not.toContain('DocMDP /');
    expect(inspect(Buffer.concat([pdf, one, two])).docMdpLevel).toBe(2);
  });

  test('does not certify unless requested', async () => {
    const pdf = prepared();
    const update = await signPdf(pdf, options('One', { docMdp: null }), ana);
    expect(inspect(Buffer.concat([pdf, update])).docMdpLevel).toBeNull();
  });

  test('can be finished hours later from plain data', async () => {
    const pdf = prepared();
    const [certificate = new Uint8Array()] = ana.certificates;
    const waiting = prepareSignature(pdf, options('One'), certificate);
    const stored = structuredClone(waiting);
    const signature = await ana.sign(stored.signedAttributes);
    const cms = buildCms({ ...stored, signature, certificates: ana.certificates, algorithm: ana.algorithm });
    const whole = Buffer.concat([pdf, embedContents(stored, cms)]);
    expect(validate(whole, { anchors }).signatures[0]?.integrity.ok).toBe(true);
    const [, start, second, length] = stored.byteRange;
    const hash = createHash('sha256')
      .update(whole.subarray(0, start))
      .update(whole.subarray(second, second + length));
    expect(Buffer.from(stored.digest).equals(hash.digest())).toBe(true);
    const attributes = buildSignedAttributes(stored.digest, certificate);
    expect(Buffer.from(attributes).equals(stored.signedAttributes)).toBe(true);
  });

  test('appends nothing when the signer fails', async () => {
    const job = createSigningJob(prepared());
    const { size } = job.source;
    const failing: Signer = { ...ana, sign: () => Promise.reject(new Error('The token is away.')) };
    await expect(job.sign(options('One'), failing)).rejects.toThrow('The token is away.');
    expect(job.source.size).toBe(size);
    await job.sign(options('One'), ana);
    expect(job.source.size).toBeGreaterThan(size);
  });

  test('fails loudly when the hole is too small', async () => {
    const signing = signPdf(prepared(), options('One', { contentsBytes: 1024 }), ana);
    const message = expect.stringMatching(/needs \d+ bytes and has 1024; prepare it with more contentsBytes/);
    await expectRefusal(signing, { code: 'contents', at: 'contentsBytes', message });
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, SignatureOptions, string]>([
    ['a field that is missing', () => prepared(), options('Nobody'), 'no signature field named Nobody'],
    [
      'a field that is signed',
      async () => Buffer.concat([prepared(), await signPdf(prepared(), options('One'), ana)]),
      options('One'),
      'is signed already',
    ],
    ['an encrypted file', () => samplePdf({ trailer: '/Encrypt 5 0 R' }), options('One'), 'encrypted'],
    [
      'a second certification',
      async () => Buffer.concat([prepared(), await signPdf(prepared(), options('One'), ana)]),
      options('Two', { docMdp: 3 }),
      'Only the first signature',
    ],
    [
      'a file certified against changes',
      async () => Buffer.concat([prepared(), await signPdf(prepared(), options('One', { docMdp: 1 }), ana)]),
      options('Two'),
      'nothing may be added',
    ],
  ])('refuses %s', async (_title, file, wanted, message) => {
    const pdf = await file();
    await expectRefusal(signPdf(pdf, wanted, ana), saying(message));
  });

  test('keeps every other entry of field, form and catalogue byte for byte', async () => {
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [1.50 2 +3.0 4] /Odd#20Key (a\\)b) /F 4 >>';
    const pdf = samplePdf({
      objects: [field],
      catalog: '/AcroForm << /Fields [10 0 R] /DA (/Helv 0 Tf) >> /Lang (en)',
      page: '/Annots [10 0 R]',
    });
    const update = Buffer.from(await signPdf(pdf, options('Old'), ana)).toString('latin1');
    for (const unchanged of ['/Rect [1.50 2 +3.0 4]', '/Odd#20Key (a\\)b)', '/DA (/Helv 0 Tf)', '/Lang (en)'])
      expect(update).toContain(unchanged);
  });

  test('signs a field with a separate widget that only its page names', async () => {
    const field = '<< /FT /Sig /T (Group) /Kids [11 0 R] >>';
    const inner = '<< /T (Old) /Parent 10 0 R /Kids [12 0 R] >>';
    const widget = '<< /Type /Annot /Subtype /Widget /Parent 11 0 R /Rect [10 10 130 50] >>';
    const pdf = samplePdf({
      rotate: 90,
      objects: [field, inner, widget],
      catalog: '/AcroForm << /Fields [10 0 R] >>',
      page: '/Annots [12 0 R]',
    });
    const appearance = { image: null, name: 'Ana', timeText: 'Signed', code: 'X', font: sampleFont };
    const update = await signPdf(pdf, options('Group.Old', { appearance }), ana);
    const [signatureField] = inspect(Buffer.concat([pdf, update])).signatureFields;
    expect(signatureField).toMatchObject({ name: 'Group.Old', signed: true, page: 0 });
    // Turned with the page: 120 by 40 points on paper are 40 by 120 as displayed.
    expect(Buffer.from(update).toString('latin1')).toContain('/BBox [0 0 40 120]\n/Matrix [0 1 -1 0 120 0]');
    expect(validate(Buffer.concat([pdf, update]), { anchors }).signatures[0]?.integrity.ok).toBe(true);
  });

  test('copies a lock of the field into the signature', async () => {
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [0 0 9 9] /Lock << /Action /Include /Fields [(Note)] >> >>';
    const pdf = samplePdf({ objects: [field], catalog: '/AcroForm << /Fields [10 0 R] >>' });
    const update = Buffer.from(await signPdf(pdf, options('Old'), ana)).toString('latin1');
    expect(update).toMatch(
      /\/FieldMDP \/Data 1 0 R\s*\/TransformParams << [^>]*\/Action \/Include \/Fields \[\(Note\)\]/,
    );
  });

  test('never takes a number the file has used, however small its /Size', async () => {
    const pdf = prepared();
    const lying = Buffer.from(
      pdf.toString('latin1').replaceAll(/\/Size \d+/g, (old) => '/Size 2'.padEnd(old.length)),
      'latin1',
    );
    const numbers = (text: string): string[] =>
      [...text.matchAll(/(?:^|\n)(\d+) 0 obj/g)].map((match) => match[1] ?? '');
    const update = Buffer.from(await signPdf(lying, options('One'), ana)).toString('latin1');
    const used = new Set(numbers(lying.toString('latin1')));
    const rewritten = numbers(update).filter((number) => used.has(number));
    // The field, and the catalogue that certifies and holds the form.
    expect(rewritten).toHaveLength(2);
  });

  test('stays valid for any texts of name and reason', async () => {
    const pdf = prepared();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ maxLength: 60 }),
        async (name, reason) => {
          const appearance = { image: null, name, timeText: reason, code: 'X', font: sampleFont };
          const update = await signPdf(pdf, options('One', { name, reason, appearance }), ana);
          const [report] = validate(Buffer.concat([pdf, update]), { anchors }).signatures;
          expect(report?.integrity.ok).toBe(true);
          expect(report?.reason).toBe(Buffer.from(reason, 'utf16le').toString('utf16le'));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('embeds the mark as a stencil and only the glyphs used', async () => {
    const texts = { name: 'Ana', timeText: 'Signed', code: 'X-1' };
    const appearance = { image: sampleSignatureImage(), ...texts, font: sampleFont };
    const update = await signPdf(prepared(), options('One', { appearance }), ana);
    expect(Buffer.from(update).toString('latin1')).toContain('/ImageMask true');
    expect(update.length).toBeLessThan(60_000);
  });
});

describe('signers', () => {
  test.each(['rsa', 'rsa-pss'] as const)('sign by RSASSA-PSS with a key of the kind %s', async (kind) => {
    const keys =
      kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
    const holder = authority.signer('Pss', { keys, key: 'rsa-pss' });
    expect(holder.algorithm).toBe('rsa-pss-sha256');
    const pdf = prepared();
    const update = Buffer.from(await signPdf(pdf, options('One'), holder));
    expect(validate(Buffer.concat([pdf, update]), { anchors }).signatures[0]?.integrity.ok).toBe(true);
  });

  test('are not believed when they signed by another padding than they say', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const holder = authority.signer('Pss', { keys, key: 'rsa-pss' });
    const other: Signer = { ...holder, sign: localSigner(keys.privateKey, holder.certificates).sign };
    await expectRefusal(
      signPdf(prepared(), options('One'), other),
      saying('does not verify with the certificate'),
    );
  });

  test('do not sign by an algorithm their key is not of', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = { privateKey, publicKey: createPublicKey(privateKey) };
    const { certificates } = authority.signer('Ec', { keys });
    expect(() => localSigner(privateKey, certificates, 'rsa-pss-sha256')).toThrow('cannot sign by rsa-pss');
  });

  test('do not accept a key of another certificate', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => localSigner(privateKey, ana.certificates)).toThrow(
      'does not belong to the first certificate',
    );
  });

  test('turn raw ECDSA signatures into DER for any value', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let round = 0; round < 64; round += 1) {
      const raw = sign('sha256', Buffer.of(round), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const der = Buffer.from(ecdsaSignatureFromRaw(raw));
      expect(der.length).toBeLessThanOrEqual(72);
      expect(der[0]).toBe(0x30);
      expect(der.length).toBe((der[1] ?? 0) + 2);
    }
    expect(() => ecdsaSignatureFromRaw(new Uint8Array(3))).toThrow('two halves');
  });
});
