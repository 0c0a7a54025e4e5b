import { PdfDocument } from '../pdf/document.ts';
import {
  append,
  changeOf,
  evilContent,
  type HostileRow,
  objectIds,
  put,
  revise,
  rowsOf,
  signatureOf,
  signedOnce,
  sizeOf,
  startxrefsOf,
  swap,
  update,
  usedAt,
  type Verdict,
  victim,
} from './hostile-base.ts';
import { samplePdf } from './sample-pdf.ts';

const forgery = rowsOf('universal forgery');
const noRange: Verdict = { broken: 'It does not say which bytes it signs.' };
const outside: Verdict = {
  broken: 'Its /ByteRange does not start at the beginning of the file or exceeds the file.',
};
const inexact: Verdict = {
  broken: 'The bytes that its /ByteRange omits are not exactly its own signature value.',
};
const noValue: Verdict = { broken: 'It has no signature value.' };
const cutOff: Verdict = {
  isUnknown: true,
  broken: 'A certificate or signature is malformed: it is cut off.',
};

const RANGE = /\/ByteRange \[[^\]]*\]/;
const CONTENTS = /\/Contents <[0-9a-f]*>/;

/** The signature dictionary with one changed part, and changed visible content. */
function forged(
  made: string,
  [pattern, by]: readonly [RegExp, (matched: string) => string],
  says: Verdict,
): HostileRow {
  return forgery(made, says, async () => {
    const pdf = swap(await victim(), /72 700 Td|595 842/, () => '595 841');
    return swap(pdf, pattern, by);
  });
}

/** Universal signature forgery: missing or malformed entries that made readers skip checks. */
export const forgeries: readonly HostileRow[] = [
  forged('no ByteRange', [/\/ByteRange/, () => '/ByteRangX'], noRange),
  forged('ByteRange null', [RANGE, () => '/ByteRange null'], noRange),
  forged('ByteRange empty', [RANGE, () => '/ByteRange []'], noRange),
  forged('ByteRange of three numbers', [RANGE, () => '/ByteRange [0 10 20]'], noRange),
  forged('ByteRange of six numbers', [RANGE, () => '/ByteRange [0 10 20 30 40 50]'], noRange),
  forged('ByteRange of words', [RANGE, () => '/ByteRange [/a /b /c /d]'], noRange),
  forged('ByteRange of fractions', [RANGE, () => '/ByteRange [0 10.5 20 30]'], noRange),
  forged('ByteRange below zero', [RANGE, () => '/ByteRange [0 -10 20 30]'], outside),
  forged('ByteRange of nothing', [RANGE, () => '/ByteRange [0 0 0 0]'], outside),
  forged('ByteRange behind the end', [RANGE, () => '/ByteRange [0 10 20 99999999]'], outside),
  forged('ByteRange that overlaps itself', [RANGE, () => '/ByteRange [0 900 20 900]'], outside),
  forged('ByteRange that begins later', [RANGE, () => '/ByteRange [9 10 20 30]'], outside),
  forged('ByteRange with a wide gap', [RANGE, () => '/ByteRange [0 10 2000 30]'], inexact),
  forged('ByteRange with no gap', [RANGE, () => '/ByteRange [0 900 900 900]'], inexact),
  forged('no Contents', [/\/Contents </, () => '/Contentz <'], noValue),
  forged('Contents null', [CONTENTS, () => '/Contents null'], noValue),
  forged('Contents empty', [CONTENTS, () => '/Contents <>'], inexact),
  forged('Contents in another object', [CONTENTS, () => '/Contents 4 0 R'], noValue),
  forged(
    'Contents with a comment',
    [CONTENTS, (contents) => contents.replace('/Contents <30', '/Contents%<\n<')],
    inexact,
  ),
  forged(
    'Contents of zeros',
    [CONTENTS, (contents) => contents.replace(/<.*>/, (value) => value.replace(/[0-9a-f]/g, '0'))],
    {
      isUnknown: true,
      broken: 'A certificate or signature is malformed: an element of type 48 is missing.',
    },
  ),
  forged(
    'Contents with a length behind their end',
    [CONTENTS, (contents) => contents.replace(/<.{8}/, '<3082ffff')],
    cutOff,
  ),
  forged(
    'Contents that hold no signature',
    [CONTENTS, (contents) => contents.replace(/<.{8}/, '<30020500')],
    {
      isUnknown: true,
      broken: 'The signature is malformed: bytes follow it.',
    },
  ),
  forged('no SubFilter', [/\/SubFilter/, () => '/SubFiltex'], {
    isUnknown: true,
    broken: 'The signature format (none) is not supported.',
  }),
  forged(
    'SubFilter of a bare RSA signature',
    [/\/SubFilter \/[A-Za-z.]+/, () => '/SubFilter /adbe.x509.rsa'],
    {
      isUnknown: true,
      broken: 'The signature format adbe.x509.rsa is not supported.',
    },
  ),
  forged('SubFilter with SHA-1', [/\/SubFilter \/[A-Za-z.]+/, () => '/SubFilter /adbe.pkcs7.sha1'], {
    isUnknown: true,
    broken: 'The signature format adbe.pkcs7.sha1 is not supported.',
  }),
  forged(
    'SubFilter that binds no certificate',
    [/\/SubFilter \/[A-Za-z.]+/, () => '/SubFilter /adbe.pkcs7.detached'],
    {
      broken: 'The signed part of the file was changed after signing.',
    },
  ),
  forged('SubFilter of a timestamp', [/\/SubFilter \/[A-Za-z.]+/, () => '/SubFilter /ETSI.RFC3161'], {}),
  forged('a key that occurs twice', [/\/M \(D:\d{14}Z\)/, () => '/ByteRange [0 1 2 3]'], {
    refused: 'syntax',
  }),
  forgery(
    'a dictionary of nothing, appended',
    { removed: [], broken: 'It does not say which bytes it signs.' },
    async () => {
      const pdf = await victim();
      return revise(
        pdf,
        put(signatureOf(pdf, 'One'), '<< /Type /Sig >>'),
        put(objectIds.content, evilContent),
      );
    },
  ),
  forgery('a signature that is a word', { removed: ['One'] }, async () => {
    const pdf = await victim();
    return revise(pdf, put(signatureOf(pdf, 'One'), '/Signed'), put(objectIds.content, evilContent));
  }),
  forgery(
    'a signature inside its field',
    { broken: 'The signature is not an object of its own.' },
    async () => {
      const pdf = await victim();
      const source = sourceOf(pdf, signatureOf(pdf, 'One'));
      return revise(pdf, changeOf('One', { V: source }), put(objectIds.content, evilContent));
    },
  ),
];

/** Source of the last object with a number. */
function sourceOf(pdf: Buffer, number: number): string {
  const text = pdf.toString('latin1');
  const from = text.indexOf('<<', text.lastIndexOf(`\n${number} 0 obj`));
  return text.slice(from, text.indexOf('\nendobj', from));
}

const wrapping = rowsOf('signature wrapping');

/** /ByteRange of the last signature. */
function rangeOf(pdf: Buffer): readonly [number, number, number] {
  const range = [...pdf.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) +(\d+) +(\d+)/g)].at(-1);
  const [, holeStart = 0, holeEnd = 0, length = 0] = range?.map(Number) ?? [];
  return [holeStart, holeEnd, length];
}

/** Entries of the newest table. */
function* offsetsOf(pdf: Buffer): Generator<[number, string]> {
  for (const { first, count, entry } of new PdfDocument(pdf).newest.subsections)
    for (let index = 0; index < count; index += 1) {
      const row = entry(index);
      if (row.type === 'offset') yield [first + index, usedAt(row.offset)];
    }
}

function withRange(pdf: Buffer, range: readonly number[]): Buffer {
  return swap(pdf, RANGE, () => `/ByteRange [${range.join(' ')}]`);
}

/** Signature wrapping: the signed bytes are unchanged, with other bytes between or around them. */
export const wrappings: readonly HostileRow[] = [
  wrapping('the second part moved, an update behind it', inexact, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    const evil = `/X <${'00'.repeat(200)}>`;
    const moved = Buffer.concat([pdf.subarray(0, holeEnd), Buffer.from(evil), pdf.subarray(holeEnd)]);
    const wrapped = withRange(moved, [0, holeStart, holeEnd + evil.length, length]);
    // All objects of the signed revision start before its /Contents; only its cross-reference moved.
    const offsets = new Map(offsetsOf(pdf));
    const [, previous = 0] = startxrefsOf(pdf);
    return update(wrapped, { 4: evilContent.toString('latin1') }, { offsets, previous, size: sizeOf(pdf) });
  }),
  wrapping('the signed parts kept behind the end, another file before them', inexact, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    const signed = pdf.subarray(holeEnd, holeEnd + length);
    const whole = Buffer.concat([update(pdf, { 4: evilContent.toString('latin1') }), signed]);
    return update(withRange(whole, [0, holeStart, whole.length - length, length]), {});
  }),
  wrapping('a hole as wide as the update', inexact, async () => {
    const pdf = update(await victim(), { 4: evilContent.toString('latin1') });
    const [holeStart] = rangeOf(pdf);
    return withRange(pdf, [0, holeStart, pdf.length, 0]);
  }),
  wrapping('a hole that begins earlier', inexact, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    return withRange(pdf, [0, holeStart - 1, holeEnd, length]);
  }),
  wrapping('a hole that ends later', inexact, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    return withRange(pdf, [0, holeStart, holeEnd + 1, length - 1]);
  }),
  wrapping('a hole that leaves the first digits and the last', inexact, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    return withRange(pdf, [0, holeStart + 3, holeEnd - 1, length + 1]);
  }),
  wrapping('white space in the hole, which could change unnoticed', inexact, async () =>
    swap(await victim(), CONTENTS, (contents) => contents.replace(/..>$/, '  >')),
  ),
  wrapping('an end before that of the revision', {}, async () => {
    const pdf = await victim();
    const [holeStart, holeEnd, length] = rangeOf(pdf);
    return withRange(pdf, [0, holeStart, holeEnd, length - 12]);
  }),
  wrapping('a copy of the signature in a later revision', {}, async () => {
    const pdf = await victim();
    const number = signatureOf(pdf, 'One');
    const source = sourceOf(pdf, number);
    return revise(pdf, put(number, source), put(objectIds.content, evilContent));
  }),
];

const transplant = rowsOf('transplants and gaps');

export const transplants: readonly HostileRow[] = [
  transplant(
    'the value of another file',
    { broken: 'The signed part of the file was changed after signing.' },
    async () => {
      const value = CONTENTS.exec((await signedOnce(samplePdf())).toString('latin1'))?.[0] ?? '';
      return swap(
        await victim(),
        CONTENTS,
        ({ length }) =>
          `${value
            .slice(0, -1)
            .padEnd(length, '0')
            .slice(0, length - 1)}>`,
      );
    },
  ),
  transplant(
    'the signature of One in field Two',
    { kinds: ['signature'], allowed: true, verdicts: { Two: 'is not the one that was signed' } },
    async () => {
      const pdf = await victim();
      return revise(pdf, changeOf('Two', { V: `${signatureOf(pdf, 'One')} 0 R` }));
    },
  ),
  transplant('the signature of Two in field One', {}, async () => {
    const pdf = await victim({ isSignedTwice: true });
    return revise(pdf, changeOf('One', { V: `${signatureOf(pdf, 'Two')} 0 R` }));
  }),
  transplant(
    'a signature that signs nothing of this file, in Two',
    { kinds: ['signature'], allowed: true, verdicts: { Two: 'It has no signature value.' } },
    async () => {
      const value =
        '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 10 20 30] >>';
      return revise(await victim(), put(50, value), changeOf('Two', { V: '50 0 R' }));
    },
  ),
  transplant('the signature taken out of its field', { removed: ['One'] }, async () =>
    revise(await victim(), changeOf('One', { V: null })),
  ),
  transplant('the field taken out of the form', { removed: ['One'] }, async () =>
    revise(await victim(), changeOf(objectIds.root, { AcroForm: '<< /Fields [10 0 R] >>' })),
  ),
  transplant('the widget taken from its page', { kinds: ['appearance'] }, async () =>
    revise(await victim({ docMdp: null }), changeOf(objectIds.firstPage, { Annots: '[10 0 R 16 0 R]' })),
  ),
  transplant('the look of a signature written anew', { kinds: ['appearance'] }, async () =>
    revise(await victim({ docMdp: null }), changeOf('One', { AP: '<< /N 12 0 R >>' })),
  ),
  transplant('a signed field in another place', { kinds: ['form'] }, async () =>
    revise(await victim({ docMdp: null }), changeOf('One', { Rect: '[0 0 595 842]' })),
  ),
  transplant('a second field of the same name', { kinds: ['form'] }, async () => {
    const pdf = await victim({ docMdp: null });
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (One) /Rect [0 0 9 9] /V ${signatureOf(pdf, 'One')} 0 R >>`;
    const fields = '[10 0 R 15 0 R 16 0 R 60 0 R]';
    return revise(
      pdf,
      put(60, field),
      changeOf(objectIds.root, { AcroForm: `<< /SigFlags 3 /Fields ${fields} >>` }),
    );
  }),
  transplant('garbage before the header', inexact, async () =>
    Buffer.concat([Buffer.from('GIF89a\n'), await victim()]),
  ),
  transplant(
    'another header',
    { broken: 'The signed part of the file was changed after signing.' },
    async () => swap(await victim(), /%PDF-1\.7/, () => '%PDF-1.4'),
  ),
  transplant('a second file behind the first', { removed: ['One'] }, async () =>
    Buffer.concat([await victim(), samplePdf()]),
  ),
  transplant('white space behind the end', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), ' '.repeat(40)),
  ),
  transplant('a byte of zero behind the end', { kinds: ['unreferenced-bytes'] }, async () =>
    append(await victim(), '\0'),
  ),
  transplant('the last bytes cut off', outside, async () => {
    const pdf = await victim();
    return pdf.subarray(0, pdf.length - 9);
  }),
];
